import { testMcp } from "./mcp-scenarios.js";
import { realClis } from "./real-cli.js";

testMcp(realClis.gemini);
