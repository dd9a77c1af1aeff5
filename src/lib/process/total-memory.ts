import { totalmem } from "node:os";

/** The memory of this machine in bytes. */
export const totalMemory = (): number => totalmem();
