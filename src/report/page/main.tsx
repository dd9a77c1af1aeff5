import { render } from "preact";
import { DashboardPage } from "./dashboard/dashboard-page.js";
import { readReport } from "./report-data.js";
import { ReportPage } from "./report-page.js";
import { startTheme } from "./theme-toggle.js";

/** One script for both pages, which have most of it in common: a report has its data in it, the dashboard asks for it. */
const root = document.getElementById("page");
const data = document.getElementById("report");
if (root) {
  startTheme();
  if (data) afterPaint(() => showReport(root, data));
  else {
    root.replaceChildren(); // What the shell says until then.
    render(<DashboardPage />, root);
    document.body.classList.add("ready");
  }
}

/** What the file says without the script is shown first. A page that nobody looks at is never painted. */
function afterPaint(start: () => void): void {
  let isStarted = false;
  const once = (): void => {
    if (!isStarted) start();
    isStarted = true;
  };
  new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  setTimeout(once, 500);
}

function showReport(page: Element, json: Element): void {
  const source = readReport(json.textContent ?? "");
  json.textContent = "";
  const draw = (isPrinting: boolean): void => render(<ReportPage source={source} isPrinting={isPrinting} />, page);
  page.textContent = "";
  draw(false);
  document.body.classList.add("ready");
  // On paper nothing scrolls: every row has to be there.
  addEventListener("beforeprint", () => draw(true));
  addEventListener("afterprint", () => draw(false));
}
