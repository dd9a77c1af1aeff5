import { render } from "preact";
import { readReport } from "./report-data.js";
import { ReportPage } from "./report-page.js";
import { startTheme } from "./theme-toggle.js";

const root = document.getElementById("page");
const data = document.getElementById("report");
if (root && data) {
  startTheme();
  const source = readReport(data.textContent ?? "");
  data.textContent = "";
  document.body.classList.add("ready");
  const draw = (isPrinting: boolean): void => render(<ReportPage source={source} isPrinting={isPrinting} />, root);
  draw(false);
  // On paper nothing scrolls: every row has to be there.
  addEventListener("beforeprint", () => draw(true));
  addEventListener("afterprint", () => draw(false));
}
