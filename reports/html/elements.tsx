import type { ComponentChildren, VNode } from 'preact';
import type { Operation } from '../../requirements/requirement.ts';
import { type Hint, stacksNamed } from '../report/hint.ts';
import { isLoud, type Report, type ResultOutcome } from '../report/report.ts';

/** The most characters of a text of a finding, and of an observation. */
export const findingText = 600;
export const observedText = 200;

/** The most characters of any other text in a report, such as the URL of its target. */
export const plainFact = 300;

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

/** A position or a width in a picture, from 0 to 100. */
export function percent(share: number): string {
  return `${Number(share.toFixed(2))}%`;
}

export function outcomeText(outcome: ResultOutcome): string {
  return outcome.replace('-', ' ');
}

/** An outcome as sign and word. */
export function Outcome({ outcome }: { outcome: ResultOutcome }): VNode {
  return (
    <span class={`outcome ${outcome}`}>
      <span aria-hidden="true">{signs[outcome]}</span> {outcomeText(outcome)}
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
      <span class="unseen">{outcomeText(outcome)}: </span>
    </>
  );
}

/** The worst outcome; undefined if there are none. */
export function worstOf(outcomes: readonly ResultOutcome[]): ResultOutcome | undefined {
  return outcomeOrder.find((outcome) => outcomes.includes(outcome));
}

/** A name with its value, if there is one. */
export type Fact = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names with their values. */
export function Facts(props: { facts: readonly Fact[]; class?: string }): VNode {
  return (
    <dl class={props.class ?? 'facts'}>
      {props.facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The head of a table. */
export function Head({ cells }: { cells: readonly string[] }): VNode {
  return (
    <thead>
      <tr>
        {cells.map((cell) => (
          <th scope="col">{cell}</th>
        ))}
      </tr>
    </thead>
  );
}

/** One of the views of a page, of which scripts show one at a time. */
export function View(props: {
  id: string;
  title: string;
  /** Whether the page opens with this view. */
  first: boolean;
  children: ComponentChildren;
}): VNode {
  const { id, title, first, children } = props;
  return (
    <section class={first ? 'view first-view' : 'view'} id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div class="view-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <span class="expanding" hidden>
          <button type="button" data-open="true">
            Expand all
          </button>{' '}
          <button type="button" data-open="false">
            Collapse all
          </button>
        </span>
      </div>
      {children}
    </section>
  );
}

/** Longer words may not fit on a phone; the box can then be scrolled, also with the keyboard. */
const widestWord = 24;

/**
 * A command to copy, which wraps only at blanks; a script adds the button.
 * @param exchange id of the exchange that the command sends
 */
export function Copyable({ text, exchange }: { text: string; exchange?: string }): VNode {
  const words = text.split(/(\s+)/);
  const scrolls = words.some(({ length }) => length > widestWord);
  return (
    <div class="copyable">
      <pre tabIndex={scrolls ? 0 : undefined} data-exchange={exchange}>
        {words.map((word) => (isBreakable(word) ? <span>{word}</span> : word))}
      </pre>
    </div>
  );
}

/** Whether browsers break a line inside a word, as they do after a hyphen. */
export function isBreakable(word: string): boolean {
  return /[^\w\s\\]/.test(word);
}

/** The id of the element that shows a clause of the document. */
export function requirementFragment(id: string): string {
  return `requirement/${id}`;
}

/** The id of the element that shows one requirement on one operation. */
export function checkFragment(requirement: string, operation: Operation): string {
  return `check/${requirement}/${operation}`;
}

/** The id of the element that shows an exchange. */
export function exchangeFragment(id: string): string {
  return `exchange/${id}`;
}

/** A link to the element with this id; escapes what a fragment must not contain, such as the `#` of an exchange. */
export function linkTo(fragment: string): string {
  const whole = fragment.replace(/\p{Cs}/gu, '\ufffd');
  return `#${encodeURIComponent(whole).replaceAll('%2F', '/').replaceAll('%40', '@')}`;
}

/** The usual causes of a finding and the settings of common stacks, each with a link to its source. */
export function HintText({ hint }: { hint: Pick<Hint, 'title' | 'stacks'> }): VNode {
  return (
    <>
      {hint.title}
      {hint.stacks.slice(0, stacksNamed).map(({ name, remedy, source }) => (
        <>
          {' '}
          <a href={source} rel="noreferrer">
            {name}
          </a>
          : {remedy}
        </>
      ))}
    </>
  );
}

/** The id of the view that a page opens with: the checks if something is broken, or else the document. */
export function firstView({ results }: Report): 'checks' | 'clauses' {
  return results.some(({ outcome }) => isLoud(outcome)) ? 'checks' : 'clauses';
}
