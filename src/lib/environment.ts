/** The variables of a process, as Node gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;
