/**
 * A path pattern as an expression: `*` and `?` within a name, `**` across folders, `[a-c]`, `{one,two}`. Everything else
 * is literal.
 */
export function globExpression(glob: string): RegExp {
  return new RegExp(`^${body(glob.replace(/^\.\//, ""))}$`, "s");
}

function body(glob: string): string {
  let out = "";
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at);
    const double = /^\*{2,}(\/?)/.exec(rest);
    const range = /^\[(!|\^)?([^\]/]+)\]/.exec(rest);
    const choice = /^\{([^{}]*)\}/.exec(rest);
    if (double) {
      out += double[1] ? "(?:[^/]+/)*" : ".*";
      at += double[0].length - 1;
    } else if (glob[at] === "*") out += "[^/]*";
    else if (glob[at] === "?") out += "[^/]";
    else if (range) {
      out += `[${range[1] ? "^" : ""}${(range[2] ?? "").replaceAll(/[\\[\]^]/g, "\\$&")}]`;
      at += range[0].length - 1;
    } else if (choice) {
      out += `(?:${(choice[1] ?? "").split(",").map(body).join("|")})`;
      at += choice[0].length - 1;
    } else out += (glob[at] ?? "").replace(/[.+^${}()|[\]\\]/, "\\$&");
  }
  return out;
}

/** Whether a path is named: by the pattern, by a folder it lies in, or by its own name where the pattern has no slash. */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = glob.replace(/\/$/, "");
  const expression = globExpression(pattern);
  if (expression.test(path)) return true;
  const names = path.split("/");
  if (!pattern.includes("/")) return names.some((name) => expression.test(name));
  return names.some((_, at) => at > 0 && expression.test(names.slice(0, at).join("/")));
}
