import { createRequire } from "node:module";

/** A package that only some need, installed beside this one. Null if it is not there. */
export function loadPackage<T>(name: string): T | null {
  try {
    return createRequire(import.meta.url)(name);
  } catch (error) {
    if ((error as { code?: unknown }).code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}
