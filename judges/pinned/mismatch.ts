import type { Found } from '../../journal/finding.ts';
import type { pinnedTexts } from '../../journal/text/finding-texts.ts';
import type { View } from './view.ts';

/** How an answer deviates from what a profile pins: the part of a finding that depends only on the answer. */
export type Mismatch = PartOf<Extract<Found, { readonly kind: keyof typeof pinnedTexts }>>;

type PartOf<F extends Found> = F extends unknown
  ? Pick<F, 'kind' | 'parameters' | 'place' | 'header' | 'pointer' | 'actual'>
  : never;

/** Undefined if the answer is correct, `silent` if the rule does not apply to it. */
export type PinnedRule = (
  view: View,
  parameters: Readonly<Record<string, unknown>>,
) => Mismatch | 'silent' | undefined;
