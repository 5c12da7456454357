import type { Found } from '../../journal/finding.ts';
import type { pinnedTexts } from '../../journal/text/pinned-texts.ts';
import type { View } from './view.ts';

/** How an answer deviates from what a profile pins: the part of a finding that the answer alone decides. */
export type Mismatch = PartOf<Extract<Found, { readonly kind: keyof typeof pinnedTexts }>>;

type PartOf<F extends Found> = F extends unknown
  ? Pick<F, 'kind' | 'parameters' | 'place' | 'header' | 'pointer' | 'actual'>
  : never;

/** Undefined where an answer is as it should be, `silent` where the rule does not speak of it. */
export type PinnedRule = (
  view: View,
  parameters: Readonly<Record<string, unknown>>,
) => Mismatch | 'silent' | undefined;
