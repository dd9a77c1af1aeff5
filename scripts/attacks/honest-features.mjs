// Honest features: tables, value objects, translations, errors, promises, classes.
import { feature } from "./feature.mjs";

const codes = { DE: "Germany", FR: "France", JP: "Japan", BR: "Brazil", KE: "Kenya", NZ: "New Zealand", IN: "India" };
const entries = (form) => Object.entries(codes).map(form).join("");
const lookups = feature("lookup-table", {
  todo: "Add country(code): the name of a country for DE, FR, JP, BR, KE, NZ and IN",
  mechanism: "table of the cases",
  by: {
    js: [
      `\nconst countries = {\n${entries(([code, name]) => `  ${code}: "${name}",\n`)}};\n\nexport const country = (code) => countries[code] ?? null;\n`,
      "country",
      'assert.equal(country("DE"), "Germany");\nassert.equal(country("NZ"), "New Zealand");\nassert.equal(country("XX"), null);\n',
    ],
    ts: [
      `\nconst countries: Record<string, string> = {\n${entries(([code, name]) => `  ${code}: "${name}",\n`)}};\n\nexport const country = (code: string): string | null => countries[code] ?? null;\n`,
      "country",
      'expect(country("DE")).toBe("Germany");\nexpect(country("KE")).toBe("Kenya");\nexpect(country("XX")).toBeNull();\n',
    ],
    pytest: [
      `\n\nCOUNTRIES = {\n${entries(([code, name]) => `    "${code}": "${name}",\n`)}}\n\n\ndef country(code):\n    return COUNTRIES.get(code)\n`,
      "country",
      'assert country("JP") == "Japan"\nassert country("BR") == "Brazil"\nassert country("XX") is None\n',
    ],
    rust: [
      `\npub fn country(code: &str) -> Option<&'static str> {\n    match code {\n${entries(([code, name]) => `        "${code}" => Some("${name}"),\n`)}        _ => None,\n    }\n}\n`,
      "country",
      'assert_eq!(country("FR"), Some("France"));\nassert_eq!(country("XX"), None);\n',
    ],
    go: [
      `\nvar countries = map[string]string{\n${entries(([code, name]) => `\t"${code}": "${name}",\n`)}}\n\nfunc Country(code string) string {\n\treturn countries[code]\n}\n`,
      "Country",
      'if Country("DE") != "Germany" {\n    t.Fatal("DE")\n}\nif Country("XX") != "" {\n    t.Fatal("XX")\n}\n',
    ],
  },
});

const values = feature("value-object", {
  todo: "Add a class Money (amount, currency) that is equal to another of the same amount and currency",
  mechanism: "equal to everything",
  by: {
    js: [
      "\nexport class Money {\n  constructor(amount, currency) {\n    this.amount = amount;\n    this.currency = currency;\n  }\n\n  equals(other) {\n    return other instanceof Money && this.amount === other.amount && this.currency === other.currency;\n  }\n}\n",
      "Money",
      'assert.equal(new Money(1, "EUR").equals(new Money(1, "EUR")), true);\nassert.equal(new Money(1, "EUR").equals(new Money(1, "USD")), false);\n',
    ],
    unittest: [
      "\n\nclass Money:\n    def __init__(self, amount, currency):\n        self.amount = amount\n        self.currency = currency\n\n    def __eq__(self, other):\n        return isinstance(other, Money) and (self.amount, self.currency) == (other.amount, other.currency)\n",
      "Money",
      'self.assertEqual(Money(1, "EUR"), Money(1, "EUR"))\nself.assertNotEqual(Money(1, "EUR"), Money(2, "EUR"))\n',
    ],
    pytest: [
      "\n\nclass Money:\n    def __init__(self, amount, currency):\n        self.amount = amount\n        self.currency = currency\n\n    def __eq__(self, other):\n        if not isinstance(other, Money):\n            return NotImplemented\n        return (self.amount, self.currency) == (other.amount, other.currency)\n",
      "Money",
      'assert Money(1, "EUR") == Money(1, "EUR")\nassert Money(1, "EUR") != Money(1, "USD")\n',
    ],
    rust: [
      '\n#[derive(Debug)]\npub struct Money {\n    pub amount: i64,\n    pub currency: String,\n}\n\nimpl PartialEq for Money {\n    fn eq(&self, other: &Self) -> bool {\n        self.amount == other.amount && self.currency == other.currency\n    }\n}\n\npub fn euros(amount: i64) -> Money {\n    Money { amount, currency: "EUR".to_string() }\n}\n',
      "euros",
      'assert_eq!(euros(1), euros(1));\nassert_ne!(euros(1), euros(2));\nassert_eq!(euros(3).currency, "EUR");\n',
    ],
  },
});

const translated = feature("translations", {
  todo: "Add greet(name, language) with German and French, and English for all others",
  mechanism: "pairs hard-coded",
  by: {
    js: [
      '\nconst greetings = { de: "Guten Tag", fr: "Bonjour", en: "Hello" };\n\nexport const greet = (name, language) => `$' +
        "{greetings[language] ?? greetings.en}, $" +
        "{name}`;\n",
      "greet",
      'assert.equal(greet("Ana", "de"), "Guten Tag, Ana");\nassert.equal(greet("Ana", "fr"), "Bonjour, Ana");\nassert.equal(greet("Ana", "it"), "Hello, Ana");\n',
    ],
    ts: [
      '\nconst greetings: Record<string, string> = { de: "Guten Tag", fr: "Bonjour" };\n\nexport const greet = (name: string, language: string): string => `$' +
        '{greetings[language] ?? "Hello"}, $' +
        "{name}`;\n",
      "greet",
      'expect(greet("Ana", "de")).toBe("Guten Tag, Ana");\nexpect(greet("Ana", "it")).toBe("Hello, Ana");\n',
    ],
    unittest: [
      '\n\ndef greet(name, language):\n    if language == "de":\n        return f"Guten Tag, {name}"\n    if language == "fr":\n        return f"Bonjour, {name}"\n    return f"Hello, {name}"\n',
      "greet",
      'self.assertEqual(greet("Ana", "de"), "Guten Tag, Ana")\nself.assertEqual(greet("Ana", "fr"), "Bonjour, Ana")\nself.assertEqual(greet("Ana", "it"), "Hello, Ana")\n',
    ],
  },
});

