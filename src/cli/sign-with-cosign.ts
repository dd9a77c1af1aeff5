import { isDeepStrictEqual } from "node:util";
import { UserError } from "../lib/errors.js";
import { replacePrivateFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { removeFolder, temporaryFolder } from "../lib/files/temporary-folder.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { runCommand } from "../lib/process/process.js";
import { findExecutable } from "../lib/process/programs.js";
import type { ProofStatement } from "../report/bundle/statement.js";
import type { Io } from "./command.js";

/** Variables that a job has where its system says who it is. Without one, cosign would open a browser. */
const identities = ["ACTIONS_ID_TOKEN_REQUEST_TOKEN", "SIGSTORE_ID_TOKEN", "GOOGLE_SERVICE_ACCOUNT_NAME"];
const timeoutMs = 180_000;

/** The statement as a sigstore bundle, signed by the identity of this job. cosign 2.6 or newer signs whole statements. */
export async function signWithCosign(statement: ProofStatement, io: Io): Promise<string> {
  const { cwd, env } = io;
  const program = findExecutable("cosign", { path: env["PATH"] ?? "", cwd });
  if (program === null)
    throw refuse(
      "cosign is not installed",
      "install it from https://docs.sigstore.dev/cosign (gh attestation only verifies), or leave --sign out for your own key",
    );
  if (!identities.some((name) => env[name]))
    throw refuse(
      "nothing here says who signs: there is no identity of a CI job",
      "in GitHub Actions give the job the permission id-token: write, elsewhere set SIGSTORE_ID_TOKEN; or leave --sign out",
    );
  const folder = temporaryFolder("untildone-sign-");
  try {
    const [input, output] = [`${folder}/statement.json`, `${folder}/bundle.json`];
    replacePrivateFile(input, JSON.stringify(statement));
    const words = [
      program,
      "attest-blob",
      "--statement",
      input,
      "--bundle",
      output,
      "--new-bundle-format=true",
      "--yes",
    ];
    const { ending, stderr } = await runCommand(words, { cwd, timeoutMs });
    const why = stderr.text().trim().split("\n").at(-1) || ending.is;
    if (ending.is !== "exited" || ending.code !== 0)
      throw refuse(`cosign could not sign: ${why}`, "see what it says with: cosign version; it has to be 2.6 or newer");
    const bundle = readIfThere(output) ?? "";
    if (holds(bundle, statement)) return `${bundle.trimEnd()}\n`;
    throw refuse("what cosign wrote is no bundle of this statement", "update cosign: it has to be 2.6 or newer");
  } finally {
    removeFolder(folder);
  }
}

const refuse = (what: string, fix: string): UserError => new UserError({ what, where: "--sign sigstore", fix });

/** Whether a bundle is about this statement, and not about something that cosign made of it. */
function holds(text: string, statement: ProofStatement): boolean {
  const bundle = tryParseJson(text);
  const envelope = isRecord(bundle) ? bundle["dsseEnvelope"] : null;
  const payload = isRecord(envelope) ? envelope["payload"] : null;
  if (typeof payload !== "string") return false;
  return isDeepStrictEqual(
    tryParseJson(Buffer.from(payload, "base64").toString("utf8")),
    JSON.parse(JSON.stringify(statement)),
  );
}
