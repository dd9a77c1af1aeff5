# Reads {"source", "fn", "inputs", "others"} as JSON and prints the mutants of the source that end, each with what it answers
# to the inputs, and what the source and the others answer.
import ast, copy, json, signal, sys

BINARY = {ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.FloorDiv], ast.FloorDiv: [ast.Mult], ast.Div: [ast.Mult],
          ast.Mod: [ast.Mult], ast.And: [ast.Or], ast.Or: [ast.And]}
COMPARE = {ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt],
           ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In]}

def changes(node):
    """Functions that change a copy of this node in one way, each with its kind; one may give a node to take its place."""
    def put(name, value):
        def change(each):
            setattr(each, name, value)
        return change
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)):
        for other in BINARY.get(type(node.op), []):
            yield "operator", put("op", other())
    if isinstance(node, ast.Compare):
        for other in COMPARE.get(type(node.ops[0]), []):
            yield "operator", put("ops", [other()] + node.ops[1:])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield "operator", lambda each: each.operand
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield "default", put("value", not value)
        elif isinstance(value, (int, float)):
            yield "bound", put("value", value + 1)
            yield "bound", put("value", value - 1)
        elif isinstance(value, str):
            yield "default", put("value", "" if value else "x")
        elif value is None:
            yield "default", put("value", 0)
    if isinstance(node, (ast.If, ast.IfExp)):
        yield "branch", put("test", ast.Constant(True))
        yield "branch", put("test", ast.Constant(False))
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.Continue)) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        yield "branch", lambda each: ast.Pass()

class Place(ast.NodeTransformer):
    def __init__(self, at, change):
        self.at, self.change, self.count = at, change, -1

    def visit(self, node):
        self.count += 1
        if self.count == self.at:
            return self.change(node) or node
        return self.generic_visit(node)

def mutants(source):
    nodes = []
    class Count(ast.NodeVisitor):
        def visit(self, node):
            nodes.append(node)
            self.generic_visit(node)
    tree = ast.parse(source)
    Count().visit(tree)
    for at, node in enumerate(nodes):
        for kind, change in changes(node):
            made = ast.fix_missing_locations(Place(at, change).visit(copy.deepcopy(tree)))
            yield kind, ast.unparse(made) + "\n"

class Late(BaseException):
    pass

def late(*_):
    raise Late()

def answers(source, fn, inputs):
    room = {}
    signal.signal(signal.SIGALRM, late)
    signal.alarm(2)
    try:
        exec(source, room)
        found = []
        for args in inputs:
            try:
                found.append({"answer": room[fn](*copy.deepcopy(args))})
            except Exception as error:
                found.append({"throws": type(error).__name__})
        return json.dumps(found)
    except Late:
        return None
    except Exception:
        return None
    finally:
        signal.alarm(0)

asked = json.load(sys.stdin)
args = asked["fn"], asked["inputs"]
print(json.dumps({
    "truth": answers(asked["source"], *args),
    "others": [answers(each, *args) for each in asked["others"]],
    "mutants": [{"kind": kind, "text": text, "answers": answers(text, *args)} for kind, text in mutants(asked["source"])],
}))
