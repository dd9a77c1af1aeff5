import { errorMessage } from "../../../lib/errors.js";
import { copyEntry, putFile } from "../../../lib/files/copy-tree.js";
import { describeWriteError } from "../../../lib/files/explain-write.js";
import { blobHash, hashFile } from "../../../lib/files/file-cache.js";
import { isThere, pathFrom, pathJoin, realPath, walkFolder } from "../../../lib/files/folder.js";
import { copyEnvironment } from "../../../lib/process/copy-env.js";
import { type CommandFinding, checkCommand, noStart } from "../../checks/command.js";
import type { CommandPlan } from "../../plan.js";
import { type CleanCopy, makeCleanCopy } from "./clean-copy.js";
import { CopyState } from "./copy-state.js";
import { missesOutput } from "./misses-output.js";
import { isExecutable } from "./old-files.js";
import type { PutBack } from "./put-back.js";
import { isNamedInWords } from "./use-of-outputs.js";
import type { CopyScene, WorkCopyOptions } from "./work-copy-options.js";

/** A copy in which checks are run, with what its build makes. */
export class WorkCopy {
  readonly #options: WorkCopyOptions;
  readonly #copy: CleanCopy;
  /** Null until it is known whether something has to be built. */
  #build: CommandPlan | null = null;
  /** What the first build wrote. */
  #built: readonly string[] | null = null;
  #rewritten: readonly string[] = [];
  /** What was put into it later, by path from the root. */
  readonly #texts = new Map<string, string | null>();

  private constructor(options: WorkCopyOptions, copy: CleanCopy) {
    this.#options = options;
    this.#copy = copy;
  }

  /** In words why there is none. */
  static async open(options: WorkCopyOptions): Promise<WorkCopy | string> {
    const copy = await makeCleanCopy(options);
    return typeof copy === "string" ? copy : new WorkCopy(options, copy);
  }

  get cwd(): string {
    return this.#copy.cwd;
  }

  remove(): void {
    this.#copy.remove();
  }

  /** Files of the start that the last run rewrote. */
  get rewritten(): readonly string[] {
    return this.#rewritten;
  }

