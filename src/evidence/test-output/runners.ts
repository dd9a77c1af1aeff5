import type { Runner } from "./runner.js";
import { automake } from "./runners/automake.js";
import { ava } from "./runners/ava.js";
import { bats } from "./runners/bats.js";
import { bazel } from "./runners/bazel.js";
import { behave } from "./runners/behave.js";
import { boostTest } from "./runners/boost-test.js";
import { bunTest } from "./runners/bun-test.js";
import { cargoTest } from "./runners/cargo-test.js";
import { catch2 } from "./runners/catch2.js";
import { clojureTest } from "./runners/clojure-test.js";
import { coverage } from "./runners/coverage.js";
import { ctest } from "./runners/ctest.js";
import { cucumber } from "./runners/cucumber.js";
import { cypress } from "./runners/cypress.js";
import { dartTest } from "./runners/dart-test.js";
import { dotnetTest } from "./runners/dotnet-test.js";
import { elmTest } from "./runners/elm-test.js";
import { exunit } from "./runners/exunit.js";
import { foundry } from "./runners/foundry.js";
import { generic } from "./runners/generic.js";
import { goJson } from "./runners/go-json.js";
import { goTest } from "./runners/go-test.js";
import { gotestsum } from "./runners/gotestsum.js";
import { gradle } from "./runners/gradle.js";
import { gtest } from "./runners/gtest.js";
import { jasmine } from "./runners/jasmine.js";
import { jest } from "./runners/jest.js";
import { junit } from "./runners/junit.js";
import { karma } from "./runners/karma.js";
import { loneFailures } from "./runners/lone-failures.js";
import { maven } from "./runners/maven.js";
import { meson } from "./runners/meson.js";
import { minitest } from "./runners/minitest.js";
import { mocha } from "./runners/mocha.js";
import { nextest } from "./runners/nextest.js";
import { nodeTap } from "./runners/node-tap.js";
import { nodeTest } from "./runners/node-test.js";
import { notStarted } from "./runners/not-started.js";
import { pest } from "./runners/pest.js";
import { phpunit } from "./runners/phpunit.js";
import { phpunitEvents } from "./runners/phpunit-events.js";
import { playwright } from "./runners/playwright.js";
import { prove } from "./runners/prove.js";
import { pytest } from "./runners/pytest.js";
import { robot } from "./runners/robot.js";
import { rspec } from "./runners/rspec.js";
import { shunit2 } from "./runners/shunit2.js";
import { summaryTable } from "./runners/summary-table.js";
import { swiftTest } from "./runners/swift-test.js";
import { tap } from "./runners/tap.js";
import { tapSummary } from "./runners/tap-summary.js";
import { testthat } from "./runners/testthat.js";
import { unittest } from "./runners/unittest.js";
import { uvu } from "./runners/uvu.js";
import { vitest } from "./runners/vitest.js";
import { webdriverio } from "./runners/webdriverio.js";
import { wrapper } from "./runners/wrapper.js";
import { zigTest } from "./runners/zig-test.js";
import { toRunner } from "./summary-runner.js";

/** Every supported runner. Their readers are independent of each other. */
export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  cypress,
  ava,
  nodeTest,
  tap,
  tapSummary,
  nodeTap,
  prove,
  playwright,
  bunTest,
  jasmine,
  pytest,
  unittest,
  goTest,
  goJson,
  gotestsum,
  cargoTest,
  nextest,
  rspec,
  minitest,
  phpunit,
  pest,
  maven,
  gradle,
  junit,
  dotnetTest,
  ctest,
  gtest,
  catch2,
  bats,
  exunit,
  swiftTest,
  dartTest,
  foundry,
  uvu,
  phpunitEvents,
  karma,
  elmTest,
  zigTest,
  testthat,
  clojureTest,
  robot,
  behave,
  cucumber,
  boostTest,
  meson,
  bazel,
  automake,
  shunit2,
  webdriverio,
  ...summaryTable.map(toRunner),
  coverage,
  wrapper,
  notStarted,
  generic,
  loneFailures,
];
