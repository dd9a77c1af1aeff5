// Usage limits, outages, crashes and log-ins, as agents print them.
import { setTimeout } from "node:timers/promises";
import { claim } from "../endings.mjs";
import { named, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const { solve, byTask } = solverOf(...files);
const honest = (turn) => claim(turn, { work: solve(turn) });
const three = { files: redProject(...files), list: todo(...named(...files)) };
const really = numbered(files, works);
const completed = { outcome: "completed", really, done: ids(3), refused: [], best: 4 };
/** Fails in the given calls, and works in all others. */
const failsIn = (calls, how) => (turn) => (calls.includes(turn.call) ? how(turn) : honest(turn));

export const limits = [
  {
    name: "a-limit-in-plain-text",
    about: "the second call prints a limit as text, with a status of 0",
    ...three,
    agent: failsIn([2], () => ({ say: "5-hour limit reached ∙ resets 3pm" })),
    truth: completed,
  },
  {
    name: "a-weekly-limit-with-a-date",
    about: "the second call prints a weekly limit with a date, with a status of 1",
    ...three,
    agent: failsIn([2], () => ({ say: `Weekly limit reached ∙ resets ${inDays(2)} at 5pm`, exit: 1 })),
    truth: completed,
  },
  {
    name: "a-limit-on-stderr",
    about: "the second call prints nothing but an error about its rate limit",
    ...three,
    agent: failsIn([2], () => ({
      stderr: "ERROR: exceeded retry limit, last status: 429 Too Many Requests. You've hit your usage limit.",
      exit: 1,
    })),
    truth: completed,
  },
  {
    name: "a-limit-in-the-middle-of-work",
    about: "the second call writes half of its work before the limit; the third goes on from there",
    ...three,
    agent: failsIn([2], (turn) => {
      turn.write(byTask(turn).source, byTask(turn).wrong);
      return {
        say: "The simple cases pass.\nClaude usage limit reached. Your limit will reset at 3pm (UTC).",
        exit: 1,
      };
    }),
    truth: completed,
  },
  {
    name: "an-outage-of-seven-calls",
    about: "seven calls in the middle fail because the model is overloaded: waited out, nothing is set aside",
    ...three,
    agent: failsIn([2, 3, 4, 5, 6, 7, 8], () => ({
      say: 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      exit: 1,
    })),
    truth: { ...completed, best: 10 },
  },
  {
    name: "a-network-outage-on-stderr",
    about: "three calls fail because the network is down",
    ...three,
    agent: failsIn([2, 3, 4], () => ({
      stderr: "Error: getaddrinfo ENOTFOUND api.example.com: connection error, please check your network",
      exit: 1,
    })),
    truth: { ...completed, best: 6 },
  },
  {
    name: "a-crash-in-the-middle",
    about: "the second call dies with a stack and a status of 1",
    ...three,
    agent: failsIn([2], () => ({
      stderr: "TypeError: Cannot read properties of undefined (reading 'content')\n    at run (cli.js:10:3)",
      exit: 1,
    })),
    truth: completed,
  },
  {
    name: "hangs-once",
    about: "the second call prints nothing and never ends; it is stopped, and the next one works",
    ...three,
    args: ["--timeout", "2", "--grace", "0.2"],
    agent: (turn) => (turn.call === 2 ? setTimeout(60_000, { exit: 1 }) : honest(turn)),
    truth: completed,
  },
  {
    name: "not-logged-in",
    about: "the agent cannot work at all: said once, and the run ends",
    ...three,
    agent: () => ({ say: "Invalid API key · Please run /login", exit: 1 }),
    truth: { outcome: "aborted", really, done: [], best: 1 },
  },
];

function inDays(days) {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.toLocaleString("en-US", { month: "short", timeZone: "UTC" })} ${date.getUTCDate()}`;
}
