/** All combinations; arguments that are left out at the end are not given. */
export const grid = (...lists) =>
  lists
    .reduce((all, list) => all.flatMap((each) => list.map((value) => [...each, value])), [[]])
    .map(withoutMissing)
    .filter((args) => !args.includes(undefined));

function withoutMissing(args) {
  const end = args.findLastIndex((arg) => arg !== undefined) + 1;
  return args.slice(0, end);
}

export const range = (from, to, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);

/** The same inputs each time. `make` gets dice: a number below another. */
export function sample(count, make) {
  let state = 12345;
  const dice = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  return Array.from({ length: count }, () => withoutMissing(make(dice)));
}
