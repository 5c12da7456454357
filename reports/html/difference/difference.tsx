import type { VNode } from 'preact';
import { visibleText } from '../exchange/visible-text.ts';
import type { ComparedValues } from './compared-values.ts';
import { type Part, textDifference } from './text-difference.ts';

/** The most characters of each value. */
export const comparedText = 400;

const titles = {
  whole: ['Expected value', 'Received value'],
  part: ['Expected in it', 'Received value'],
  sides: ['In one answer', 'In another'],
} as const;

/** An expected and a received value in two columns, with marks on what only one of them has. */
export function Difference({ values }: { values: ComparedValues | undefined }): VNode | null {
  if (values === undefined) return null;
  const expected = visibleText(values.expected, comparedText);
  const received = visibleText(values.received, comparedText);
  const [one, other] = textDifference(expected, received);
  // Without anything in common, marks on everything would say nothing.
  const names = titles[values.relation ?? 'whole'];
  const isAlike = one.some(({ common }) => common);
  return (
    <dl class="difference">
      <div>
        <dt>{names[0]}</dt>
        <dd>{isAlike ? one.map(shown) : expected}</dd>
      </div>
      <div>
        <dt>{names[1]}</dt>
        <dd>{isAlike ? other.map(shown) : received}</dd>
      </div>
    </dl>
  );
}

function shown({ text, common }: Part): VNode | string {
  return common ? text : <mark class="differs">{text}</mark>;
}
