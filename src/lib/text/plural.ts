/** "1 task", "2 tasks", "0 tasks". */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
