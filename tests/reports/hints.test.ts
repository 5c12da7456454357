import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { markdown } from '../../reports/formats/markdown.ts';
import { HintText } from '../../reports/html/elements.tsx';
import { causesOf } from '../../reports/report/causes.ts';
import type { ReportFinding } from '../../reports/report/report.ts';
import { hintLines } from '../../reports/terminal/finding-lines.ts';
import { rowsOf } from '../../reports/terminal/lines.ts';
import { aggregated } from './aggregated.ts';
import { aCase, aFinding, aGoodRun, withCases } from './journal-fixture.ts';
import { viewOf } from './view.ts';

/** The cause of a single finding. */
function hintOf(requirement: string, finding: Partial<ReportFinding>) {
  const result = {
    requirement,
    operation: 'generate-topology',
    level: 'MUST',
    outcome: 'failed',
    reason: null,
    answersJudged: 1,
    waived: null,
    findings: [
      { message: '', pointer: '', expected: '', actual: '', exchanges: [], rate: '', replay: '', ...finding },
    ],
  } as const;
  return causesOf({ results: [result], observations: [] }).find(({ stacks }) => stacks.length > 0);
}

const accepted = (of: string) => ({ kind: 'accepted-invalid', parameters: { case: 'shown', of } });

test('A finding about a leniency has its hint, whatever the requirement.', () => {
  expect(hintOf('GT-BODY', accepted('trailing-comma'))?.id).toBe('trailing-comma');
});

test('Where a gateway responded itself, what it has no advice about has all there is.', () => {
  const page = { kind: 'failure-form', cameBack: { status: 500, mediaType: 'text/html' } };
  const answered = { ...page, actual: '500 text/html, from nginx/1.22.1' };
  expect(hintOf('GT-FAILURE-FORM', answered)?.stacks.map(({ name }) => name)).toEqual(['nginx']);
  const comment = { ...accepted('comment'), actual: '500 text/html, from nginx/1.22.1' };
  expect(hintOf('GT-BODY', comment)?.stacks.length).toBeGreaterThan(3);
});

test('A large body that is rejected, and JSON without escapes, have causes of their own.', () => {
  const large = { kind: 'valid-rejected', parameters: { of: 'blanks-in-front 16384 bytes' } };
  expect(hintOf('GT-SUCCESS', { ...large, cameBack: { status: 400, mediaType: 'text/plain' } })?.id).toBe(
    'body-above-a-buffer',
  );
  const raw = { kind: 'error-not-object', message: 'a failure has an invalid body: not one JSON value' };
  expect(hintOf('ERR-OBJECT', { ...raw, cameBack: { status: 400, mediaType: 'application/json' } })?.id).toBe(
    'json-without-escapes',
  );
});

test('A request that is accepted has the hint for its kind of input.', () => {
  expect(hintOf('GT-REQ-KEYDATA', accepted('missing /publicKey/keyData'))?.id).toBe('missing-field-accepted');
  expect(hintOf('GT-REQ-KEYDATA', accepted('null /publicKey/keyData'))?.id).toBe('null-accepted');
  expect(hintOf('GT-REQ-KEYDATA', accepted('no-such-kind'))).toBeUndefined();
});

test('The status and media type of a rejection say which framework probably wrote it.', () => {
  const form = (status: number, mediaType?: string) =>
    hintOf('LU-FAILURE-FORM', {
      kind: 'failure-form',
      cameBack: { status, ...(mediaType === undefined ? {} : { mediaType }) },
    })?.id;
  expect(form(404, 'text/html')).toBe('rejection-in-html');
  expect(form(400, 'text/plain')).toBe('rejection-in-plain-text');
  expect(form(422, 'application/json')).toBe('unprocessable-entity');
  expect(form(401, 'application/problem+json')).toBe('problem-details');
  expect(form(401)).toBe('rejection-without-body');
  expect(form(401, 'application/json')).toBe('own-error-form');
  expect(form(431, 'application/xml')).toBe('rejected-before-the-application');
});

test('What all affected requests have in common says why a response has another form.', () => {
  const form = (kind: string, message: string, ...inputs: string[]) =>
    hintOf('GT-FAILURE-TEXT', {
      kind,
      message,
      cameBack: { status: 400, mediaType: 'application/json' },
      inputs: inputs.map((each) => ({
        ...{ requirement: 'GT-BODY', kind: each, pointer: '', credential: 'valid', text: each },
        ...{ affected: 1, attempts: 1 },
      })),
    })?.id;
  expect(form('failure-form', '', 'empty-body')).toBe('empty-body-apart');
  expect(form('failure-form', '', 'lone-surrogate')).toBe('lone-surrogate-is-repeated');
  expect(form('failure-form', '', 'empty-body', 'json')).toBe('rejection-is-not-plain-text');
  expect(form('text-not-utf8', 'the text of a 400 is not valid UTF-8')).toBe('invalid-bytes-are-repeated');
});

