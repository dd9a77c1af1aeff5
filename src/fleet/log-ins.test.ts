import { expect, it } from "vitest";
import { LogIns } from "./log-ins.js";
import { hostOf } from "./repository-url.js";

const [one, other] = ["https://github.com/acme/shop", "git@git.acme.com:web/site.git"];

it.each<[string, readonly string[], boolean]>([
  ["one repository", [`refused ${one}`], false],
  ["two of one host", [`refused ${one}`, "refused https://github.com/acme/site"], false],
  ["two hosts", [`refused ${one}`, `refused ${other}`], true],
  ["two hosts, of which one took it before", [`taken ${one}`, `refused ${one}`, `refused ${other}`], false],
  ["two hosts, of which one took it meanwhile", [`refused ${one}`, `taken ${one}`, `refused ${other}`], false],
  ["two folders of this machine", ["refused /srv/a.git", "refused file:///srv/b.git"], false],
])("a log-in that is refused by %s", (_, events, isMachine) => {
  const logIns = new LogIns();
  let found = false;
  for (const event of events) {
    const [what, url = ""] = event.split(" ");
    if (what === "taken") logIns.noteTaken(url);
    else found = logIns.noteRefused(url);
  }
  expect(found).toBe(isMachine);
});

it.each([
  ["https://github.com/acme/shop", "github.com"],
  ["https://bob@GitHub.com/acme/shop", "github.com"],
  ["http://127.0.0.1:8080/a.git", "127.0.0.1:8080"],
  ["ssh://git@git.acme.com:22/web/site", "git.acme.com:22"],
  ["git@git.acme.com:web/site.git", "git.acme.com"],
  ["file:///srv/a.git", null],
  ["/srv/a.git", null],
])("%s is on %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});
