export interface Ecosystem {
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
export const ecosystems: readonly Ecosystem[] = [
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
