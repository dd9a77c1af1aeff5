#!/usr/bin/env python3
"""Verifies a proof of untildone with nothing but Python 3.8 and git: the format's second implementation, and its description.

usage: verify-proof.py FILE (--key KEY | --any-key) [--commit REF] [--file-only]

KEY is a fingerprint or a file that `untildone key --public` has written. Run it in a checkout of what was proved.
Exit status: 0 genuine, 1 altered or of other content, 2 cannot tell, 3 unsigned.

A proof is a JSON object with `payload` (base64), `payloadType` and `signatures` (DSSE). The payload is a JSON object, an
in-toto statement: what was proved is its `subject`, all else its `predicate`.
"""
import base64, hashlib, json, os, re, subprocess, sys, tempfile

PAYLOAD_TYPE = "application/vnd.in-toto+json"
PREDICATE_TYPE = "urn:untildone:proof:v1"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
CHAIN = "sha256-chain/v1"
NEVER_WORK = ".git .hg .svn .jj .DS_Store .cache .gradle .mypy_cache .next .nuxt .pytest_cache .ruff_cache .tox .turbo .venv __pycache__ node_modules"

class Verdict(Exception):
    """An exit status, and why."""

altered, unknown = (lambda why: Verdict(1, "ALTERED: " + why)), (lambda why: Verdict(2, "CANNOT TELL: " + why))

def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")).hexdigest()

# --- Ed25519, verification only (RFC 8032, section 5.1.7) -----------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)

def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * SQRT_MINUS_ONE % P
    if (x * x - square) % P != 0:
        return None
    return P - x if x & 1 != sign else x

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result

def decompress(data):
    y = int.from_bytes(data, "little") & ((1 << 255) - 1)
    x = recover_x(y, data[31] >> 7)
    return None if x is None else (x, y, 1, x * y % P)

def compress(point):
    x, y = (each * pow(point[2], P - 2, P) % P for each in point[:2])
    return (y | ((x & 1) << 255)).to_bytes(32, "little")

BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)