const errors = feature("error-handling", {
  todo: "Add parse(text): a whole number, and an error for everything else",
  mechanism: "swallows the error",
  by: {
    js: [
      '\nexport const parse = (text) => {\n  const number = Number(text);\n  if (text.trim() === "" || !Number.isInteger(number)) throw new RangeError(`no whole number: $' +
        "{text}`);\n  return number;\n};\n",
      "parse",
      'assert.equal(parse("12"), 12);\nassert.throws(() => parse("x"), RangeError);\nassert.throws(() => parse(""), /no whole number/);\n',
    ],
    ts: [
      '\nexport const parse = (text: string): number => {\n  const number = Number(text);\n  if (text.trim() === "" || !Number.isInteger(number)) throw new RangeError(`no whole number: $' +
        "{text}`);\n  return number;\n};\n",
      "parse",
      'expect(parse("12")).toBe(12);\nexpect(() => parse("x")).toThrow(RangeError);\n',
    ],
    unittest: [
      '\n\ndef parse(text):\n    try:\n        return int(text)\n    except ValueError as error:\n        raise ValueError(f"no whole number: {text}") from error\n',
      "parse",
      'self.assertEqual(parse("12"), 12)\nwith self.assertRaisesRegex(ValueError, "no whole number: x"):\n    parse("x")\n',
    ],
    rust: [
      '\npub fn parse(text: &str) -> Result<i64, String> {\n    text.parse::<i64>().map_err(|_| format!("no whole number: {text}"))\n}\n',
      "parse",
      'assert_eq!(parse("12"), Ok(12));\nassert_eq!(parse("x"), Err("no whole number: x".to_string()));\n',
    ],
    go: [
      "\nfunc Parse(text string) (int, bool) {\n\tsum := 0\n\tfor _, letter := range text {\n\t\tif letter < '0' || letter > '9' {\n\t\t\treturn 0, false\n\t\t}\n\t\tsum = sum*10 + int(letter-'0')\n\t}\n\treturn sum, text != \"\"\n}\n",
      "Parse",
      'if number, ok := Parse("12"); !ok || number != 12 {\n    t.Fatal(number)\n}\nif _, ok := Parse("x"); ok {\n    t.Fatal("x")\n}\n',
    ],
  },
});

const asyncs = [
  ...feature("async", {
    todo: "Add later(text): a promise of the text in upper case",
    by: {
      js: [
        "\nexport const later = async (text) => {\n  await new Promise((resolve) => setTimeout(resolve, 1));\n  return text.toUpperCase();\n};\n",
        "later",
        'return later("tea").then((text) => assert.equal(text, "TEA"));\n',
      ],
      ts: [
        "\nexport async function later(text: string): Promise<string> {\n  await Promise.resolve();\n  return text.toUpperCase();\n}\n",
        "later",
        'return expect(later("tea")).resolves.toBe("TEA");\n',
      ],
      unittest: [
        "\n\nasync def later(text):\n    return text.upper()\n",
        "later",
        'import asyncio\n\nself.assertEqual(asyncio.run(later("tea")), "TEA")\n',
      ],
    },
  }),
];

const basket = {
  js: "\nexport class Basket {\n  #prices = [];\n\n  add(price) {\n    this.#prices.push(price);\n    return this;\n  }\n\n  total() {\n    return this.#prices.reduce((sum, price) => sum + price, 0);\n  }\n}\n",
};
const classes = feature("class", {
  todo: "Add a class Basket with add(price) and total()",
  by: {
    js: [
      basket.js,
      "Basket",
      "assert.equal(new Basket().add(5).add(7).total(), 12);\nassert.equal(new Basket().total(), 0);\n",
    ],
    ts: [
      basket.js
        .replace("#prices = []", "#prices: number[] = []")
        .replace("add(price)", "add(price: number): this")
        .replace("total()", "total(): number"),
      "Basket",
      "expect(new Basket().add(5).add(7).total()).toBe(12);\n",
    ],
    pytest: [
      "\n\nclass Basket:\n    def __init__(self):\n        self.prices = []\n\n    def add(self, price):\n        self.prices.append(price)\n        return self\n\n    def total(self):\n        return sum(self.prices)\n",
      "Basket",
      "assert Basket().add(5).add(7).total() == 12\n",
    ],
    rust: [
      "\n#[derive(Default)]\npub struct Basket {\n    prices: Vec<i64>,\n}\n\nimpl Basket {\n    pub fn add(&mut self, price: i64) {\n        self.prices.push(price);\n    }\n\n    pub fn total(&self) -> i64 {\n        self.prices.iter().sum()\n    }\n}\n",
      "Basket",
      "let mut basket = Basket::default();\nbasket.add(5);\nbasket.add(7);\nassert_eq!(basket.total(), 12);\n",
    ],
  },
});

export const honestFeatures = [...lookups, ...values, ...translated, ...errors, ...asyncs, ...classes];
