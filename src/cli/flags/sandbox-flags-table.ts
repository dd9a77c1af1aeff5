import { sandboxKinds, sandboxNetworks } from "../../agents/sandbox/sandbox.js";
import type { Flag } from "../command.js";

export const sandboxFlags = {
  sandbox: {
    type: "string",
    value: "KIND",
    choices: [...sandboxKinds, "none"],
    help: "run the agent in docker, podman or bwrap: it sees the project and its own log-in, and nothing else of yours",
  },
  "sandbox-image": { type: "string", value: "NAME", help: "container image, which must hold the agent" },
  "sandbox-network": {
    type: "string",
    value: "WORD",
    choices: [...sandboxNetworks],
    help: "on (default), off, which cuts off the model, too, or host: the machine's own network",
  },
  "sandbox-memory": {
    type: "string",
    value: "SIZE",
    help: "most memory of a container, such as 8g (default: three quarters of the machine's)",
  },
  "sandbox-processes": {
    type: "string",
    value: "N",
    help: "most processes in a container (default 4096; 0 = unlimited)",
  },
  "sandbox-cpus": { type: "string", value: "N", help: "most processors of a container (default: all)" },
  "sandbox-env": {
    type: "string",
    value: "NAME",
    multiple: true,
    help: "pass this variable into the sandbox, beside those of the agent (repeatable)",
  },
  "sandbox-mount": {
    type: "string",
    value: "FOLDER",
    multiple: true,
    help: "show this folder in the sandbox, to the agent and to checks, read-only or FOLDER:rw (repeatable)",
  },
  "checks-outside": {
    type: "boolean",
    help: "run the checks outside of the sandbox: tests that the agent wrote then run with all your rights",
  },
} as const satisfies Record<string, Flag>;