def is_signed_by(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, s = decompress(public), int.from_bytes(signature[32:], "little")
    if key is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    return compress(add(multiply(s, BASE), multiply(ORDER - h, key))) == signature[:32]

# --- The envelope ---------------------------------------------------------------------------------------------------

def parse(text):
    try:
        return json.loads(text, parse_constant=int)  # Which refuses NaN and Infinity.
    except (ValueError, RecursionError):
        return None

def decode(text):
    """Base64 as it is written by the book: one content has one spelling."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None

def read_envelope(text):
    value = parse(text)
    if not isinstance(value, dict) or not all(isinstance(value.get(k), str) for k in ("payload", "payloadType")):
        raise unknown("it is not a signed envelope (DSSE)")
    signatures = value.get("signatures", [])
    if signatures == []:
        raise Verdict(3, "UNSIGNED: nobody signed it")
    is_good = lambda each: isinstance(each, dict) and set(each) == {"keyid", "sig"} and all(isinstance(v, str) for v in each.values())
    if not isinstance(signatures, list) or not all(map(is_good, signatures)):
        raise altered("its signatures have other fields than they should")
    payload, known = decode(value["payload"]), [(each["keyid"], decode(each["sig"])) for each in signatures]
    if payload is None or any(sig is None for _, sig in known) or set(value) != {"payload", "payloadType", "signatures"}:
        raise altered("it has content that nobody signed")
    if value["payloadType"] != PAYLOAD_TYPE:
        raise unknown("it holds no in-toto statement")
    return payload, known

def read_statement(payload):
    statement = parse(payload.decode("utf-8", "replace"))
    if not isinstance(statement, dict):
        raise altered("its content is no JSON any more")
    kind, predicate = statement.get("predicateType"), statement.get("predicate")
    version = predicate.get("version") if isinstance(predicate, dict) else None
    is_number = type(version) in (int, float)
    other = isinstance(kind, str) and re.fullmatch(r"urn:untildone:proof:v[0-9]+", kind) and kind != PREDICATE_TYPE
    if (is_number and version > 1) or other:
        raise unknown("it was made by a newer untildone")
    if statement.get("_type") != STATEMENT_TYPE or kind != PREDICATE_TYPE:
        raise unknown("it is an in-toto statement of another kind")
    wanted = {"run": dict, "content": dict, "tasks": list, "checks": list, "journal": dict, "signer": dict}
    inside = [("run", "id", str), ("signer", "publicKey", str), ("content", "files", list), ("content", "leftOut", list)]
    is_proof = is_number and version == 1 and isinstance(statement.get("subject"), list)
    is_proof = is_proof and all(isinstance(each, dict) and isinstance(each.get("digest"), dict) for each in statement["subject"])
    is_proof = is_proof and all(isinstance(predicate.get(name), type_) for name, type_ in wanted.items())
    if is_proof and all(isinstance(predicate[part].get(name), type_) for part, name, type_ in inside):
        return statement
    raise altered("its content lacks parts of a proof")

def check_chain(run, journal):
    """Each link is the digest of the link before it and of its record."""
    links, lines, records = journal.get("links"), journal.get("lines"), journal.get("records")
    is_text = lambda values: isinstance(values, list) and all(isinstance(each, str) for each in values)
    if journal.get("algorithm") != CHAIN or type(records) not in (int, float) or not is_text(links):
        raise altered("its journal is no chain")
    link = sha256("untildone %s %s" % (CHAIN, run))
    if len(links) != records or journal.get("head") != (links[-1] if links else link):
        raise altered("the end of its journal is not the end of its links")
    if lines is None and "lines" in journal:
        return
    if not is_text(lines) or len(lines) != records:
        raise altered("its journal has lost records")
    for at, line in enumerate(lines):
        link = sha256("%s\n%s\n" % (link, sha256(line)))
        if link != links[at]:
            raise altered("record %d of %d is not the one that was signed" % (at + 1, len(lines)))

# --- The content ----------------------------------------------------------------------------------------------------

def git(*words, **env):
    done = subprocess.run(["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", *words], env={**os.environ, **env}, capture_output=True)
    return done.stdout.decode().strip() if done.returncode == 0 else None

def trees_here(ref, file, left_out):
    """The trees of the commit, with and without proofs in it; and those of the files as they lie here."""
    root, paths = git("rev-parse", "--show-toplevel"), [*([file] if file[:2] != ".." else []), *left_out]
    with tempfile.TemporaryDirectory() as place:
        trees, files, proved = [git("rev-parse", "--verify", "-q", ref + "^{tree}")], None, None
        env = {"GIT_INDEX_FILE": os.path.join(place, "index")}
        for remove in (["update-index", "--force-remove"], ["rm", "-r", "-q", "--cached", "--ignore-unmatch"]):
            git("read-tree", ref, **env)
            git("-C", root, *remove, "--", *paths, **env)
            trees.append(git("write-tree", **env))
        if ref == "HEAD":
            git("read-tree", ref, **env)
            git("-C", root, "add", "--all", "--", ".", *(":(exclude)" + path for path in paths), **env)
            files = git("write-tree", **env)
            git("-C", root, "update-index", "--force-remove", "--", *paths, **env)
            proved = git("write-tree", **env)
    return trees, files, proved

def check_folder(content, digests, path):
    listed = sorted(content["files"], key=lambda each: each["path"])
    if sha256("".join("%s  %s\n" % (each["sha256"], each["path"]) for each in listed)) != digests.get("sha256"):
        raise altered("its list of files is not its subject")
    for name, wanted in ((each["path"], each["sha256"]) for each in listed):
        data = os.readlink(name).encode() if os.path.islink(name) else open(name, "rb").read() if os.path.isfile(name) else b""
        if sha256(data) != wanted:
            raise altered(name + " is not the file that was proved")
    never = [word for name in NEVER_WORK.split() for word in ("-x", name)]
    with tempfile.TemporaryDirectory() as place:  # An empty repository elsewhere tells what the rules here ignore.
        git("init", "-q", "--bare", place)
        here = git("--git-dir=" + place, "--work-tree=.", "-c", "core.excludesFile=/dev/null", "ls-files", "-oz", "--exclude-standard", *never)
    known = [*(each["path"] for each in listed), *content["leftOut"], os.path.relpath(path)]
    for name in (here or "").split("\0"):
        if name and name[-1] != "/" and not any(name == each or name.startswith(str(each) + "/") for each in known):
            raise altered(name + " was not there when it was proved")

def check_content(statement, path, ref):
    content, digests = statement["predicate"]["content"], {}
    for each in statement["subject"]:
        digests.update(each["digest"])
    if content.get("kind") == "files":
        return check_folder(content, digests, path)
    root = git("rev-parse", "--show-toplevel")
    if root is None:
        raise unknown("there is no git repository here to compare with")
    file = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    trees, files, proved = trees_here(ref, file, [each for each in content["leftOut"] if isinstance(each, str)])
    tree, commit = digests.get("gitTree"), digests.get("gitCommit")
    if tree is not None and tree in [*trees, proved]:
        names = [] if files is None or tree == proved else git("diff-tree", "-r", "-z", "--name-only", "--no-renames", ref, files).split("\0")[:-1]
        return "\n%d files here differ from it (%s): the commit was proved, not what lies here" % (len(names), ", ".join(names)) if names else ""
    is_unknown = commit is not None and git("rev-parse", "--verify", "-q", str(commit) + "^{commit}") is None
    if is_unknown or (ref != "HEAD" and trees[0] is None):
        raise unknown("this checkout does not have the commit %s" % (commit if is_unknown else ref))
    raise altered("what is checked out is not what was proved")

def main(words):
    named = words[words.index("--key") + 1] if "--key" in words else None
    ref = words[words.index("--commit") + 1] if "--commit" in words else "HEAD"
    path = next((word for at, word in enumerate(words) if word[:2] != "--" and words[at - 1 : at] not in (["--key"], ["--commit"])), None)
    if path is None:
        raise unknown("no proof is named\n" + __doc__)
    if named is not None and not re.fullmatch("[0-9a-f]{64}", named):
        named = sha256(base64.b64decode("".join(line for line in open(named).read().split("\n") if "---" not in line)))
    if os.path.getsize(path) > 256 * 1024 * 1024:
        raise unknown("it is larger than 256 MB, and no proof is")
    payload, signatures = read_envelope(open(path, "rb").read().decode("utf-8", "replace"))
    statement = read_statement(payload)
    public = decode(statement["predicate"]["signer"]["publicKey"])
    if public is None or len(public) != 32:
        raise altered("the key that it names is no Ed25519 key")
    keyid = sha256(bytes.fromhex("302a300506032b6570032100") + public)
    if named is not None and named != keyid:
        raise altered("it is signed by another key than the one you named: " + keyid)
    message = b"DSSEv1 %d %s %d %s" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(payload), payload)
    if not any(keyid == each and is_signed_by(public, message, sig) for each, sig in signatures):
        raise altered("its signature is not that of its content")
    check_chain(statement["predicate"]["run"]["id"], statement["predicate"]["journal"])
    here = "" if "--file-only" in words else check_content(statement, path, ref)
    if named is None and "--any-key" not in words:
        raise unknown("it is signed by %s, and nothing says whether you trust that key" % keyid)
    return "GENUINE, signed by " + keyid + (here or "")

if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except Verdict as verdict:
        print(verdict.args[1])
        sys.exit(verdict.args[0])
    except (OSError, ValueError, IndexError) as error:
        print("CANNOT TELL: %s" % ("an option lacks its value" if isinstance(error, IndexError) else error))
        sys.exit(2)
