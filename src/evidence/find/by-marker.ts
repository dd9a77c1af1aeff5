import { type Ecosystem, ecosystems } from "./by-marker-table.js";
import { checkKinds, type Finder, type FoundCommand, nearestWith, type Project } from "./project.js";

export const findByMarker: Finder = (project) => ecosystems.flatMap((ecosystem) => findCommands(ecosystem, project));

function findCommands(ecosystem: Ecosystem, project: Project): readonly FoundCommand[] {
  const from = project.names.find((name) => ecosystem.markers.some((marker) => isNamed(name, marker)));
  if (from === undefined) return [];
  if (ecosystem.needs && !ecosystem.needs.some((name) => project.has(name))) return [];
  return checkKinds.flatMap((check) => {
    const [tool, ...rest] = ecosystem[check] ?? [];
    if (tool === undefined) return [];
    return [{ check, words: [findWrapper(ecosystem, project) ?? tool, ...rest], from }];
  });
}

/** In a module's folder, that of the whole project. */
function findWrapper({ wrapper }: Ecosystem, project: Project): string | undefined {
  const folder = wrapper === undefined ? undefined : nearestWith(project, [wrapper]);
  return folder === undefined ? undefined : `${folder || "./"}${wrapper}`;
}

const isNamed = (name: string, marker: string): boolean =>
  marker.startsWith("*") ? name.endsWith(marker.slice(1)) : name === marker;
