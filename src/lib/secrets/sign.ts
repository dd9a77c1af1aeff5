import { createHmac, randomUUID } from "node:crypto";

/** HMAC-SHA256 in hex, as webhooks are signed. */
export const signText = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("hex");

export const newDeliveryId = (): string => randomUUID();
