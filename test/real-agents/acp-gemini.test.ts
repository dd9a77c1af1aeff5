import { realClis } from "./real-cli.js";
import { testRealAgent } from "./scenarios.js";

testRealAgent(realClis.gemini, { agent: "acp:gemini --acp", otherModel: "gemini-2.5-pro", sessionsByMinute: true });
