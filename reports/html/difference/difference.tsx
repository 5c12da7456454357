import type { VNode } from 'preact';
import { visibleText } from '../exchange/visible-text.ts';
import type { ComparedValues } from './compared-values.ts';
import { type Part, textDifference } from './text-difference.ts';

/** The most characters of each value. */
export const comparedText = 400;

/** An expected and a received value in two columns, with marks on what only one of them has. */
export function Difference({ values }: { values: ComparedValues | undefined }): VNode | null {
  if (values === undefined) return null;
  const expected = visibleText(values.expected, comparedText);
  const received = visibleText(values.received, comparedText);
  const [one, other] = textDifference(expected, received);
  // Without anything in common, marks on everything would say nothing.
  const isAlike = one.some(({ common }) => common);
  return (
    <dl class="difference">
      <div>
        <dt>{values.part === true ? 'Expected in it' : 'Expected value'}</dt>
        <dd>{isAlike ? one.map(shown) : expected}</dd>
      </div>
      <div>
        <dt>Received value</dt>
        <dd>{isAlike ? other.map(shown) : received}</dd>
      </div>
    </dl>
  );
}

function shown({ text, common }: Part): VNode | string {
  return common ? text : <mark class="differs">{text}</mark>;
}
