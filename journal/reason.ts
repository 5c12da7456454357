import type { LimitKind } from '../wire/exchange.ts';
import { reasonTexts } from './text/reason-texts.ts';

export type ReasonKind = keyof typeof reasonTexts;

/** Why something was not judged: the kind is for programs, the text for readers. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
}

/** The text of a reason, from its kind and parameters. */
export function reasonOf<K extends ReasonKind>(
  kind: K,
  ...parameters: Parameters<(typeof reasonTexts)[K]>
): Reason {
  const text: (...parameters: never[]) => string = reasonTexts[kind];
  return { kind, text: text(...(parameters as never[])) };
}

/** Why a response is missing that says nothing about the target's contract; each names the setting to change. */
export const limitReasons = {
  slow: 'answer-too-slow',
  endless: 'answer-too-long',
  refused: 'connection-refused',
} as const satisfies Readonly<Record<LimitKind, ReasonKind>>;
