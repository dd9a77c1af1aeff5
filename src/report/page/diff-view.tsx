import type { CheckpointDiff } from "../run-report/checkpoint-diff.js";

export function DiffView({ diff: { commit, files, patch, cut } }: { diff: CheckpointDiff }) {
  return (
    <>
      <p class="facts">
        {commit === null ? "" : `${commit.slice(0, 10)} · `}
        {files.length === 1 ? "1 file" : `${files.length} files`}
      </p>
      <ul class="files">
        {files.slice(0, 100).map(({ path, added, removed }) => (
          <li key={path}>
            <span class="path">{path}</span>
            <span class="plus">{added === null ? "binary" : `+${added}`}</span>
            <span class="minus">{removed === null ? "" : `−${removed}`}</span>
          </li>
        ))}
      </ul>
      {patch !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
        <pre class="patch" tabIndex={0}>
          {patch.split("\n").map((line, at) => (
            <span key={at} class={classOf(line)}>
              {line}
              {"\n"}
            </span>
          ))}
        </pre>
      )}
      {cut > 0 && (
        <p class="quiet">
          {cut.toLocaleString("en")} characters are left out:{" "}
          {commit === null ? "untildone diff" : `git show ${commit.slice(0, 10)}`} prints all.
        </p>
      )}
    </>
  );
}

function classOf(line: string): string {
  if (line.startsWith("diff ") || line.startsWith("+++") || line.startsWith("---") || line.startsWith("index "))
    return "head";
  if (line.startsWith("@@")) return "hunk";
  return line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : "";
}
