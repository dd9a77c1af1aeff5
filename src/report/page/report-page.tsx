import { useEffect } from "preact/hooks";
import { formatPeriod } from "./format.js";
import { heroTone } from "./headline-view.js";
import { showInTab } from "./icon.js";
import type { ReportData } from "./report-data.js";
import { ReportSections } from "./report-sections.js";
import { ThemeToggle } from "./theme-toggle.js";

export function ReportPage({ source, isPrinting }: { source: ReportData; isPrinting: boolean }) {
  const { report } = source;
  useEffect(() => showInTab(document.title, heroTone(report)), [report]);
  return (
    <>
      <header class="top">
        <span class="brand">untildone</span>
        <span class="run">
          {report.project} · run {report.run} · {formatPeriod(report.startedAt, report.lastAt)}
        </span>
        {report.proofFile === null ? null : (
          <span class="run" title={`untildone verify ${report.proofFile} --any-key`}>
            signed proof: {report.proofFile}
          </span>
        )}
        <ThemeToggle />
      </header>
      <main>
        <ReportSections source={source} isPrinting={isPrinting} />
      </main>
    </>
  );
}
