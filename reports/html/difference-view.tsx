import type { VNode } from 'preact';
import { valueAt } from '../../json/json-pointer.ts';
import { readJson } from '../../json/read-json.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { bodyOf, type Exchange, headerValue } from '../../wire/exchange.ts';
import { visibleText } from '../formats/plain-text.ts';
import type { ReportFinding } from '../report/report.ts';
import { Facts } from './elements.tsx';

/** The most characters of each value. */
const comparedText = 400;

const titles = {
  whole: ['Expected value', 'Received value'],
  part: ['Expected in it', 'Received value'],
  sides: ['In one response', 'In another'],
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
    <Facts
      class="difference"
      facts={[
        [names[0], isAlike ? one.map(shown) : expected],
        [names[1], isAlike ? other.map(shown) : received],
      ]}
    />
  );
}

function shown({ text, common }: Part): VNode | string {
  return common ? text : <mark class="differs">{text}</mark>;
}

/** A part of a text, and whether the other text has it too. */
interface Part {
  readonly text: string;
  readonly common: boolean;
}

/** Shorter common parts are chance. */
const leastCommon = 3;

/**
 * Splits two texts into the parts that they have in common, in the same order, and those that they have not. The time it
 * takes grows with the product of their lengths.
 */
export function textDifference(text: string, otherText: string): readonly [one: Part[], other: Part[]] {
  // By code points, so that no surrogate pair is split.
  const [one, other] = [[...text], [...otherText]];
  const commonFrom = commonLengths(one, other);
  const marks = new Array<boolean>(one.length).fill(false);
  const otherMarks = new Array<boolean>(other.length).fill(false);
  let [at, across] = [0, 0];
  while (at < one.length && across < other.length) {
    const run = commonRun(one, other, at, across);
    const both = commonFrom(at, across) === run + commonFrom(at + run, across + run);
    if (run >= leastCommon && both) {
      marks.fill(true, at, at + run);
      otherMarks.fill(true, across, across + run);
      at += run;
      across += run;
    } else if (commonFrom(at + 1, across) >= commonFrom(at, across + 1)) at += 1;
    else across += 1;
  }
  return [partsOf(one, marks), partsOf(other, otherMarks)];
}

/** The length of the longest common subsequence of what begins at two positions. */
function commonLengths(one: readonly string[], other: readonly string[]) {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const commonFrom = (at: number, across: number): number => lengths[at * width + across] ?? 0;
  for (let at = one.length - 1; at >= 0; at -= 1)
    for (let across = other.length - 1; across >= 0; across -= 1)
      lengths[at * width + across] =
        one[at] === other[across]
          ? commonFrom(at + 1, across + 1) + 1
          : Math.max(commonFrom(at + 1, across), commonFrom(at, across + 1));
  return commonFrom;
}

function commonRun(one: readonly string[], other: readonly string[], at: number, across: number): number {
  let run = 0;
  while (at + run < one.length && one[at + run] === other[across + run]) run += 1;
  return run;
}

function partsOf(text: readonly string[], marks: readonly boolean[]): Part[] {
  const parts: { text: string; common: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const common = marks[at] === true;
    const last = parts.at(-1);
    if (last?.common === common) last.text += text[at];
    else parts.push({ text: text[at] ?? '', common });
  }
  return parts;
}

/**
 * What a finding expected and what was received instead, where both are values. `part`: the received value must contain the
 * expected one · `sides`: the values of two answers that contradict each other
 */
export interface ComparedValues {
  readonly expected: string;
  readonly received: string;
  readonly relation?: 'part' | 'sides';
}

/** By kind of finding; the others have no value that can be written down. */
const byKind: Readonly<Record<string, typeof comparedValues>> = {
  'success-status': ({ parameters }, { answer }) =>
    answer === undefined || parameters?.wanted === undefined
      ? undefined
      : { expected: String(parameters.wanted), received: String(answer.status) },
  'success-media-type': (_, { answer }) =>
    answer === undefined ? undefined : { expected: 'application/json', received: typeOf(answer) },
  'failure-form': ({ parameters }, { answer }) => {
    const allowed = parameters?.allowed;
    if (answer === undefined || !Array.isArray(allowed)) return undefined;
    return {
      expected: allowed.map((form) => forms[form] ?? form).join(', or '),
      received: `${answer.status} ${typeOf(answer)}`,
    };
  },
  'party-id-lacks'({ parameters }, { request, answer }) {
    if (answer === undefined) return undefined;
    const body = bodyOf(answer);
    const part =
      parameters?.part === 'hint'
        ? textAt(request.body, '/partyHint')
        : textAt(body, '/publicKeyFingerprint');
    const partyId = textAt(body, '/partyId');
    if (part === undefined || partyId === undefined || part === '') return undefined;
    return { expected: part, received: partyId, relation: 'part' };
  },
};

const forms: Readonly<Record<string, string>> = {
  'text-400': '400 text/plain',
  'error-object': 'a failure status with application/json',
};

/** The values of a finding in an exchange that shows it; undefined if there is nothing to compare. */
export function comparedValues(finding: ReportFinding, exchange: Exchange): ComparedValues | undefined {
  const [one, other] = finding.sides ?? [];
  if (one !== undefined && other !== undefined)
    return { expected: one.value, received: other.value, relation: 'sides' };
  const compare =
    finding.kind !== undefined && Object.hasOwn(byKind, finding.kind) ? byKind[finding.kind] : undefined;
  return compare?.(finding, exchange);
}

function typeOf({ headers }: NonNullable<Exchange['answer']>): string {
  return headerValue(headers, 'content-type') ?? 'without Content-Type';
}

/** A string in a JSON body. */
function textAt(body: Buffer, pointer: string): string | undefined {
  if (body.length > longest || decodeUtf8(body) === undefined) return undefined;
  const read = readJson(body);
  const value = 'problem' in read ? undefined : valueAt(read.value, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** Bodies above this many bytes are not parsed for a comparison. */
const longest = 64 * 1024;
