import { valueAt } from '../../../json/json-pointer.ts';
import { readJson } from '../../../json/read-json.ts';
import { decodeUtf8 } from '../../../json/utf8.ts';
import { bodyOf, type Exchange, headerValue } from '../../../wire/exchange.ts';
import type { ReportFinding } from '../../report/report.ts';

/**
 * What a finding expected and what was received instead, where both are values. `part`: the received value must contain the
 * expected one · `sides`: the values of two answers that contradict each other
 */
export interface ComparedValues {
  readonly expected: string;
  readonly received: string;
  readonly relation?: 'part' | 'sides';
}

type Compare = (finding: ReportFinding, exchange: Exchange) => ComparedValues | undefined;

/** By kind of finding; the others have no value that can be written down. */
const byKind: Readonly<Record<string, Compare>> = {
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
