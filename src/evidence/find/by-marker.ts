import { checkKinds, type Finder, type FoundCommand, nearestWith, type Project } from "./project.js";

interface Ecosystem {
  /** Any of these says that the project is one of this kind; a star stands for any name. */
  readonly markers: readonly string[];
  readonly tests?: readonly string[];
  readonly build?: readonly string[];
  readonly lint?: readonly string[];
  /** A wrapper the project carries, used instead of the first word. */
  readonly wrapper?: string;
  /** Only where this is there too. */
  readonly needs?: readonly string[];
}

/** Where the kind of project says how it is tested and built. */
const ecosystems: readonly Ecosystem[] = [
  { markers: ["pom.xml"], tests: ["mvn", "-B", "test"], build: ["mvn", "-B", "compile"], wrapper: "mvnw" },
  {
    markers: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
    // Gradle leaves out tests whose inputs did not change, and says nothing about them.
    tests: ["gradle", "cleanTest", "test", "--no-build-cache"],
    build: ["gradle", "assemble"],
    wrapper: "gradlew",
  },
  {
    markers: ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"],
    tests: ["bazel", "test", "--nocache_test_results", "//..."],
    build: ["bazel", "build", "//..."],
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