  /** Null removes the file. */
  put(path: string, text: string | null): void {
    const inside = pathFrom(this.#copy.folder, pathJoin(this.cwd, path));
    this.#texts.set(inside, text);
    this.#write(inside, text);
  }

  /** As the project has it. */
  restore(path: string): void {
    const inside = pathFrom(this.#copy.folder, pathJoin(this.cwd, path));
    this.#texts.delete(inside);
    this.#putBack(inside);
  }

  /**
   * Runs a check in it as it is now, on nothing that was built before, and takes away what it left; or says in words why
   * that would say nothing.
   */
  async run(plan: CommandPlan, scene: CopyScene): Promise<CommandFinding | string> {
    try {
      return (await this.#runOnce(plan, scene)) ?? (await this.run(plan, scene));
    } catch (error) {
      return `the copy cannot be changed: ${describeWriteError(error) ?? errorMessage(error)}`;
    }
  }

  async #runOnce(plan: CommandPlan, scene: CopyScene): Promise<CommandFinding | string | null> {
    for (const output of this.#copy.outputs) this.#write(output, null);
    const before = new CopyState(this.#copy);
    const ran = await this.#buildAndRun(plan, scene);
    const why = (await this.#copy.whyUnfit()) ?? this.#whyRewritten(before);
    this.#rewritten = this.#copy.rewritten();
    before.reset((path) => this.#putBack(path));
    return why ?? ran;
  }

  /** Null where it has to be done again, since something has to be built. */
  async #buildAndRun(plan: CommandPlan, scene: CopyScene): Promise<CommandFinding | string | null> {
    const why = this.#needsBuild(plan) ? await this.#buildFirst(scene) : null;
    if (why !== null) return why;
    const finding = await this.command(plan, scene);
    const missed = this.#build === null ? this.#findMissed(finding) : null;
    return missed === null ? finding : this.#choose(missed);
  }

  #whyRewritten(before: CopyState): string | null {
    if (!this.#options.mustStay) return null;
    const path = before.findRewritten((name) => {
      const bytes = this.#contentOf(name);
      if (bytes === undefined) return hashFile(pathJoin(this.#options.root.path, name))?.hash ?? null;
      return bytes === null ? null : blobHash(Buffer.from(bytes), "sha1");
    });
    return path === null ? null : `${path} was rewritten while the tests ran`;
  }

  /** What the copy has otherwise than the project; null: nothing. */
  #contentOf(path: string): Uint8Array | string | null | undefined {
    return this.#texts.has(path) ? this.#texts.get(path) : this.#putBackOf(path)?.content;
  }

  #putBackOf(path: string): PutBack | undefined {
    const { putBack, root } = this.#options;
    return putBack.find((each) => each.root === root.path && each.path === path);
  }

  #putBack(path: string): void {
    const bytes = this.#contentOf(path);
    this.#write(path, bytes ?? null);
    // Its time is now: compilers ask whether a source is younger than what they made of it.
    if (bytes === undefined) copyEntry(pathJoin(this.#options.root.path, path), pathJoin(this.#copy.folder, path));
  }

  #write(path: string, bytes: Uint8Array | string | null): void {
    const was = this.#putBackOf(path)?.isExecutable;
    const is = bytes !== null && (was ?? isExecutable(pathJoin(this.#options.root.path, path)));
    putFile({ folder: this.#copy.folder, path, bytes, isExecutable: is });
  }

  /** Runs a command in it, which is told about the copy where it would be told about the project. */
  command(plan: CommandPlan, scene: CopyScene): Promise<CommandFinding> {
    const { cwd, temporary, folder } = this.#copy;
    const words = plan.words.map((word) => word.replaceAll(`${realPath(this.#options.cwd)}/`, `${cwd}/`));
    const place = { project: this.#options.root.path, copy: folder, cwd, temporary, python: this.#pythonFolders() };
    const left = Math.max(1, Math.ceil((this.#options.left?.() ?? Number.POSITIVE_INFINITY) / 1000));
    const told = { words, env: copyEnvironment(place, plan.env), timeoutSeconds: Math.min(plan.timeoutSeconds, left) };
    const shows = [folder, temporary, ...(scene.shows ?? [])];
    return checkCommand({ ...plan, ...told }, { ...scene, cwd, shows }, noStart);
  }

  /** An installed copy of the project's packages must not be tested instead. */
  #pythonFolders(): readonly string[] {
    const { cwd, folder } = this.#copy;
    const marks = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "tox.ini", "pytest.ini"];
    const places = [...new Set([cwd, folder])].filter((place) => marks.some((mark) => isThere(pathJoin(place, mark))));
    return places.flatMap((place) => [pathJoin(place, "src"), place].filter(isThere));
  }

  #needsBuild(plan: CommandPlan): boolean {
    if (this.#build !== null) return true;
    const { outputs, usedBy } = this.#copy;
    const { build } = this.#options;
    const isUsed = usedBy !== null || outputs.some((output) => isNamedInWords(output, build.lines));
    return isUsed && plan.reads !== "status" && !build.isOwn;
  }

  /** An output that is not there though the check asked for it. */
  #findMissed(finding: CommandFinding): string | null {
    if (finding.state === "holds") return null;
    const gone = this.#copy.outputs.filter((output) => !isThere(pathJoin(this.#copy.folder, output)));
    return gone.find((output) => missesOutput(finding, output, this.#options.root.path)) ?? null;
  }

  /** In words why nothing can be built. */
  #choose(missing: string): string | null {
    this.#build = this.#options.build.find();
    return this.#build === null
      ? `its tests need ${missing}, which a build makes, and no build of the project is known`
      : null;
  }

  async #buildFirst(scene: CopyScene): Promise<string | null> {
    const [first = ""] = this.#copy.outputs;
    const why = this.#build === null ? this.#choose(first) : null;
    if (why !== null || this.#build === null) return why;
    const finding = await this.command(this.#build, scene);
    const words = this.#build.words.join(" ");
    const made = this.#listOutputs();
    if (made.length === 0 && finding.state === "holds") return `${words} does not make ${first} in a copy`;
    // A compiler that complains about types may have written all the same.
    const isWhole = finding.state === "holds" || (this.#built?.every((path) => made.includes(path)) ?? false);
    if (!isWhole) return `${words} fails in a copy: ${finding.detail.replaceAll(`${this.cwd}/`, "")}`;
    this.#built ??= made;
    return null;
  }

  #listOutputs(): readonly string[] {
    const { folder, outputs } = this.#copy;
    return outputs.flatMap((output) => {
      const { files } = walkFolder(pathJoin(folder, output), () => false);
      return files.length > 0 || !isThere(pathJoin(folder, output))
        ? files.map((file) => `${output}/${file}`)
        : [output];
    });
  }
}
