/** The words of an option of a command line, or none without a value. */
export const option = (name: string, value: string | null): readonly string[] => (value === null ? [] : [name, value]);
