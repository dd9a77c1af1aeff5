import { replaceUserFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { setInYaml } from "../lib/files/parse-yaml.js";

/** Sets settings in a configuration file; comments and the order of what is there stay. */
export const writeSettings = (file: string, settings: readonly (readonly [name: string, value: unknown])[]): void =>
  replaceUserFile(file, setInYaml(readIfThere(file) ?? "", settings));
