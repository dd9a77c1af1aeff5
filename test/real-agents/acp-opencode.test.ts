import { realClis } from "./real-cli.js";
import { testRealAgent } from "./scenarios.js";

testRealAgent(realClis.opencode, { agent: "acp:opencode acp" });
