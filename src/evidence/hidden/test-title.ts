/**
 * Whether a failure that a runner names is of the test with this title: groups and files stand before it, values and places
 * behind it. A test whose title merely begins or ends like it is another one.
 */
export function isOfTest(failure: string, title: string): boolean {
  const own = title.trim();
  return [failure, withoutValues(failure), withoutPlace(failure)].some(
    (name) => name === own || separators.some((separator) => name.endsWith(`${separator}${own}`)),
  );
}

const separators = [" > ", " › ", " » ", "::", " -> "];

/** "test_sum[1-2]" */
const withoutValues = (name: string): string => name.replace(/\[[^\]]*\]$/, "");

/** "test_sum (package.module.Case.test_sum) (i=1)" */
const withoutPlace = (name: string): string => /^(\S+) \(/.exec(name)?.[1] ?? name;
