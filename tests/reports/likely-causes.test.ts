import { expect, test } from 'vitest';
import { byOperations, likelyCauses, withoutSamePage } from '../../reports/report/likely-causes.ts';
import type { ReportFinding, ReportResult } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';

function finding(more: Partial<ReportFinding>): ReportFinding {
  return {
    kind: 'accepted-invalid',
    place: 'request',
    message: 'what it did',
    pointer: '',
    expected: '',
    actual: '',
    exchanges: [],
    rate: '1 of 1 answers',
    replay: '',
    ...more,
  };
}

const input = (kind: string, pointer = '') =>
  ({ requirement: 'X', kind, pointer, credential: 'valid', text: kind }) as const;

function broken(
  requirement: string,
  operation: ReportResult['operation'],
  findings: readonly ReportFinding[],
  more: Partial<ReportResult> = {},
): ReportResult {
  return {
    requirement,
    operation,
    level: 'MUST',
    outcome: 'failed',
    reason: null,
    answersJudged: 1,
    findings,
    waived: null,
    ...more,
  };
}

test('The same kind of input that fails in several places is one probable cause, the most frequent first.', () => {
  const trailing = finding({ input: input('trailing-comma') });
  const wrongType = (pointer: string) => finding({ input: input('wrong-type', pointer) });
  const results = [
    broken('GT-BODY-JSON', 'generate-topology', [trailing, finding({ input: input('comment') })]),
    broken('EX-BODY-JSON', 'execute-submission', [trailing]),
    broken('GT-REQ-KEYDATA', 'generate-topology', [wrongType('/publicKey/keyData')]),
    broken('GT-REQ-PARTYHINT', 'generate-topology', [wrongType('/partyHint')]),
    broken('EX-REQ-USERID', 'execute-submission', [wrongType('/userId')]),
  ];
  expect(likelyCauses(results)).toEqual([
    {
      text: 'accepted: wrong type',
      places: [
        { requirement: 'GT-REQ-KEYDATA', operations: ['generate-topology'] },
        { requirement: 'GT-REQ-PARTYHINT', operations: ['generate-topology'] },
        { requirement: 'EX-REQ-USERID', operations: ['execute-submission'] },
      ],
    },
    {
      text: 'accepted: trailing comma',
      places: [
        { requirement: 'GT-BODY-JSON', operations: ['generate-topology'] },
        { requirement: 'EX-BODY-JSON', operations: ['execute-submission'] },
      ],
    },
  ]);
});

test('The same wrong answer is one cause if status and media type are the same too.', () => {
  const form = (status: number) =>
    finding({ kind: 'failure-form', place: 'status', cameBack: { status, mediaType: 'text/plain' } });
  const results = [
    broken('EX-FAILURE-FORM', 'execute-submission', [form(404), form(500)]),
    broken('LU-FAILURE-FORM', 'list-users', [form(404)]),
  ];
  expect(likelyCauses(results).map(({ text }) => text)).toEqual(['what it did (404 text/plain)']);
});

test('Pages of one status are one cause, whatever the requests and the requirements are.', () => {
  const page = { place: 'status', cameBack: { status: 400, mediaType: 'text/html' } } as const;
  const rejected = finding({ ...page, kind: 'valid-rejected', input: input('many-cookies') });
  const results = [
    broken('GT-SUCCESS', 'generate-topology', [rejected]),
    broken('GT-FAILURE-FORM', 'generate-topology', [finding({ ...page, kind: 'failure-form' })]),
    broken('LU-FAILURE-FORM', 'list-users', [
      finding({ ...page, kind: 'failure-form', cameBack: { status: 404, mediaType: 'text/html' } }),
    ]),
  ];
  expect(likelyCauses(results)).toEqual([
    {
      text: 'answered with a page (400 text/html)',
      places: [
        { requirement: 'GT-SUCCESS', operations: ['generate-topology'] },
        { requirement: 'GT-FAILURE-FORM', operations: ['generate-topology'] },
      ],
    },
  ]);
});

test('A page names who sent it, and is shown once: what it alone has broken is one finding.', () => {
  const page = (status: number, more: Partial<ReportFinding> = {}): ReportFinding =>
    finding({
      kind: 'failure-form',
      place: 'status',
      cameBack: { status, mediaType: 'text/html' },
      actual: `${status} text/html, from nginx/1.22.1 <html>, from nobody`,
      ...more,
    });
  const form = (operation: Operation, findings: readonly ReportFinding[], more?: Partial<ReportResult>) =>
    broken('ERR-FORM', operation, findings, more);
  const waived = form('list-users', [page(400)], { waived: [0] });
  const first = form('generate-topology', [page(400)]);
  const same = form('execute-submission', [page(400), page(400, { kind: 'valid-rejected' })]);
  const more = form('list-users', [page(400), finding({})]);
  const other = form('list-users', [page(400), page(413)]);
  const relation = form('list-users', [page(400, { place: 'relation' })]);
  expect(withoutSamePage([waived, first, same, more, other, relation])).toEqual([
    waived,
    first,
    more,
    other,
    relation,
  ]);
  expect(likelyCauses([first, same]).map(({ text }) => text)).toEqual([
    'answered with a page (400 text/html, from nginx/1.22.1)',
  ]);
});

test('Relations, warnings, waived failures and what fails in one place have no common cause.', () => {
  const trailing = finding({ input: input('trailing-comma') });
  const relation = finding({ kind: 'fingerprint-varies', place: 'relation' });
  expect(
    likelyCauses([
      broken('A', 'generate-topology', [trailing, relation]),
      broken('B', 'generate-topology', [trailing], { outcome: 'warned' }),
      broken('C', 'generate-topology', [trailing], { waived: [0] }),
      broken('D', 'generate-topology', [relation]),
    ]),
  ).toEqual([]);
});

test('Kinds of input that fail in the same places are one cause.', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((kind) => finding({ input: input(`kind-${kind}`) }));
  const results = [
    broken('EX-DEDUP-SECONDS', 'execute-submission', kinds),
    broken('EX-DEDUP-NANOS', 'execute-submission', kinds),
  ];
  expect(likelyCauses(results).map(({ text }) => text)).toEqual([
    'accepted: kind a, kind b, kind c, kind d and 1 more',
  ]);
});

test('Places on the same operations are named together.', () => {
  const at = (requirement: string, ...operations: Operation[]) => ({ requirement, operations });
  expect(
    byOperations([
      at('GT-BODY', 'generate-topology'),
      at('AUTH-ALG-NONE', 'generate-topology', 'list-users'),
      at('GT-REQ-FORMAT', 'generate-topology'),
      at('EX-BODY', 'execute-submission'),
    ]),
  ).toEqual([
    { requirements: ['GT-BODY', 'GT-REQ-FORMAT'], operations: ['generate-topology'] },
    { requirements: ['AUTH-ALG-NONE'], operations: ['generate-topology', 'list-users'] },
    { requirements: ['EX-BODY'], operations: ['execute-submission'] },
  ]);
});
