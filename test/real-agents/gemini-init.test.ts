import { testInit } from "./init-scenarios.js";
import { realClis } from "./real-cli.js";

testInit(realClis.gemini);
