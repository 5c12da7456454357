import { reasonTexts } from './text/reason-texts.ts';

export type ReasonKind = keyof typeof reasonTexts;

/** Why something was not judged: its kind decides, its text is for readers. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
}

/** A reason in words, from its kind and what it depends on. */
export function reasonOf<K extends ReasonKind>(
  kind: K,
  ...parameters: Parameters<(typeof reasonTexts)[K]>
): Reason {
  const text: (...parameters: never[]) => string = reasonTexts[kind];
  return { kind, text: text(...(parameters as never[])) };
}
