import { createHash } from "node:crypto";

/** As a content security policy names it. */
export const sha256 = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
