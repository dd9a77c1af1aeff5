import { createHash } from "node:crypto";

/** As a content security policy names it. */
export const sha256 = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Of bytes, as `sha256sum` prints it. */
export const sha256Hex = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
