import type { Expression, Function as FunctionNode, Node } from "@babel/types";
import { canAnswerWrong } from "./function-facts.js";

/** What can be made to answer wrongly. */
export type UnitCode =
  | { readonly kind: "function"; readonly node: FunctionNode }
  | { readonly kind: "value"; readonly node: Expression };

/** A unit with its code; null where no wrong answer can be given. */
export interface FoundUnit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly code: UnitCode | null;
  /** An overload: it belongs to the implementation that follows. */
  readonly isSignature: boolean;
}

/** The whole of a unit: a statement, a member, a declaration of several. */
export type NodePlace = Pick<Node, "start" | "end" | "loc">;

export const foundFunction = (name: string, node: FunctionNode, place: NodePlace): FoundUnit =>
  foundUnit(name, place, canAnswerWrong(node) ? { kind: "function", node } : null);

export function foundUnit(name: string, place: NodePlace, code: UnitCode | null = null): FoundUnit {
  const { start, end, loc } = place;
  return { name, start: start ?? 0, end: end ?? 0, line: loc?.start.line ?? 1, code, isSignature: false };
}

export const foundSignature = (name: string, place: NodePlace): FoundUnit => ({
  ...foundUnit(name, place),
  isSignature: true,
});

/** Signatures become part of the implementation of the same name. */
export function mergeSignatures(found: readonly FoundUnit[]): readonly FoundUnit[] {
  const merged: FoundUnit[] = [];
  for (const unit of found) {
    const last = merged.at(-1);
    if (last?.isSignature && last.name === unit.name) merged.pop();
    const { start, line } = last?.isSignature && last.name === unit.name ? last : unit;
    merged.push({ ...unit, start, line });
  }
  return merged;
}
