import type { Reporter, TestModule } from "vitest/node";
import type { Row } from "./row.js";

/** Prints what each agent did in each scenario, after all tests. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const rows = tests.map((test) => {
      const row: Partial<Row> = test.meta().row ?? {};
      const result = test.result();
      const state = result.state === "skipped" ? `skipped: ${result.note ?? "not chosen"}` : result.state;
      return [
        row.agent ?? test.fullName.split(" > ")[0] ?? "",
        row.version ?? "",
        test.name,
        row.outcome ?? "",
        row.code === undefined ? "" : String(row.code),
        row.seconds?.toFixed(1) ?? "",
        state,
      ];
    });
    console.log(formatTable([["agent", "version", "scenario", "outcome", "code", "seconds", "test"], ...rows]));
  }
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
