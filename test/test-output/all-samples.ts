import type { Sample } from "./sample.js";
import closingLines from "./samples/closing-lines.js";
import * as compiled from "./samples/compiled.js";
import generic from "./samples/generic.js";
import * as javascript from "./samples/javascript-others.js";
import jest from "./samples/jest.js";
import * as jvm from "./samples/jvm-dotnet.js";
import mocha from "./samples/mocha.js";
import * as others from "./samples/other-runners.js";
import * as python from "./samples/python.js";
import reports from "./samples/reports.js";
import * as scripts from "./samples/ruby-php-elixir.js";
import * as tap from "./samples/tap.js";
import vitest from "./samples/vitest.js";

/** All samples, by what prints such. */
export const samples: Readonly<Record<string, readonly Sample[]>> = {
  vitest,
  jest,
  mocha,
  ...javascript,
  ...tap,
  ...python,
  ...compiled,
  ...scripts,
  ...jvm,
  reports,
  generic,
  closingLines,
  ...others,
};
