import { maxIndent, wrap } from "../report/terminal/wrap.js";
import { type Command, globalFlags } from "./command.js";

/** The help of one command, wrapped at `columns`. */
export function formatHelp(command: Command, columns = 80): string {
  const flags = Object.entries({ ...command.flags, ...globalFlags });
  const left = flags.map(
    ([name, { short, value }]) => `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
  );
  const width = Math.min(Math.max(...left.map(({ length }) => length)), maxIndent(columns) - margin);
  const option = (name: string, help: string): string => {
    const hang = width + margin;
    // Long names get their own line, so that the texts align.
    const text = wrap(`${" ".repeat(hang)}${help}`, { width: columns, hang });
    return name.length > width ? `  ${name}\n${text}` : `  ${name.padEnd(width)}  ${text.slice(hang)}`;
  };
  const parts = Object.entries(command.parts ?? {});
  const longest = Math.max(0, ...parts.map(([name]) => name.length));
  return [
    `untildone ${command.usage}`,
    "",
    wrap(command.about, { width: columns }),
    "",
    ...(parts.length === 0 ? [] : ["Commands"]),
    ...parts.map(([name, { about }]) =>
      wrap(`  ${name.padEnd(longest)}  ${firstSentence(about)}`, { width: columns, hang: longest + 4 }),
    ),
    ...(parts.length === 0 ? [] : ["", `untildone ${command.name} COMMAND --help explains one of them.`, ""]),
    ...groupOptions(command).flatMap(([title, names]) => [
      title,
      ...names.flatMap((name) => {
        const at = flags.findIndex(([known]) => known === name);
        const flag = flags[at]?.[1];
        return flag ? [option(left[at] ?? "", flag.help)] : [];
      }),
      "",
    ]),
    "Examples",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** Spaces before and after the name of an option. */
const margin = 4;

function groupOptions({ optionGroups = [], flags }: Command): NonNullable<Command["optionGroups"]> {
  const grouped = new Set(optionGroups.flatMap(([, names]) => names));
  const others = Object.keys({ ...flags, ...globalFlags }).filter((name) => !grouped.has(name));
  return [...optionGroups, [optionGroups.length === 0 ? "Options" : "More options", others]];
}

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
