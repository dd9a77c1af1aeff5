import type { Runner } from "./runner.js";
import { ava } from "./runners/ava.js";
import { bats } from "./runners/bats.js";
import { bunTest } from "./runners/bun-test.js";
import { cargoTest } from "./runners/cargo-test.js";
import { catch2 } from "./runners/catch2.js";
import { coverage } from "./runners/coverage.js";
import { ctest } from "./runners/ctest.js";
import { cypress } from "./runners/cypress.js";
import { dartTest } from "./runners/dart-test.js";
import { denoTest } from "./runners/deno-test.js";
import { dotnetTest } from "./runners/dotnet-test.js";
import { exunit } from "./runners/exunit.js";
import { generic } from "./runners/generic.js";
import { goJson } from "./runners/go-json.js";
import { goTest } from "./runners/go-test.js";
import { gotestsum } from "./runners/gotestsum.js";
import { gradle } from "./runners/gradle.js";
import { gtest } from "./runners/gtest.js";
import { jasmine } from "./runners/jasmine.js";
import { jest } from "./runners/jest.js";
import { junit } from "./runners/junit.js";
import { loneFailures } from "./runners/lone-failures.js";
import { maven } from "./runners/maven.js";
import { minitest } from "./runners/minitest.js";
import { mocha } from "./runners/mocha.js";
import { nextest } from "./runners/nextest.js";
import { nodeTap } from "./runners/node-tap.js";
import { nodeTest } from "./runners/node-test.js";
import { notStarted } from "./runners/not-started.js";
import { pest } from "./runners/pest.js";
import { phpunit } from "./runners/phpunit.js";
import { playwright } from "./runners/playwright.js";
import { prove } from "./runners/prove.js";
import { pytest } from "./runners/pytest.js";
import { rspec } from "./runners/rspec.js";
import { swiftTest } from "./runners/swift-test.js";
import { tap } from "./runners/tap.js";
import { unittest } from "./runners/unittest.js";
import { vitest } from "./runners/vitest.js";
import { wrapper } from "./runners/wrapper.js";

/** Every runner whose words we read. Their readers do not know of each other. */
export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  cypress,
  ava,
  nodeTest,
  tap,
  nodeTap,
  prove,
  playwright,
  bunTest,
  denoTest,
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
  coverage,
  wrapper,
  notStarted,
  generic,
  loneFailures,
];
