import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker } from "./mask.js";
import { MaskStream } from "./mask-stream.js";

const { mask } = createMasker({});

describe("what looks like a key is masked", () => {
  it.each([
    ["sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1u", "sk-p…[masked]"],
    ["sk-ant-api03-Qw3rTy5uIoP7aSdFgH9jKlZxCvB1nM3Qw5Er7Ty9", "sk-a…[masked]"],
    ["sk_live_4eC39HqLyjWDarjtT1zdp7dc", "sk_l…[masked]"],
    ["ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R", "ghp_…[masked]"],
    ["github_pat_11ABCDEFG0abcdefghij_KLMNOPQRSTUVWXYZ0123456789", "gith…[masked]"],
    ["xoxb-123456789012-abcDEF123ghi456JKL", "xoxb…[masked]"],
    ["AKIA2E0A8F3B244C9986", "AKIA…[masked]"],
    ["AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q", "AIza…[masked]"],
    ["glpat-aB3dE5fG7hI9jK1lM3nO", "glpa…[masked]"],
    ["npm_aB3dE5fG7hI9jK1lM3nOpQ5rS7tU9vW1xY3z", "npm_…[masked]"],
    ["hf_aBcDeFgHiJkLmNoPqRsTuVwXyZ12345678", "hf_a…[masked]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9m", "eyJh…[masked]"],
    ["Authorization: Bearer 9aB3cD5eF7gH9iJ1kL3m", "Authorization: Bearer 9aB3…[masked]"],
    ["https://app:tr0ub4dor9@db.invalid/x", "https://app:[masked]@db.invalid/x"],
    ["https://9aB3cD5eF7gH9iJ1kL3m@git.invalid/x", "https://9aB3…[masked]@git.invalid/x"],
    ["MY_API_KEY=9aB3cD5eF7gH9iJ1kL3m", "MY_API_KEY=9aB3…[masked]"],
    ['{"token": "9aB3cD5eF7gH9iJ1kL3m"}', '{"token": "9aB3…[masked]"}'],
    ['"{\\"apiKey\\":\\"9aB3cD5eF7gH9iJ1kL3m\\"}"', '"{\\"apiKey\\":\\"9aB3…[masked]\\"}"'],
    ["client_secret: 9aB3cD5eF7gH9iJ1kL3m", "client_secret: 9aB3…[masked]"],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\nabc=\n-----END RSA PRIVATE KEY-----",
      "-----BEGIN RSA PRIVATE KEY-----[masked]\n-----END RSA PRIVATE KEY-----",
    ],
    [
      '"-----BEGIN PRIVATE KEY-----\\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\\nabc=\\n-----END"',
      '"-----BEGIN PRIVATE KEY-----[masked]\\n-----END"',
    ],
    ["first\\nsk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7", "first\\nsk-p…[masked]"],
  ])("%s", (text, shown) => expect(mask(text)).toBe(shown));
});

describe("what is no secret stays as it is", () => {
  it.each([
    "NONCE: 4f9a1c",
    "commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432",
    'key: "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432"',
    `token=${"0a1b2c3d".repeat(8)}`,
    '"session_key":"0f8fad5b-d9cb-469f-a165-70867728950e"',
    '"key": "sha512-9aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1u=="',
    "ok 3 - keeps the token of user 12 when the key is rotated",
    "key: src/auth/token-2/store.test.ts",
    "secret file: /tmp/build-9aB3cD5eF7gH9iJ1kL3m/out",
    "tokenKey = processAccountIdentifierV2",
    "max_tokens: 1600000000000000000",
    "class sk-folding-cube-and-loading-spinner",
    "task-20261116-025943-abcdefghijklmnop",
    "see http://localhost:8080/@scope/name and https://example.invalid/a:b",
    'url = "postgres://app:$PASSWORD@db/app"',
    "Bearer authentication is required for this request",
    "the file starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----",
    "-----BEGIN PUBLIC KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\n-----END PUBLIC KEY-----",
    `data:image/png;base64,${Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 251)).toString("base64")}`,
    "xAKIA2E0A8F3B244C9986x /AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "npm_config_registry npm_lifecycle_event hf_hub_download",
  ])("%s", (text) => expect(mask(text)).toBe(text));
});

