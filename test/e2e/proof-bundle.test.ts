import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { describeRun } from "../../src/report/bundle/describe-run.js";
import { reportOf } from "../../src/report/bundle/replay-journal.js";
import { standardPredicates } from "../../src/report/bundle/standard-predicates.js";
import type { DecisionRecord } from "../../src/store/record.js";
import { newKey, statementIn, toText } from "../proofs/change-proof.js";
import { Workplace } from "./cli.js";

const done = { STATUS: "COMPLETE" };
const verifier = fileURLToPath(new URL("../../docs/verify-proof.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A run of one task whose check passes only with the work. */
async function prove(place: Workplace, { git = true, words = [] as readonly string[] } = {}): Promise<string> {
  place.write("TODO.md", "- [ ] T1: Write one\n");
  place.write("check.sh", 'test "$(cat one.txt)" = 1 && echo it is one\n');
  place.write(".gitignore", ".ralph/\n");
  if (git) place.commitAll();
  place.write(
    ".ralph/s.json",
    JSON.stringify({ steps: [{ write: { "one.txt": "1\n" }, say: "Done.", status: done }] }),
  );
  const started = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=sh check.sh", ...words];
  const ran = await place.run(started);
  expect(ran.code, ran.out + ran.err).toBe(0);
  const made = await place.run(["prove", "-o", "proof.json"]);
  expect(made.code, made.err).toBe(0);
  return place.read("proof.json");
}

const commit = (place: Workplace, ...words: string[]): void => {
  const git = (...each: string[]) =>
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...each], {
      cwd: place.path,
      encoding: "utf8",
    });
  git("add", "-A", ...words);
  expect(git("commit", "-qm", "work").status).toBe(0);
};

/** What both verifiers say. */
async function verify(place: Workplace, ...words: string[]): Promise<{ code: number | null; out: string }> {
  const { code, out, err } = await place.run(["verify", ...words]);
  if (hasPython) {
    const python = spawnSync("python3", [verifier, ...words], { cwd: place.path, encoding: "utf8" });
    const said = python.stdout + python.stderr;
    expect({ status: python.status, out: said }).toMatchObject({ status: code });
    const differing = /\d+(?= files? here differ)/;
    expect(differing.exec(said)?.[0], said).toBe(differing.exec(out)?.[0]);
  }
  return { code, out: out + err };
}

