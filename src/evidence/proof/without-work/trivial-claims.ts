import { splitList } from "./blank-code.js";

const constant =
  /^(?:-?\d[\d_.]*|"\d+"|true|false|True|False|None|null|undefined|nil|!0|!1|not (?:True|False)|!(?:true|false)|\[\]|\{\})$/;
const absent = /^(?:null|undefined|None|nil)$/;
const typeOnly =
  /^(?:isinstance|issubclass|callable|hasattr|Array\.isArray|typeof|type|defined\?)\b|\binstanceof\b|\.(?:is_a\?|kind_of\?|instance_of\?|respond_to\?)|^reflect\.TypeOf\(/;
const presence = /^!?[\w.:]+(?:\(.*\))?(?:\.is_some\(\)|\.is_ok\(\)|\.isPresent\(\))$/;
const nilAsked = /^!.*\.nil\?$|^not .* is None$/;
const comparison = /^(.*?[^=!<>])\s*(===|!==|==|!=|\bis not\b|\bis\b)\s*([^=].*)$/s;

/** Whether a condition holds for whatever the tested function gives of its type. */
export function isTrivialClaim(claim: string): boolean {
  const parts = splitOn(unwrap(claim), /\s*(?:&&|\band\b)\s*/);
  return parts.length > 0 && parts.every((part) => isTrivialPart(unwrap(part)));
}

/** Whether two values are equal whatever the function gives. */
export const isTrivialPair = (one: string, other: string): boolean =>
  unwrap(one) === unwrap(other) || (isConstant(one) && isConstant(other)) || isTypeAsked(one) || isTypeAsked(other);

export const isConstant = (value: string): boolean => constant.test(unwrap(value));

/** The condition under which a test fails, as it is written in Go. */
export function isTrivialFailure(condition: string): boolean {
  const last = condition.split(";").at(-1)?.trim() ?? "";
  if (/\.\([\w.*[\]]+\)\s*;\s*!ok$/.test(condition)) return true;
  return splitOn(last, /\s*\|\|\s*/).every((part) => {
    const [, one = "", sign = "", other = ""] = comparison.exec(unwrap(part)) ?? [];
    if (sign === "!=") return isTrivialPair(one, other);
    return sign === "=="
      ? absent.test(unwrap(other)) && !/\berr\w*$/i.test(unwrap(one))
      : /^(?:false|!true)$/.test(unwrap(part));
  });
}

function isTrivialPart(part: string): boolean {
  if (isConstant(part) || isTypeAsked(part) || presence.test(part) || nilAsked.test(part)) return true;
  const [, one = "", sign = "", other = ""] = comparison.exec(part) ?? [];
  if (sign === "") return false;
  if (/!|not/.test(sign)) return absent.test(unwrap(other)) || absent.test(unwrap(one));
  return isTrivialPair(one, other);
}

const isTypeAsked = (value: string): boolean => typeOnly.test(unwrap(value)) && !/&&|\|\||\band\b|\bor\b/.test(value);

function unwrap(text: string): string {
  const plain = text.trim();
  return /^\([^()]*\)$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** Parts joined by an operator that stands in no bracket. */
const splitOn = (text: string, operator: RegExp): readonly string[] =>
  splitList(text.replaceAll(new RegExp(operator, "g"), "\0"), /[()[\]{}]/, "\0");