describe("values of the environment", () => {
  const masksOf = (env: Record<string, string>, text: string): string => createMasker(env).mask(text);

  it.each([
    ["EXAMPLE_API_KEY", "zq8Kd02m"],
    ["DB_PASSWORD", "correct horse battery"],
    ["npm_config__authToken", "zq8Kd02mXv71LpTn"],
    ["MYSQL_PWD", "zq8Kd02m"],
    ["GITHUB_PAT", "zq8Kd02m"],
  ])("%s is a secret", (name, value) => expect(masksOf({ [name]: value }, `<${value}>`)).toBe(`<[masked:${name}]>`));

  it.each([
    ["EXAMPLE_API_KEY", "short12"],
    ["POSTGRES_PASSWORD", "postgres"],
    ["USE_TOKEN", "development"],
    ["MAX_TOKENS", "1234567890"],
    ["SSH_AUTH_SOCK", "/run/user/1000/keyring/ssh"],
    ["KEYS_FOLDER", "C:\\Users\\me\\keys"],
    ["TOKEN_URL", "https://example.invalid/token"],
    ["AUTH_METHOD", "browser-login"],
    ["GIT_AUTHOR_EMAIL", "me@example.invalid"],
    ["PWD", "/home/me/zq8Kd02m"],
    ["HOME_PAGE", "zq8Kd02mXv71LpTn"],
    ["SECRET", "xxxxxxxxxxxx"],
  ])("%s=%s is not", (name, value) => expect(masksOf({ [name]: value }, value)).toBe(value));

  it("has the password of a URL masked wherever it is", () =>
    expect(masksOf({ DATABASE_URL: "postgres://app:tr0ub4dor9@db/app" }, "used tr0ub4dor9")).toBe(
      "used [masked:DATABASE_URL]",
    ));

  it("is put back where it was sealed", () => {
    const masker = createMasker({ A_TOKEN: 'zq8"Kd\\02m\n' });
    const json = JSON.stringify({ text: 'x zq8"Kd\\02m y', sk: "sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7" });
    expect(masker.seal(json)).toBe('{"text":"x [masked:A_TOKEN] y","sk":"sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7"}');
    expect(masker.unseal(masker.seal(json))).toBe(json);
  });
});

const secret = fc.string({ unit: "grapheme-ascii", minLength: 10, maxLength: 40 });
const isSecret = (value: string): boolean => createMasker({ A_SECRET: value }).mask(value) !== value;
const trimmed = (value: string): string => value.trim().replace(/\\+$/, "");

it("shows no secret of the environment, keeps JSON valid, and changes nothing the second time", () => {
  fc.assert(
    fc.property(secret.filter(isSecret), fc.string(), fc.string(), (value, before, after) => {
      const masker = createMasker({ A_SECRET: value });
      for (const text of [`${before}${value}${after}`, JSON.stringify({ a: before + value, b: [value, after] })]) {
        const once = masker.mask(text);
        expect(once).not.toContain(trimmed(value));
        expect(masker.mask(once)).toBe(once);
      }
      JSON.parse(masker.mask(JSON.stringify([before, value, after, { [value]: before }])));
    }),
    { numRuns: 2000 },
  );
});

it("masks a text in pieces as it masks the whole", () => {
  const { mask: apply } = createMasker({ A_SECRET: "zq8Kd02mXv71LpTn" });
  const parts = [
    "zq8Kd02mXv71LpTn",
    "sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1u",
    "token: 9aB3cD5eF7gH9iJ1kL3m",
    "word",
    "\n",
    " ",
  ];
  const block =
    "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\nMIIEowIBAAKCAQEA0Z3V\n-----END PRIVATE KEY-----\n";
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts, block), { maxLength: 30 }),
      fc.array(fc.nat({ max: 60 })),
      (words, cuts) => {
        const text = words.join("");
        const stream = new MaskStream(apply);
        let out = "";
        let at = 0;
        for (const size of cuts) {
          out += stream.write(text.slice(at, at + size));
          at += size;
        }
        expect(out + stream.write(text.slice(at)) + stream.end()).toBe(apply(text));
      },
    ),
  );
});

it("masks at the edges of a line that is too long to be held", () => {
  const { mask: apply } = createMasker({ A_SECRET: "zq8Kd02mXv71LpTn" });
  for (const fill of ["x".repeat(70_000), "some words, ".repeat(6000)])
    for (let cut = 0; cut < 16; cut++) {
      const stream = new MaskStream(apply);
      const out =
        stream.write(`${fill}"zq8Kd02mXv71LpTn`.slice(0, -cut || undefined)) +
        stream.write(`${"zq8Kd02mXv71LpTn".slice(16 - cut)}" ${fill}`) +
        stream.end();
      expect(out).toContain('"[masked:A_SECRET]"');
    }
});

it("takes time in proportion to the text", () => {
  const { mask: apply } = createMasker({ A_SECRET: "zq8Kd02mXv71LpTn" });
  const hostile = [
    "key",
    "token=",
    "sk-",
    "eyJ",
    "eyJa.",
    "://",
    "://a:",
    "-----BEGIN PRIVATE KEY-----\n",
    "Bearer ",
    "zq8Kd02m",
    "\\",
  ];
  for (const piece of hostile) {
    const began = performance.now();
    apply(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - began, piece).toBeLessThan(3000);
  }
});
