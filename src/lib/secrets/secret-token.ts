import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits. Printed in a link, this form is taken for a hash, and not masked. */
export const newToken = (): string => randomBytes(32).toString("hex");

/** Compares in constant time, whatever the lengths. */
export const isSameToken = (given: string, token: string): boolean => timingSafeEqual(hash(given), hash(token));

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