test('A field that is missing has another hint than one of the wrong type.', () => {
  const field = (keyword: string, affected: number) =>
    hintOf('GT-RES-MULTIHASH', {
      kind: 'field-invalid',
      affected,
      judged: 9,
      parameters: { field: 'multiHash', keyword, wanted: '' },
    })?.id;
  expect(field('required', 2)).toBe('required-field-omitted');
  expect(field('required', 9)).toBe('field-renamed');
  expect(field('type', 9)).toBe('field-of-another-type');
});

test('A response that never came has a hint for every requirement.', () => {
  const unanswered = (actual: string) =>
    hintOf('GT-OPT-THRESHOLD', { kind: 'request-unanswered', actual })?.id;
  expect(unanswered('The connection closed before a response.')).toBe('handler-that-never-responds');
  expect(unanswered('The connection closed during the response (EOF).')).toBe('content-length-in-characters');
  expect(unanswered('The response is not valid HTTP.')).toBe('content-length-in-characters');
  expect(unanswered('The body is not valid gzip, which Content-Encoding declares.')).toBe(
    'body-not-encoded-as-declared',
  );
  expect(hintOf('GT-OPT-THRESHOLD', { kind: 'not-kept' })).toBeUndefined();
});

test('A request that succeeded on a retry met a connection that was just closed.', () => {
  expect(hintOf('HTTP-STABLE', { kind: 'answered-on-retry' })?.id).toBe('connection-closed-while-idle');
});

test('A valid request that was rejected has a hint only if its headers may be the reason.', () => {
  const rejected = (kind: string, status: number) =>
    hintOf('EX-SUCCESS', { kind: 'valid-rejected', parameters: { of: kind }, cameBack: { status } })?.id;
  expect(rejected('configured-body', 400)).toBeUndefined();
  expect(rejected('configured-body', 431)).toBe('ordinary-headers-too-large');
  expect(rejected('configured-body', 413)).toBe('ordinary-body-too-large');
  expect(rejected('client', 400)).toBe('valid-request-rejected');
});

test('A scheme is not read only if no request under it succeeds.', () => {
  const rejected = (affected: number) =>
    hintOf('AUTH-BEARER', {
      kind: 'valid-rejected',
      parameters: { of: 'fresh-token' },
      affected,
      attempts: 51,
    })?.id;
  expect(rejected(51)).toBe('only-one-scheme');
  expect(rejected(21)).toBeUndefined();
});

test('A list that ignores part of a request is no sign of state that requests share.', () => {
  expect(hintOf('GT-MULTIHASH-BOUND', { kind: 'multihash-shared' })?.id).toBe('hash-of-something-else');
  expect(hintOf('GT-PARTYID-HINT', { kind: 'party-id-lacks' })?.id).toBe('hint-not-kept');
  expect(hintOf('GT-PARTYID-HINT', { kind: 'party-id-lacks', onlyConcurrent: true })?.id).toBe(
    'state-shared-between-requests',
  );
});

const hint = {
  id: 'kind',
  title: 'Something is accepted.',
  stacks: ['One', 'Two', 'Three', 'Four'].map((name) => ({
    name,
    behaviour: 'It accepts *it*.',
    remedy: 'Set `it` to <false>.',
    source: `https://example.org/${name}${'/long'.repeat(20)}`,
  })),
};

test('The terminal has the title and three remedies, each with an address on a line of its own.', () => {
  const lines = hintLines(hint).flatMap((each) => rowsOf(each, 80));
  expect(lines[0]).toBe('  likely    Something is accepted.');
  expect(lines.filter((line) => line.includes('https://'))).toEqual(
    hint.stacks.slice(0, 3).map(({ source }) => `              ${source}`),
  );
});

test('HTML has a link to each of three sources, and no text that is markup.', () => {
  const html = render(HintText({ hint }));
  expect([...html.matchAll(/<a href="([^"]*)" rel="noreferrer">/g)].map(([, link]) => link)).toEqual(
    hint.stacks.slice(0, 3).map(({ source }) => source),
  );
  expect(html).toContain('&lt;false');
});

test('Markdown has links to the sources, and no text that is markup.', () => {
  const operation = 'generate-topology';
  const requirement = 'GT-RES-MULTIHASH';
  const finding = aFinding(requirement, operation, {
    kind: 'field-invalid',
    parameters: { field: 'multiHash', keyword: 'required', wanted: '' },
    exchanges: [`${requirement}@${operation}/1#1`],
  });
  const run = withCases(aGoodRun(), aCase({ requirement, operation, findings: [finding] }));
  const [line = ''] = markdown(viewOf(aggregated(run)))
    .split('\n')
    .filter((each) => each.includes('- often:'));
  expect(line).toContain('- often: A field is never written');
  expect(line).toContain(
    '[Go encoding/json](https://pkg.go.dev/encoding/json#Marshal): Give every field a json tag.',
  );
});
