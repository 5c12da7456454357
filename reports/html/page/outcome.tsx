import type { VNode } from 'preact';
import type { ResultOutcome } from '../../report/report.ts';

/** The worst first. */
export const outcomeOrder: readonly ResultOutcome[] = [
  'failed',
  'warned',
  'inconclusive',
  'not-exercised',
  'passed',
  'observed',
  'inapplicable',
];

/** A sign for each outcome, so that colour is never the only indication. */
export const signs: Readonly<Record<ResultOutcome, string>> = {
  failed: '✗',
  warned: '▲',
  inconclusive: '?',
  'not-exercised': '○',
  passed: '✓',
  observed: '◆',
  inapplicable: '–',
};

export function outcomeInWords(outcome: ResultOutcome): string {
  return outcome.replace('-', ' ');
}

/** An outcome as sign and word. */
export function Outcome({ outcome }: { outcome: ResultOutcome }): VNode {
  return (
    <span class={`outcome ${outcome}`}>
      <span aria-hidden="true">{signs[outcome]}</span> {outcomeInWords(outcome)}
    </span>
  );
}

/** An outcome as its sign, with the word for screen readers. */
export function Sign({ outcome }: { outcome: ResultOutcome }): VNode {
  return (
    <>
      <span class="sign" aria-hidden="true">
        {signs[outcome]}
      </span>
      <span class="unseen">{outcomeInWords(outcome)}: </span>
    </>
  );
}

/** The worst outcome; undefined if there are none. */
export function worstOf(outcomes: readonly ResultOutcome[]): ResultOutcome | undefined {
  return outcomeOrder.find((outcome) => outcomes.includes(outcome));
}
