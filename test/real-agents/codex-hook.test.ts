import { testHooks } from "./hook-scenarios.js";
import { realClis } from "./real-cli.js";

testHooks(realClis.codex);
