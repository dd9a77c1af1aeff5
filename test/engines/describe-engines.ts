import { afterAll, beforeAll, describe, it } from "vitest";
import { type SandboxKind, sandboxKinds } from "../../src/agents/sandbox/sandbox.js";
import { type Engine, type Person, startEngine } from "./engine.js";
import { type ImageParts, makeImageTar, removeImageTar } from "./image.js";
import { findOther, hasIds, me } from "./people.js";

export interface EngineSeat {
  readonly kind: SandboxKind;
  readonly person: Person;
  /** A test with the engine, left out where there is none. Nothing may be left of a run. */
  readonly test: (name: string, act: (engine: Engine) => Promise<void>) => void;
}

interface EngineChoice {
  readonly kinds?: readonly SandboxKind[];
  readonly image?: ImageParts;
}

/** The same tests with each engine that is here, as root and as another user. Its image is agents:1. */
export function describeEngines(
  title: string,
  { kinds = sandboxKinds, image = {} }: EngineChoice,
  tests: (seat: EngineSeat) => void,
): void {
  const other = findOther();
  const people = other ? [me, other] : [me];
  const seats = kinds.filter(isChosen).flatMap((kind) => people.map((person) => ({ kind, person })));
  const tar = makeImageTar(image);
  afterAll(() => removeImageTar(tar));
  for (const { kind, person } of seats)
    describe(`${kind} as ${person.name}${title}`, () => {
      const started: { engine: Engine | null } = { engine: null };
      beforeAll(async () => {
        started.engine = await openEngine({ kind, person }, tar);
      }, 120_000);
      afterAll(() => started.engine?.[Symbol.dispose]());
      const test: EngineSeat["test"] = (name, act) =>
        it(name, { timeout: 180_000 }, async ({ skip }) => {
          const { engine } = started;
          if (engine === null) return skip();
          await act(engine);
          await until(() => engine.containers().length === 0); // Docker removes them in the background.
        });
      tests({ kind, person, test });
    });
}

/** UNTILDONE_ENGINES names the engines to try, such as podman,bwrap. */
const chosen = process.env["UNTILDONE_ENGINES"]?.split(",");
const isChosen = (kind: SandboxKind): boolean => chosen?.includes(kind) ?? true;

async function openEngine({ kind, person }: Omit<EngineSeat, "test">, tar: string): Promise<Engine | null> {
  const needsIds = kind === "podman" && person.uid !== 0 && !hasIds(person);
  const engine = needsIds ? "/etc/subuid has no ids for them" : await startEngine(kind, person);
  if (typeof engine === "string") {
    console.warn(`${kind} cannot be tried as ${person.name}: ${engine}`);
    return null;
  }
  if (kind === "bwrap") return engine;
  const { code, err } = engine.run(["import", tar, "agents:1"]);
  if (code !== 0) throw new Error(`${kind} import: ${err}`);
  return engine;
}

export async function until(happened: () => boolean): Promise<void> {
  for (let waited = 0; !happened(); waited += 50) {
    if (waited > 30_000) throw new Error("it did not happen within 30 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
