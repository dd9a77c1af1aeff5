import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, Workplace } from "../e2e/cli.js";

const writeBundle = `const { readFileSync, writeFileSync } = require("node:fs");
const words = process.argv.slice(2);
const after = (name) => words[words.indexOf(name) + 1];
writeFileSync("words.log", JSON.stringify(words));
const payload = readFileSync(after("--statement"));
writeFileSync(after("--bundle"), JSON.stringify({ dsseEnvelope: { payload: CONTENT.toString("base64") } }));`;

/** A run, and its proof with a cosign that does this; null for none. */
async function sign(cosign: string | null, env: Readonly<Record<string, string>> = { SIGSTORE_ID_TOKEN: "x" }) {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: Write one\n");
  place.write("check.sh", "test -e one.txt && echo it is there\n");
  place.write(".gitignore", ".ralph/\nbin/\n*.log\n");
  place.commitAll();
  const steps = [{ write: { "one.txt": "1\n" }, say: "Done.", status: { STATUS: "COMPLETE" } }];
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  const start = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=sh check.sh"];
  expect((await place.run(start)).code).toBe(0);
  if (cosign !== null) {
    place.write("bin/cosign.cjs", cosign);
    place.program("cosign", `exec "${process.execPath}" "$(dirname "$0")/cosign.cjs" "$@"`);
  }
  const path = { PATH: `${join(place.path, "bin")}:/usr/bin:/bin` };
  const signed: Ran = await place.runBeside(["prove", "--sign", "sigstore", "-o", "proof.json"], { ...path, ...env });
  if (signed.code !== 0) return { signed };
  const { out: verified, code } = await place.runBeside(["verify", "proof.json", "--any-key"]);
  const { dsseEnvelope } = JSON.parse(place.read("proof.json"));
  const statement = JSON.parse(Buffer.from(dsseEnvelope.payload, "base64").toString("utf8"));
  return { signed, verified, code, statement, words: JSON.parse(place.read("words.log")) as string[] };
}

describe("prove --sign sigstore", () => {
  it("has cosign sign the whole statement, without a key of the user's", async () => {
    const { signed, verified, code, statement, words } = await sign(writeBundle.replace("CONTENT", "payload"));
    expect(signed, signed.err).toMatchObject({ code: 0 });
    expect(words?.[0]).toBe("attest-blob");
    expect(words).toEqual(expect.arrayContaining(["--statement", "--bundle", "--new-bundle-format=true", "--yes"]));
    expect(statement.predicate.signer.publicKey).toBeNull();
    expect({ code, verified }).toEqual({
      code: 2,
      verified: expect.stringContaining("cosign verify-blob-attestation"),
    });
  });

  it.each<[string, string | null, Readonly<Record<string, string>>, string]>([
    ["is not there", null, { SIGSTORE_ID_TOKEN: "x" }, "cosign is not installed"],
    ["has no identity to sign with", "process.exit(0)", {}, "there is no identity of a CI job"],
    [
      "fails",
      'console.error("unknown flag: --statement"); process.exit(1)',
      { SIGSTORE_ID_TOKEN: "x" },
      "unknown flag",
    ],
    ["writes nothing", "process.exit(0)", { SIGSTORE_ID_TOKEN: "x" }, "no bundle of this statement"],
    [
      "signs something else",
      writeBundle.replace("CONTENT", 'Buffer.from("{}")'),
      { ACTIONS_ID_TOKEN_REQUEST_TOKEN: "x" },
      "no bundle of this statement",
    ],
  ])("says so where cosign %s", async (_, cosign, env, says) => {
    const { signed } = await sign(cosign, env);
    expect(signed).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  });
});