// Each asks git many times, and another verifier, too: on a busy machine that takes its time.
describe("a proof", { timeout: 300_000 }, () => {
  it("is genuine where it was made, after a commit, after one with the proof in it, and nowhere else", async () => {
    using place = new Workplace();
    await prove(place);
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({
      code: 0,
      out: expect.stringContaining("the files here, not all of them committed"),
    });
    commit(place, "--", ":!proof.json");
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 0 });
    commit(place);
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({
      code: 0,
      out: expect.stringContaining("adds only this proof"),
    });
    place.write("one.txt", "2\n");
    commit(place);
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 1 });
    expect(await verify(place, "proof.json", "--any-key", "--commit", "HEAD~1")).toMatchObject({ code: 0 });
    expect(await verify(place, "proof.json", "--any-key", "--file-only")).toMatchObject({ code: 0 });
  });

  it("is that of the commit, and says so where the files here are others", async () => {
    using place = new Workplace();
    await prove(place);
    commit(place, "--", ":!proof.json");
    const git = (...words: string[]) => spawnSync("git", words, { cwd: place.path });
    const changes: readonly (readonly [name: string, change: () => void, undo: () => void])[] = [
      ["one.txt", () => place.write("one.txt", "2\n"), () => git("checkout", "-q", "one.txt")],
      ["new.txt", () => place.write("new.txt", "\n"), () => rmSync(join(place.path, "new.txt"))],
      ["check.sh", () => rmSync(join(place.path, "check.sh")), () => git("checkout", "-q", "check.sh")],
      ["check.sh", () => chmodSync(join(place.path, "check.sh"), 0o755), () => git("checkout", "-q", "check.sh")],
    ];
    for (const [name, change, undo] of changes) {
      expect(await verify(place, "proof.json", "--any-key")).toMatchObject({
        code: 0,
        out: expect.not.stringContaining("differ"),
      });
      change();
      const { code, out } = await verify(place, "proof.json", "--any-key");
      expect(code, name).toBe(0);
      expect(out).toContain(`1 file here differs from it (${name}): the commit was proved, not what lies here`);
      const replayed = await place.run(["verify", "proof.json", "--any-key", "--replay"]);
      expect(replayed, name).toMatchObject({ code: 0, out: expect.stringContaining("1 check as recorded") });
      undo();
    }
    for (const [, change] of changes.slice(0, 3)) change();
    const { out } = await verify(place, "proof.json", "--any-key");
    expect(out).toContain("3 files here differ from it (check.sh, new.txt, one.txt): the commit was proved");
    const { out: json } = await place.run(["verify", "proof.json", "--any-key", "--json"]);
    expect(JSON.parse(json).here).toMatchObject({ is: "differ", paths: ["check.sh", "new.txt", "one.txt"] });
    commit(place, "--", ":!proof.json");
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 1 });
    expect(await verify(place, "proof.json", "--any-key", "--commit", "HEAD~1")).toMatchObject({
      code: 0,
      out: expect.not.stringContaining("differ"),
    });
    expect(await verify(place, "proof.json", "--any-key", "--commit", "nope")).toMatchObject({ code: 2 });
  });

  it("proves the files of a folder without git", async () => {
    using place = new Workplace();
    await prove(place, { git: false });
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 0 });
    place.write("one.txt", "1 \n");
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({
      code: 1,
      out: expect.stringContaining("one.txt"),
    });
    place.write("one.txt", "1\n");
    place.write("node_modules/a/index.js", "1\n");
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 0 });
    place.write("sub/new.txt", "1\n");
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({
      code: 1,
      out: expect.stringContaining("sub/new.txt was not there"),
    });
    rmSync(join(place.path, "sub/new.txt"));
    rmSync(join(place.path, "one.txt"));
    expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 1 });
  });

  it("says who signed: a named key, any, or nobody that anyone named", async () => {
    using place = new Workplace();
    const text = await prove(place);
    const { out: pem } = await place.run(["key", "--public"]);
    const { out: json } = await place.runBeside(["key", "--json"]);
    place.write(".ralph/me.pub", pem);
    place.write(".ralph/other.json", toText(Buffer.from(JSON.stringify(statementIn(text))), newKey()));
    expect(await verify(place, "proof.json", "--key", ".ralph/me.pub")).toMatchObject({ code: 0 });
    const { publicKey } = JSON.parse(json);
    const told = await place.runBeside(["verify", "proof.json", "--any-key", "--json"]);
    expect(JSON.parse(told.out).signer.publicKey).toBe(publicKey);
    expect(publicKey).toBe(statementIn(text).predicate.signer.publicKey);
    if (hasPython) {
      const lost = spawnSync("python3", [verifier], { cwd: place.path, encoding: "utf8" });
      expect(lost).toMatchObject({
        status: 2,
        stdout: expect.stringMatching(/^CANNOT TELL: no proof is named\n.*usage: /s),
      });
      const half = spawnSync("python3", [verifier, "proof.json", "--key"], { cwd: place.path, encoding: "utf8" });
      expect(half).toMatchObject({ status: 2, stdout: "CANNOT TELL: an option lacks its value\n" });
    }
    expect(await verify(place, "proof.json", "--key", JSON.parse(json).id)).toMatchObject({ code: 0 });
    expect(await verify(place, "proof.json", "--key", newKey().public.id)).toMatchObject({ code: 1 });
    expect(await verify(place, "proof.json")).toMatchObject({
      code: 2,
      out: expect.stringContaining("whether that is a key you trust"),
    });
    expect(await verify(place, ".ralph/other.json", "--any-key")).toMatchObject({ code: 1 });
  });

  it("tells what it cannot read or compare, with the right exit status", async () => {
    using place = new Workplace();
    const text = await prove(place);
    const statement = statementIn(text);
    const signed = (changes: object) => toText(Buffer.from(JSON.stringify({ ...statement, ...changes })), newKey());
    const files: Readonly<Record<string, readonly [text: string, code: number, says: string]>> = {
      "newer.json": [signed({ predicate: { ...statement.predicate, version: 2 } }), 2, "newer untildone"],
      "newer-kind.json": [signed({ predicateType: "urn:untildone:proof:v2" }), 2, "newer untildone"],
      "other-kind.json": [signed({ predicateType: "https://slsa.dev/provenance/v1" }), 2, "of another kind"],
      "half.json": [text.slice(0, text.length / 2), 2, "not a signed envelope"],
      "empty.json": ["", 2, "not a signed envelope"],
      "unsigned.json": [text.replace(/"signatures":\[.*\]/, '"signatures":[]'), 3, "nobody signed it"],
    };
    for (const [name, [content, code, says]] of Object.entries(files)) {
      place.write(`.ralph/${name}`, content);
      expect(await verify(place, `.ralph/${name}`, "--any-key"), name).toMatchObject({
        code,
        out: expect.stringContaining(says),
      });
    }
    writeFileSync(join(place.path, ".ralph/huge.json"), "");
    truncateSync(join(place.path, ".ralph/huge.json"), 1024 ** 3);
    expect(await verify(place, ".ralph/huge.json", "--any-key")).toMatchObject({
      code: 2,
      out: expect.stringContaining("larger than 256 MB"),
    });
    expect(await verify(place, "missing.json", "--any-key")).toMatchObject({ code: 2 });
  });

  it("cannot be told in a checkout without its commit, or in no repository", async () => {
    using place = new Workplace();
    using other = new Workplace();
    await prove(place, { words: ["--checkpoint", "commit"] });
    const statement = statementIn(place.read("proof.json"));
    expect(statement.subject).toHaveLength(2);
    cpSync(join(place.path, "proof.json"), join(other.path, "proof.json"));
    expect(await verify(other, "proof.json", "--any-key")).toMatchObject({
      code: 2,
      out: expect.stringContaining("no git repository here"),
    });
    other.write("a.txt", "1\n");
    other.commitAll();
    expect(await verify(other, "proof.json", "--any-key")).toMatchObject({
      code: 2,
      out: expect.stringContaining("which this checkout does not have"),
    });
  });

  it("is not made of what changed after the run, nor signed by a key that others can read", async () => {
    using place = new Workplace();
    await prove(place);
    rmSync(join(place.path, "proof.json"));
    place.write("one.txt", "1\n\n");
    const changed = await place.run(["prove", "-o", ".ralph/again.json"]);
    expect(changed).toMatchObject({ code: 2, err: expect.stringContaining("one.txt changed since") });
    place.write("one.txt", "1\n");
    chmodSync(join(place.stateHome, "untildone/signing-key.pem"), 0o644);
    const readable = await place.run(["prove", "-o", ".ralph/again.json"]);
    expect(readable).toMatchObject({ code: 2, err: expect.stringContaining("others can read the signing key") });
    expect((await place.run(["key", "--new"])).code).toBe(0);
    expect((await place.run(["prove", "-o", ".ralph/again.json"])).code).toBe(0);
  });

  it("is made beside earlier proofs, which are no part of what it proves", async () => {
    using place = new Workplace();
    await prove(place);
    for (const words of [[], ["-o", "second.json"], ["-o", "proof.json"], ["-o", ".ralph/inside.json"]])
      expect(await place.run(["prove", ...words]), words.join(" ")).toMatchObject({ code: 0 });
    const proofs = ["proof.json", "second.json", ".ralph/inside.json"];
    const verifyAll = async (when: string): Promise<void> => {
      for (const proof of proofs)
        expect(await verify(place, proof, "--any-key"), `${proof} ${when}`).toMatchObject({
          code: 0,
          out: expect.not.stringContaining("differ"),
        });
    };
    await verifyAll("before any commit");
    commit(place, "--", ":!second.json");
    await verifyAll("after one of work and the first proof");
    commit(place);
    expect(await place.run(["prove", "-o", "proof.json"])).toMatchObject({ code: 0 });
    expect(statementIn(place.read("proof.json")).subject.map(({ name }) => name)).toEqual(["commit", "tree"]);
    await verifyAll("after the first was made again");
    commit(place);
    await verifyAll("after that was committed");
    place.write("forged.json", place.read("proof.json").replace('"sig":"', '"sig":"AA'));
    expect(await place.run(["prove", "-o", "last.json"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("forged.json changed since"),
    });
  });

  it.each([{ git: true }, { git: false }])(
    "is made where a file holds a secret, unless it changed: %j",
    async ({ git }) => {
      using place = new Workplace();
      const secret = "password: hunter2hunter2-Zq8Kd02mXv71\n";
      place.write("conf.ini", secret);
      place.write("TODO.md", "- [ ] T1: Write one\n");
      place.write("check.sh", 'test "$(cat one.txt)" = 1 && echo it is one\n');
      place.write(".gitignore", ".ralph/\n");
      if (git) place.commitAll();
      const write = {
        "one.txt": "1\n",
        "conf.ini": `port: 1\n${secret}`,
        "new.env": `API_TOKEN=ghp_${"a1B2".repeat(9)}\n`,
      };
      place.write(".ralph/s.json", JSON.stringify({ steps: [{ write, say: "Done.", status: done }] }));
      const start = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=sh check.sh"];
      expect(await place.run(start)).toMatchObject({ code: 0 });
      expect(await place.run(["prove", "-o", "proof.json"])).toMatchObject({
        code: 0,
        err: expect.stringContaining("verify"),
      });
      expect(await verify(place, "proof.json", "--any-key")).toMatchObject({ code: 0 });
      place.write("new.env", `API_TOKEN=ghp_${"a1B3".repeat(9)}\n`);
      expect(await place.run(["prove", "-o", "proof.json"])).toMatchObject({
        code: 2,
        err: expect.stringContaining("new.env changed since"),
      });
    },
  );

  it("makes the report of its run on a machine that knows nothing of it", async () => {
    using place = new Workplace();
    using other = new Workplace();
    other.write("proof.json", await prove(place));
    const { out: ours } = await place.run(["report", "--format", "json"]);
    const made = await other.run(["report", "proof.json", "--format", "json"]);
    expect(made.code, made.err).toBe(0);
    const report = JSON.parse(made.out);
    const { run, project, outcome, tasks } = JSON.parse(ours);
    expect(report).toMatchObject({ run, project, outcome, tasks, proofFile: "proof.json" });
    expect(report.problems.at(-1)).toMatch(/^Made from a proof alone, signed by [0-9a-f]{64}/);
    expect((await other.run(["report", "./proof.json", "--format", "md"])).out).toContain("T1");
    expect((await other.run(["report", "proof.json", "--format", "junit"])).out).toContain("<testsuite");
    expect(await other.run(["report", "proof.json"])).toMatchObject({
      code: 0,
      out: `${join(realpathSync(other.path), "proof.json").replace(".json", ".html")}\n`,
    });
    expect(other.read("proof.html")).toContain("<!doctype html>");
    await place.run(["prove", "-o", "short.json", "--no-journal"]);
    const refused: Readonly<Record<string, readonly [text: string, says: string]>> = {
      "short.json": [place.read("short.json"), "its records alone"],
      "half.json": [other.read("proof.json").slice(0, 900), "not a signed envelope"],
      "changed.json": [other.read("proof.json").replace('"keyid":"', '"keyid":"0'), "its signature is not"],
      "unsigned.json": [other.read("proof.json").replace(/"signatures":\[.*\]/, '"signatures":[]'), "nobody signed it"],
    };
    for (const [name, [text, says]] of Object.entries(refused)) {
      other.write(name, text);
      expect(await other.run(["report", name, "--format", "json"]), name).toMatchObject({
        code: 2,
        err: expect.stringContaining(says),
      });
    }
    expect((await other.run(["report", "missing.json"])).code).toBe(2);
  });

  it("is replayed: its journal decides the same again, its checks come out as recorded", async () => {
    using place = new Workplace();
    const text = await prove(place);
    const same = await place.run(["verify", "proof.json", "--any-key", "--replay"]);
    expect(same).toMatchObject({ code: 0, out: expect.stringContaining("1 check as recorded") });
    const statement = statementIn(text);
    const key = newKey();
    const { predicate } = statement;
    const signer = { ...predicate.signer, publicKey: key.public.raw };
    const write = (changes: object): void =>
      void place.write(
        "proof.json",
        toText(Buffer.from(JSON.stringify({ ...statement, predicate: { ...predicate, signer, ...changes } })), key),
      );
    write({ tasks: predicate.tasks.map((task) => ({ ...task, verdict: "not-proven" })) });
    const told = await place.run(["verify", "proof.json", "--any-key", "--replay"]);
    expect(told).toMatchObject({ code: 1, out: expect.stringContaining("its tasks are not those of its journal") });
    const failing = ["sh", "-c", "exit 1"];
    const checks = predicate.checks.map((check) => (check.command ? { ...check, command: failing } : check));
    write({ checks, standard: standardPredicates({ ...predicate, checks, journalHead: predicate.journal.head }) });
    const other = await place.run(["verify", "proof.json", "--any-key", "--replay"]);
    expect(other).toMatchObject({
      code: 1,
      out: expect.stringContaining("tests was recorded as pass, and is now fail"),
    });
  });

  it("names what each check came to last, also of a run that ended between two turns", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: Write one\n- [ ] T2: Write two\n");
    place.write("check.sh", "test -e one.txt && echo it is there\n");
    place.write(".gitignore", ".ralph/\n");
    place.commitAll();
    const steps = [{ write: { "one.txt": "1\n" }, say: "Working on it." }];
    place.write(".ralph/s.json", JSON.stringify({ steps }));
    const start = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=sh check.sh"];
    const ran = await place.run([...start, "--max-iterations", "1"]);
    expect(ran.code, ran.out).toBe(2);
    expect((await place.run(["prove", "-o", "proof.json"])).code).toBe(0);
    const { predicate } = statementIn(place.read("proof.json"));
    const lines = predicate.journal.lines ?? [];
    const last = JSON.parse(lines.at(-1) ?? "") as DecisionRecord;
    const report = await reportOf(lines, predicate.run);
    const none = { ...last.observation, evidence: [] };
    const between: DecisionRecord = { ...last, n: last.n + 1, iteration: 2, observation: none };
    const tests = { name: "tests", state: "holds", iteration: 1 };
    expect(describeRun(report, [last]).checks.find(({ name }) => name === "tests")).toMatchObject(tests);
    expect(describeRun(report, [last, between]).checks).toEqual(describeRun(report, [last]).checks);
    const [evidence] = last.observation.evidence.filter(({ name }) => name === "tests");
    if (evidence === undefined) throw new Error("no evidence");
    const failing = { ...none, evidence: [{ ...evidence, state: "fails" as const }] };
    const own = { ...last, iteration: 3, observation: failing };
    expect(describeRun(report, [last, own, between]).checks).toContainEqual(
      expect.objectContaining({ ...tests, state: "fails", iteration: 3 }),
    );
    const ofUnit = { ...own, unit: "T1" };
    expect(describeRun(report, [last, ofUnit, between]).checks).toContainEqual(expect.objectContaining(tests));
    expect(describeRun(report, [ofUnit, between]).checks).toHaveLength(1);
    const replayed = await place.run(["verify", "proof.json", "--any-key", "--replay"]);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringContaining("1 check as recorded") });
  });

  it("is written at the end of a run with --prove", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: Write one\n");
    place.write("check.sh", "test -e one.txt && echo it is there\n");
    place.commitAll();
    place.write(
      ".ralph/s.json",
      JSON.stringify({ steps: [{ write: { "one.txt": "1\n" }, say: "Done.", status: done }] }),
    );
    const started = [
      "run",
      "--agent",
      "scripted",
      "--script",
      ".ralph/s.json",
      "--check",
      "tests=sh check.sh",
      "--prove",
    ];
    const { code, out } = await place.run(started);
    expect(code, out).toBe(0);
    const [, file = ""] = /^Proof: +(.+)$/m.exec(out) ?? [];
    const { out: json } = await place.run(["report", "--format", "json"]);
    const { proofFile } = JSON.parse(json);
    expect(join(place.path, proofFile)).toBe(file);
    const { out: markdown } = await place.run(["report", "--format", "md"]);
    expect(markdown).toContain(`Verify it with: \`untildone verify ${proofFile} --any-key\``);
    expect((await place.run(["report", "-o", "-"])).out).toContain(proofFile);
    expect(await place.run(["verify", file, "--any-key"])).toMatchObject({ code: 0 });
  });

  it("holds no secret, and fits its schema", async () => {
    using place = new Workplace();
    const secret = "zq8Kd02mXv71LpTnAb";
    place.write("TODO.md", "- [ ] T1: Write one\n");
    place.write(".gitignore", ".ralph/\n");
    place.write("check.sh", `test -e one.txt && echo ${secret}\n`);
    place.commitAll();
    place.write(
      ".ralph/s.json",
      JSON.stringify({ steps: [{ write: { "one.txt": "1\n" }, say: `Done with ${secret}.`, status: done }] }),
    );
    const env = { EXAMPLE_API_KEY: secret };
    await place.runBeside(
      ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", `tests=sh check.sh ${secret}`],
      env,
    );
    const made = await place.runBeside(["prove", "-o", "-"], env);
    expect(made.code, made.err).toBe(0);
    const statement = statementIn(made.out);
    expect(JSON.stringify(statement)).not.toContain(secret);
    const schema = JSON.parse(
      readFileSync(fileURLToPath(new URL("../../docs/proof-bundle.schema.json", import.meta.url)), "utf8"),
    );
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
    expect(validate(statement), JSON.stringify(validate.errors)).toBe(true);
  });
});

it("has the schema that its types make", async () => {
  const script = "../../scripts/event-schema.mjs";
  const { makeProofSchema } = await import(script);
  const file = fileURLToPath(new URL("../../docs/proof-bundle.schema.json", import.meta.url));
  const written = JSON.parse(readFileSync(file, "utf8"));
  expect(written, "write it again with: node scripts/event-schema.mjs").toEqual(makeProofSchema());
});
