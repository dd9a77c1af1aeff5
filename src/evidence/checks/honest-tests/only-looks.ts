const looking = /(?:^|\/)(?:test|\[|[ef]?grep|rg|cat|ls|stat|wc|head|tail|file)$/;

/** Whether a command only looks at the files it names: they are what is checked, and rule nothing. */
export const onlyLooks = ([program = ""]: readonly string[]): boolean => looking.test(program);
