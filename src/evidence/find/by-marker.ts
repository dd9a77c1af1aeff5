import { scriptNames } from "./javascript.js";
import type { Finder, FoundCommand, Project } from "./project.js";

interface Ecosystem {
  /** Any of these says that the project is one of this kind; a star stands for any name. */
  readonly markers: readonly string[];
  readonly tests?: readonly string[];
  readonly build?: readonly string[];
  readonly lint?: readonly string[];
  /** A wrapper the project carries, used in the place of the first word. */
  readonly wrapper?: string;
  /** Only where this is there too. */
  readonly needs?: readonly string[];
}

/** Where the kind of project says how it is tested and built. */
const ecosystems: readonly Ecosystem[] = [
  {
    markers: ["Cargo.toml"],
    tests: ["cargo", "test"],
    build: ["cargo", "build"],
    lint: ["cargo", "clippy", "--", "-D", "warnings"],
  },
  {
    markers: ["go.mod"],
    tests: ["go", "test", "./..."],
    build: ["go", "build", "./..."],
    lint: ["go", "vet", "./..."],
  },
  { markers: ["pom.xml"], tests: ["mvn", "-B", "test"], build: ["mvn", "-B", "compile"], wrapper: "./mvnw" },
  {
    markers: ["build.gradle", "build.gradle.kts"],
    tests: ["gradle", "test"],
    build: ["gradle", "assemble"],
    wrapper: "./gradlew",
  },
  { markers: ["mix.exs"], tests: ["mix", "test"], build: ["mix", "compile"] },
  { markers: ["*.sln", "*.slnx", "*.csproj", "*.fsproj"], tests: ["dotnet", "test"], build: ["dotnet", "build"] },
  { markers: ["Package.swift"], tests: ["swift", "test"], build: ["swift", "build"] },
  { markers: ["build.sbt"], tests: ["sbt", "test"], build: ["sbt", "compile"] },
  { markers: ["pubspec.yaml"], tests: ["dart", "test"], lint: ["dart", "analyze"], needs: ["test"] },
  { markers: ["build.zig"], tests: ["zig", "build", "test"], build: ["zig", "build"] },
  { markers: ["*.cabal"], tests: ["cabal", "test"], build: ["cabal", "build"] },
  { markers: ["Gemfile"], tests: ["bundle", "exec", "rspec"], needs: ["spec", ".rspec"] },
  { markers: ["Gemfile"], tests: ["bundle", "exec", "rake", "test"], needs: ["Rakefile"] },
  { markers: ["phpunit.xml", "phpunit.xml.dist"], tests: ["vendor/bin/phpunit"] },
  {
    markers: ["CMakeLists.txt"],
    tests: ["ctest", "--test-dir", "build"],
    build: ["cmake", "--build", "build"],
    needs: ["build"],
  },
];

export const findByMarker: Finder = (project) => ecosystems.flatMap((ecosystem) => findCommands(ecosystem, project));

function findCommands(ecosystem: Ecosystem, project: Project): readonly FoundCommand[] {
  const from = project.names.find((name) => ecosystem.markers.some((marker) => isNamed(name, marker)));
  if (from === undefined) return [];
  if (ecosystem.needs && !ecosystem.needs.some((name) => project.has(name))) return [];
  return (["tests", "build", "lint"] as const).flatMap((check) => {
    const [tool, ...rest] = ecosystem[check] ?? [];
    if (tool === undefined) return [];
    const wrapper = ecosystem.wrapper !== undefined && project.has(ecosystem.wrapper) ? ecosystem.wrapper : tool;
    return [{ check, words: [wrapper, ...rest], from }];
  });
}

const isNamed = (name: string, marker: string): boolean =>
  marker.startsWith("*") ? name.endsWith(marker.slice(1)) : name === marker;

/** Composer's scripts. */
export const findInComposer: Finder = (project) => {
  const names = scriptNames(project.text("composer.json"));
  const pick = (check: FoundCommand["check"], name: string): readonly FoundCommand[] =>
    names.includes(name)
      ? [{ check, words: ["composer", "run-script", name], from: `composer.json scripts.${name}` }]
      : [];
  return [...pick("tests", "test"), ...pick("lint", "lint")];
};
