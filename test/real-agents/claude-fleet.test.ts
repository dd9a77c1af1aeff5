import { testFleet } from "./fleet-scenarios.js";
import { realClis } from "./real-cli.js";

testFleet(realClis.claude);
