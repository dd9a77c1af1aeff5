const labels = {
  proved: "proved",
  nothing: "not proven",
  cannot: "not measured",
  red: "RED, left out",
  failed: "FAILED, left out",
};
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const differs = ({ tool, reading }) => reading !== null && reading !== tool;

export function formatLine(result) {
  const { commit, subject, tool, why, seconds, strong, weak, reading } = result;
  const signs = [...strong.map((text) => `STRONG SIGN ${text}`), ...weak.map((text) => `sign ${text}`)];
  const head = `${(labels[tool] ?? tool).padEnd(17)}${commit.slice(0, 8)} ${String(seconds).padStart(4)} s`;
  const read = reading !== null && differs(result) && isMeasured(result) ? `  [read as ${reading}]` : "";
  return [`${head}  ${cut(subject, 60).padEnd(60)}  ${cut(why.replaceAll(/\s+/g, " "), 160)}${read}`, ...signs].join(
    "\n    ",
  );
}

const isMeasured = ({ tool }) => tool !== "red" && tool !== "failed";

/** What was measured, what of it differs from a reading, and the signs of cheating. */
export function compare(results) {
  const measured = results.filter(isMeasured);
  const count = (of) => results.reduce((sum, result) => sum + result[of].length, 0);
  return { measured, differing: measured.filter(differs), strong: count("strong"), weak: count("weak") };
}

/** The tool against the readings, a row for each reading. */
export function formatSummary(results) {
  const { measured, differing, strong, weak } = compare(results);
  const kinds = ["proved", "nothing", "cannot"];
  const row = (reading, of) =>
    reading.padEnd(22) +
    kinds.map((tool) => String(of.filter((each) => each.tool === tool).length).padStart(14)).join("");
  const read = measured.filter(({ reading }) => reading !== null);
  const table = kinds.map((kind) =>
    row(
      `read as ${kind}`,
      read.filter(({ reading }) => reading === kind),
    ),
  );
  const header = "".padEnd(22) + kinds.map((kind) => labels[kind].padStart(14)).join("");
  return [
    "",
    header,
    ...(read.length > 0 ? table : [row("all", measured)]),
    `${measured.length} commits measured, ${results.length - measured.length} left out; signs: ${strong} strong, ${weak} weak`,
    ...(read.length > 0 ? [`${read.length - differing.length} of ${read.length} as they were read`] : []),
  ].join("\n");
}
