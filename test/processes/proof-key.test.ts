import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { statementIn } from "../proofs/change-proof.js";
import { bwrapWorks } from "./checks-place.js";

if (!bwrapWorks) console.warn("bubblewrap cannot be used here: its tests are skipped (apt-get install bubblewrap)");

const claim = `printf -- '---RALPH_STATUS---\\nSTATUS: COMPLETE\\nEXIT_SIGNAL: true\\nNONCE: %s\\n---END_RALPH_STATUS---\\n' "$nonce"`;

interface Told {
  readonly keyReach: string;
  readonly sandbox: string | null;
  readonly byAgent: boolean;
  readonly byCheck: boolean;
  readonly verified: string;
}

/** A run whose agent and whose check try to read the key, and what its proof says of it. */
async function runAndProve(config: string, words: readonly string[]): Promise<Told> {
  using place = new Workplace();
  const key = join(place.stateHome, "untildone/signing-key.pem");
  place.write(".gitignore", ".ralph/\nbin/\n*.log\n");
  place.write("TODO.md", "- [ ] T1: one\n");
  place.write("check.sh", `cat "${key}" > check.log 2>&1\ntest -e work.txt && echo it is there\n`);
  const steps = [`cat "${key}" > agent.log 2>&1`, "echo 1 > work.txt", claim];
  place.program("my-agent", ['nonce=$(sed -n "s/^NONCE: //p")', ...steps].join("\n"));
  place.commitAll();
  if (config !== "") place.write(".ralph/config.yaml", config);
  const env = { PATH: `${join(place.path, "bin")}:${process.env["PATH"]}` };
  expect((await place.runBeside(["key"], env)).code).toBe(0);
  const start = ["run", "--command", "my-agent", "--tasks", "TODO.md", "--check", "tests=sh check.sh", ...words];
  const ran = await place.runBeside(start, env);
  expect(ran.code, ran.out + ran.err).toBe(0);
  const made = await place.runBeside(["prove", "-o", "proof.json"], env);
  expect(made.code, made.err).toBe(0);
  const { out: verified } = await place.runBeside(["verify", "proof.json", "--any-key"], env);
  const { keyReach, sandbox } = statementIn(place.read("proof.json")).predicate.signer;
  const isKey = (name: string): boolean => place.read(name).includes("PRIVATE KEY");
  return { keyReach, sandbox, byAgent: isKey("agent.log"), byCheck: isKey("check.log"), verified };
}

describe("a proof says of the key what is true", () => {
  it.skipIf(!bwrapWorks)("it is out of reach in a sandbox that only the command line names", async () => {
    expect(await runAndProve("", ["--sandbox", "bwrap"])).toMatchObject({
      ...{ keyReach: "sandbox", sandbox: "bwrap", byAgent: false, byCheck: false },
      verified: expect.stringContaining("the key was out of its reach (bwrap)"),
    });
  });

  it("it can be read where the command line takes the sandbox of the configuration away", async () => {
    expect(await runAndProve("sandbox: bwrap\n", ["--sandbox", "none"])).toMatchObject({
      ...{ keyReach: "same-user", sandbox: null, byAgent: true, byCheck: true },
      verified: expect.stringContaining("could have read it"),
    });
  });

  it.skipIf(!bwrapWorks)("checks outside of the sandbox can read it", async () => {
    expect(await runAndProve("sandbox: bwrap\n", ["--checks-outside"])).toMatchObject({
      ...{ keyReach: "checks-outside", sandbox: "bwrap", byAgent: false, byCheck: true },
      verified: expect.stringContaining("its tests ran outside of it (--checks-outside) and could have read the key"),
    });
  });
});
