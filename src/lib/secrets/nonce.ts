import { randomBytes } from "node:crypto";

export const newNonce = (): string => randomBytes(4).toString("hex");
