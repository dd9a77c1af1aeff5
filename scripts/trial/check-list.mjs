// Whether the scenarios are written as they should be: told before anything is played.
const outcomes = ["completed", "stuck", "blocked", "needs-review", "aborted", "interrupted"];
export const fewest = 40;

export function listMistakes(scenarios) {
  const names = scenarios.map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...(scenarios.length < fewest ? [`${scenarios.length} scenarios, and ${fewest} are needed`] : []),
    ...twice.map((name) => `two scenarios are called ${name}`),
    ...scenarios.flatMap((scenario) => checkOne(scenario).map((what) => `${scenario.name}: ${what}`)),
  ];
}

function checkOne({ name, about, files, list, agent, truth }) {
  const { outcome, really, done, best, atMost = best, setAside = [], parked = [] } = truth ?? {};
  const said = [outcome ?? []].flat();
  const tasks = Object.keys(really ?? {});
  return [
    [!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name), "its name is not made of words and hyphens"],
    [!about, "nothing says what it is about"],
    [!files || list === undefined || typeof agent !== "function", "it has no project, list or agent"],
    [said.length === 0 || said.some((word) => !outcomes.includes(word)), "its truth has no outcome"],
    [!Array.isArray(done), "its truth does not say which tasks are done"],
    [tasks.length === 0 && list !== null, "its truth does not say how to see what is really done"],
    [done?.some((task) => !tasks.includes(task)), "a task is done of which nothing is asked"],
    [done?.some((task) => setAside?.includes(task)), "a task is both done and set aside"],
    [parked?.some((task) => !setAside?.includes(task)), "a task is parked and not set aside"],
    [!Number.isInteger(best) || best < 0 || atMost < best, "the best number of calls is not written"],
    [said.includes("completed") && setAside?.length > 0, "it is completed with a task set aside"],
  ].flatMap(([isMistake, what]) => (isMistake ? [what] : []));
}
