# The wrong value of the same type and shape, or NONE; the same one each time, so that f(x) still equals f(x).
import copy, datetime, decimal, enum, fractions, pathlib, types, uuid
NONE = object()
copies = {}
LEFT = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type, functools.partial)

def wrong_or_none(value):
    try:
        return wrong(value, 0)
    except Exception:
        return NONE

def wrong(value, depth):
    if value is None or value is NotImplemented or depth > 8 or isinstance(value, LEFT) or hasattr(type(value), "__next__"):
        return NONE
    if type(value).__module__ in ("unittest.mock", "typing") or inspect.isawaitable(value):
        return NONE
    if isinstance(value, enum.Enum):
        return next((each for each in type(value) if each is not value), NONE)
    for kinds, change in CHANGES:
        if isinstance(value, kinds):
            return change(value, depth)
    return array(value) if hasattr(value, "dtype") else instance(value, depth)

def number(value, depth):
    more = value + 1
    if more != more or (value != 0 and more == value):
        more = value * 0 + 1 if value * 0 == 0 else type(value)(1)
    return more if type(more) is type(value) else type(value)(more)

def other(letter):
    if letter.isdecimal() and letter.isascii():
        return "2" if letter == "1" else "1"
    if not letter.isascii():
        near = chr(ord(letter) ^ 1)
        return near if near.isalpha() and near.isupper() == letter.isupper() else None
    if letter.isupper():
        return "B" if letter == "A" else "A"
    return "b" if letter == "a" else "a"

def text(value, depth):
    if not value:
        return like(value, "a")
    digits = [at for at, each in enumerate(value) if each.isdecimal() and each.isascii()]
    for at in digits[::-1] + [at for at, each in enumerate(value) if each.isalpha()][::-1]:
        near = other(value[at])
        if near is not None:
            return like(value, value[:at] + near + value[at + 1:])
    return NONE

def like(value, plain):
    return plain if type(value) is type(plain) else type(value)(plain)

def raw(value, depth):
    changed = text(bytes(value).decode("latin-1"), depth)
    if changed is NONE or not changed.isascii() and bytes(value).isascii():
        return type(value)(bytes(value) + b"a")
    return type(value)(changed.encode("latin-1"))

def sequence(value, depth):
    longer = copy.copy(value)
    last = wrong(value[-1], depth + 1) if len(value) else None
    longer.append(value[-1] if last is NONE else last)
    return longer

def fixed(value, depth):
    for at, each in enumerate(value):
        changed = wrong(each, depth + 1)
        if changed is not NONE:
            parts = [*value[:at], changed, *value[at + 1:]]
            return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
    return NONE if hasattr(value, "_make") else type(value)([*value, None])

def unordered(value, depth):
    near = [wrong(each, depth + 1) for each in sorted(value, key=repr, reverse=True)]
    near += [each + "a" for each in sorted(value, key=repr, reverse=True) if isinstance(each, str)]
    more = next((each for each in near if each is not NONE and each not in value), None)
    return type(value)(value | {"a" if more is None and None in value else more})

def mapping(value, depth):
    changed = copy.copy(value)
    for key in value:
        near = wrong(value[key], depth + 1)
        if near is not NONE:
            changed[key] = near
            return changed
    changed["a" if "a" not in value else "b"] = None
    return changed

def day(value, depth):
    step = datetime.timedelta(days=1)
    return value - step if value.year > 9000 else value + step

def clock(value, depth):
    return value.replace(hour=(value.hour + 1) % 24)

def failure(value, depth):
    changed = copy.copy(value)
    changed.args = fixed(value.args, depth)
    return changed

def array(value):
    changed = ~value if str(value.dtype) == "bool" else value + 1
    return changed if type(changed) is type(value) else NONE

def instance(value, depth):
    slots = [name for kind in type(value).__mro__ for name in listed(getattr(kind, "__slots__", ()))]
    names = [name for name in [*slots, *getattr(value, "__dict__", ())] if hasattr(value, name)]
    for name in sorted(names, key=lambda each: each.startswith("_")):
        near = wrong(getattr(value, name), depth + 1)
        if near is not NONE:
            return changed_copy(value, name, near)
    return NONE

def listed(slots):
    return [slots] if isinstance(slots, str) else [name for name in slots if not name.startswith("__")]

def changed_copy(value, name, near):
    known = copies.get(id(value))
    fresh = copy.copy(value)
    if known is not None and known[0] is value and hasattr(fresh, "__dict__"):
        known[1].__dict__.clear()
        known[1].__dict__.update(fresh.__dict__)
        fresh = known[1]
    object.__setattr__(fresh, name, near)
    if len(copies) > 1000:
        copies.clear()
    copies[id(value)] = (value, fresh)
    return fresh

CHANGES = [
    (bool, lambda value, depth: not value),
    ((int, float, complex, decimal.Decimal, fractions.Fraction), number),
    (str, text),
    ((bytes, bytearray), raw),
    (datetime.date, day),
    (datetime.time, clock),
    (datetime.timedelta, lambda value, depth: value + datetime.timedelta(seconds=1)),
    (uuid.UUID, lambda value, depth: uuid.UUID(int=value.int ^ 1)),
    (pathlib.PurePath, lambda value, depth: like(value, text(str(value), depth))),
    (range, lambda value, depth: range(value.start, value.stop + value.step, value.step)),
    ((set, frozenset), unordered),
    (tuple, fixed),
    (BaseException, failure),
    (dict, mapping),
    ((list, __import__("collections").deque), sequence),
]
