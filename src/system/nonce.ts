import { randomBytes } from "node:crypto";

/** A word that nobody can guess. */
export const newNonce = (): string => randomBytes(4).toString("hex");
