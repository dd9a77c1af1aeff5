import { render } from "preact";
import { startTheme } from "../theme-toggle.js";
import { DashboardPage } from "./dashboard-page.js";

const root = document.getElementById("page");
if (root) {
  startTheme();
  document.body.classList.add("ready");
  render(<DashboardPage />, root);
}
