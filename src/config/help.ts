import { help } from "./help-table.js";

export const settingHelp = (name: string): string => {
  const key = Object.hasOwn(help, name) ? name : name.replace(/\..*$/s, "");
  return Object.entries(help).find(([known]) => known === key)?.[1] ?? "";
};
