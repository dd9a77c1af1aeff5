# Reads Python from stdin and prints its functions, methods and values at the top level as JSON. `how` says how a wrong
# answer is given: "answer" and "skip" by a decorator, "lambda" and "value" around the value; null where it cannot be.
import ast, json, sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.Lambda, ast.ClassDef)
PLAIN_CALLS = {"set", "frozenset", "dict", "list", "tuple", "int", "float", "str", "bytes", "bool", "round", "sum",
               "len", "min", "max", "sorted", "range", "Decimal", "Fraction", "Path", "PurePath", "timedelta", "date",
               "datetime", "OrderedDict", "Counter", "MappingProxyType"}
UNMEASURED = {"overload", "abstractmethod", "setter", "getter", "deleter", "abstractproperty", "contextmanager", "asynccontextmanager"}

ANSWERING = {"eq", "ne", "lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv",
             "mod", "divmod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift", "neg", "pos", "abs", "invert",
             "round", "len", "contains", "getitem", "call", "str", "repr", "format", "bytes", "bool", "int", "float",
             "index", "hash"}

def own(nodes):
    for node in nodes:
        yield node
        if not isinstance(node, SCOPES):
            yield from own(ast.iter_child_nodes(node))

def last_name(node):
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")

def is_dunder(name):
    return name.startswith("__") and name.endswith("__")

def is_nothing(node):
    return node is None or (isinstance(node, ast.Constant) and node.value is None)

def is_blank(statement):
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))

def yields(nodes):
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own(nodes))

def how_function(node):
    names = [last_name(each) for each in node.decorator_list]
    if (is_dunder(node.name) and node.name[2:-2] not in ANSWERING) or any(name in UNMEASURED for name in names):
        return None
    if all(is_blank(each) for each in node.body) or yields(node.body):
        return None
    returns = [each for each in own(node.body) if isinstance(each, ast.Return)]
    return "skip" if all(is_nothing(each.value) for each in returns) else "answer"

def how_value(name, value, classes):
    if isinstance(value, ast.Lambda):
        return None if yields([value.body]) else "lambda"
    if is_dunder(name) or is_nothing(value) or isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    calls = [each for each in ast.walk(value) if isinstance(each, ast.Call)]
    plain = all(last_name(each) in PLAIN_CALLS or getattr(each.func, "id", "") in classes for each in calls)
    return "value" if plain and not any(isinstance(each, ast.NamedExpr) for each in ast.walk(value)) else None

def place(node):
    return [node.lineno, node.col_offset], [node.end_lineno, node.end_col_offset]

def unit(name, node, how, inner):
    start, end = place(node)
    at, to = place(inner)
    return {"name": name, "start": start, "end": end, "how": how, "at": at, "to": to}

def blocks(statement):
    for field in ("body", "orelse", "finalbody"):
        yield from getattr(statement, field, [])
    for part in list(getattr(statement, "handlers", [])) + list(getattr(statement, "cases", [])):
        yield from part.body

def units(statements, prefix, classes):
    for each in statements:
        if isinstance(each, FUNCTIONS):
            yield unit(prefix + each.name, each, how_function(each), each)
        elif isinstance(each, ast.ClassDef):
            yield from units(each.body, prefix + each.name + ".", classes)
        elif isinstance(each, (ast.Assign, ast.AnnAssign)):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if not prefix and len(targets) == 1 and isinstance(targets[0], ast.Name) and each.value is not None:
                name = targets[0].id
                yield unit(name, each, how_value(name, each.value, classes), each.value)
        else:
            yield from units(blocks(each), prefix, classes)

def header(body):
    last = None
    for n, each in enumerate(body):
        is_doc = n == 0 and isinstance(each, ast.Expr) and isinstance(getattr(each.value, "value", None), str)
        if not is_doc and not (isinstance(each, ast.ImportFrom) and each.module == "__future__"):
            break
        last = each
    if last is not None:
        return {"at": place(last)[1], "isAfter": True}
    first = body[0]
    lines = [first.lineno] + [each.lineno for each in getattr(first, "decorator_list", [])]
    return {"at": [min(lines), 0], "isAfter": False}

body = ast.parse(sys.stdin.buffer.read().decode("utf-8")).body
classes = {each.name for each in body if isinstance(each, ast.ClassDef)}
found = {"units": list(units(body, "", classes)), "header": header(body) if body else {"at": [1, 0], "isAfter": False}}
sys.stdout.write(json.dumps(found))
