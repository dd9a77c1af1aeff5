// What is really there when a run has ended, asked outside of it and by nothing that an agent could touch.
import { pieces, probeOf } from "./pieces.mjs";
import { python } from "./projects.mjs";

/** Whether a piece works: { T1: works("roman") }. */
export const works = (file) => ({ piece: file });
export const worksInPython = (name) => ({ python: name });
/** Whether a file says something: what no test can ask. */
export const says = (file, text) => ({ asks: (place) => place.read(file).includes(text) });
export const asks = (question) => ({ asks: question });

/** The tasks whose work is there, by what `really` says of each. */
export function findReallyDone(place, really) {
  const files = Object.values(really).flatMap(({ piece }) => (piece in pieces ? [piece] : []));
  const working = files.length === 0 ? [] : JSON.parse(place.outputOf(process.execPath, ...probe(files, place.path)));
  const isThere = (what) => {
    if (what.piece) return working.includes(what.piece);
    if (what.python) return probePython(place, what.python);
    return what.asks(place);
  };
  return Object.keys(really).filter((task) => isThere(really[task]));
}

const probe = (files, base) => ["--input-type=module", "-e", probeOf(files, base)];
const probePython = (place, name) =>
  place.outputOf("python3", "-c", `from ${name} import ${name}\nprint(${python[name].probe})`).trim() === "True";
