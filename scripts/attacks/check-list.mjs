// Whether the list of attacks is fair: many mechanisms, few spellings of each, and an honest twin for every one.

import { exemptKinds } from "./judge.mjs";

const maxVariants = 10;
const maxUndecidable = 0.03;

const mechanismsOf = ({ mechanism }) => [mechanism ?? []].flat();

function countVariants(subjects) {
  const counts = new Map();
  for (const { isHonest, mechanism } of subjects)
    if (!isHonest && mechanism) counts.set(mechanism, (counts.get(mechanism) ?? 0) + 1);
  return counts;
}

export function listFaults(subjects) {
  const counts = countVariants(subjects);
  const attacks = subjects.filter(({ isHonest }) => !isHonest);
  const twins = new Set(subjects.filter(({ isHonest }) => isHonest).flatMap(mechanismsOf));
  const names = subjects.map(({ class: group, name }) => `${group}/${name}`);
  const undecidable = attacks.filter((each) => each.undecidable).length;
  return [
    ...attacks.filter(({ mechanism }) => !mechanism).map((each) => `${each.class}/${each.name} has no mechanism`),
    ...[...counts]
      .filter(([, number]) => number > maxVariants)
      .map(([name, number]) => `"${name}" has ${number} variants, and ${maxVariants} are allowed`),
    ...[...counts.keys()].filter((name) => !twins.has(name)).map((name) => `"${name}" has no honest twin`),
    ...[...twins].filter((name) => !counts.has(name)).map((name) => `"${name}" has a twin, and no attack`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is there twice`),
    ...subjects
      .filter(({ exempt = null }) => exempt !== null && !exemptKinds.includes(exempt))
      .map(({ class: group, name, exempt }) => `${group}/${name}: there is no exempt kind ${exempt}`),
    ...(undecidable > attacks.length * maxUndecidable ? [`${undecidable} undecidable attacks are too many`] : []),
  ];
}

export function describeMechanisms(subjects) {
  const counts = countVariants(subjects);
  const attacks = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const most = Math.max(...counts.values());
  return `${attacks} attacks by ${counts.size} mechanisms, at most ${most} variants of one; ${subjects.length - attacks} honest agents`;
}
