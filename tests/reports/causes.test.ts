import { expect, test } from 'vitest';
import { byOperations, causesOf } from '../../reports/report/causes.ts';
import type { Report, ReportFinding, ReportResult } from '../../reports/report/report.ts';
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
    rate: '1 of 1 responses',
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

const report = (results: readonly ReportResult[], observations: Report['observations'] = []) => ({
  results,
  observations,
});

/** Each cause with the requirements that it lists, and what passes when it is repaired. */
function found(results: readonly ReportResult[], observations?: Report['observations']) {
  return causesOf(report(results, observations)).map(({ id, places, worth }) => [
    id,
    places.map(({ requirement }) => requirement).join(' '),
    Number(/^then (\d+) of /.exec(worth)?.[1]),
  ]);
}

const accepted = (kind: string, pointer = '', more: Partial<ReportFinding> = {}) =>
  finding({ input: input(kind, pointer), cameBack: { status: 200, mediaType: 'application/json' }, ...more });

test('Several leniencies of the JSON parser are one cause, however many requirements they break.', () => {
  const kinds = ['trailing-comma', 'comment', 'single-quotes'].map((kind) => accepted(kind));
  expect(
    found([
      broken('GT-BODY', 'generate-topology', kinds),
      broken('GT-BODY-REQUIRED', 'generate-topology', [accepted('comment')]),
      broken('EX-BODY', 'execute-submission', kinds.slice(0, 2)),
    ]),
  ).toEqual([['lenient-json', 'GT-BODY GT-BODY-REQUIRED EX-BODY', 3]]);
  expect(found([broken('GT-BODY', 'generate-topology', kinds.slice(0, 1))])).toEqual([
    ['trailing-comma', 'GT-BODY', 1],
  ]);
});

test('Where a field may be missing, one under other names is not a cause of its own.', () => {
  const names = ['name-in-other-case', 'name-in-snake-case'].map((kind) => accepted(kind, '/synchronizer'));
  const missing = accepted('missing', '/synchronizer');
  expect(found([broken('GT-REQ-SYNCHRONIZER', 'generate-topology', [...names, missing])])).toEqual([
    ['missing-field-accepted', 'GT-REQ-SYNCHRONIZER', 1],
  ]);
  expect(found([broken('GT-REQ-SYNCHRONIZER', 'generate-topology', names)])).toEqual([
    ['lenient-json', 'GT-REQ-SYNCHRONIZER', 1],
  ]);
});

test('Users that are missing because the page token has another name are not taken for an unordered list.', () => {
  const missing = finding({ kind: 'users-missing', place: 'relation' });
  const results = [
    broken('LU-PAGE-COMPLETE', 'list-users', [missing]),
    broken('LU-PAGE-EMPTYTOKEN', 'list-users', [missing]),
  ];
  const seen = (value: string) =>
    found(results, [{ id: 'LU-OPEN-UNKNOWN-FIELDS', operation: 'list-users', value }]);
  expect(seen('next_page_token')).toEqual([['page-token-renamed', 'LU-PAGE-COMPLETE LU-PAGE-EMPTYTOKEN', 2]]);
  expect(seen('total').map(([id]) => id)).toEqual(['order-not-fixed', 'empty-token-rejected']);
});

test('A path that is not served explains all that is broken on it, and is none where something succeeds.', () => {
  const rejected = (kind: string) =>
    finding({
      kind: 'valid-rejected',
      input: input(kind),
      affected: 2,
      attempts: 2,
      cameBack: { status: 404, mediaType: 'application/json' },
    });
  const results = [
    broken('GT-SUCCESS', 'generate-topology', [rejected('plain')]),
    broken('GT-OPT-THRESHOLD', 'generate-topology', [rejected('zero')]),
    broken('GT-OPT-OBSERVING', 'generate-topology', [rejected('empty')]),
  ];
  expect(found(results)).toEqual([['path-not-served', 'GT-SUCCESS GT-OPT-THRESHOLD GT-OPT-OBSERVING', 3]]);
  const passed = broken('GT-RES-PARTYID', 'generate-topology', [], { outcome: 'passed' });
  expect(found([...results, passed])[0]?.[0]).toBe('valid-zero-or-false-rejected');
});

test('A cache of logins is one cause, whatever the credentials are.', () => {
  const sometimes = (credential: string) =>
    accepted(credential, '', { input: { ...input(credential), credential }, affected: 1, attempts: 9 });
  expect(
    found([
      broken('AUTH-STAYS-WRONG', 'list-users', [sometimes('forged')]),
      broken('AUTH-REQUIRED', 'list-users', [sometimes('none')]),
      broken('AUTH-ALG-NONE', 'list-users', [sometimes('alg-none')]),
    ]),
  ).toEqual([['verified-tokens-kept', 'AUTH-STAYS-WRONG AUTH-REQUIRED AUTH-ALG-NONE', 3]]);
});

test('Advice is for the recognized platform only; without one, all of it is there.', () => {
  const page = (actual: string) =>
    finding({
      kind: 'failure-form',
      place: 'status',
      cameBack: { status: 404, mediaType: 'text/html' },
      actual,
    });
  const stacks = (actual: string, software?: readonly string[]) => {
    const results = [broken('LU-FAILURE-FORM', 'list-users', [page(actual)])];
    return causesOf({ ...report(results), software })[0]?.stacks.map(({ name }) => name);
  };
  expect(stacks('404 text/html, from Express')).toEqual(['Express']);
  expect(stacks('404 text/html, from Jetty(12)')).toEqual(['Jersey', 'Java servlets']);
  expect(stacks('404 text/html, from akka-http/10.5.0')).toEqual([]);
  expect(stacks('404 text/html')).toContain('Spring Boot');
  // What names itself in the headers of other answers is the platform too, but a gateway in front of it is not.
  expect(stacks('404 text/html', ['1.1 varnish', 'Express'])).toEqual(['Express']);
  expect(stacks('404 text/html', ['nginx/1.27.3'])).toContain('Spring Boot');
  expect(stacks('404 text/html', ['Rack::Runtime'])).toEqual(['Rails']);
  expect(stacks('404 text/html, from nginx/1.27.3', ['nginx/1.27.3'])).toEqual(['nginx']);
});

test('Where nothing is known of the stack or of its language, advice is that of a standard.', () => {
  const stacks = (...kinds: string[]) => {
    const results = [
      broken(
        'GT-BODY',
        'generate-topology',
        kinds.map((kind) => accepted(kind)),
      ),
    ];
    return causesOf({ ...report(results), software: ['Rocket'] })[0]?.stacks.map(({ name }) => name);
  };
  expect(stacks('leading-comma')).toEqual(['RFC 8259']);
  expect(stacks('trailing-comma')).toEqual(['json5 (Rust)']);
});

test('Of the recognized platform, all that is to be set for a cause is there; of others, each stack once.', () => {
  const results = [
    broken(
      'EX-BODY',
      'execute-submission',
      ['comment', 'unknown-escape'].map((kind) => accepted(kind)),
    ),
  ];
  const remedies = (software?: readonly string[]) =>
    causesOf({ ...report(results), software })[0]?.stacks.map(({ name, remedy }) => `${name}: ${remedy}`);
  expect(remedies(['Rack::Runtime'])).toEqual([
    expect.stringMatching(/^Ruby json: .*comment/),
    expect.stringMatching(/^Ruby json: .*backslash/),
  ]);
  expect(remedies()?.filter((each) => each.startsWith('Ruby json'))).toHaveLength(1);
  // A cache of tokens breaks the same requirement, but lets no text behind a token pass.
  const tokens = ['text-behind-token', 'characters-outside-base64url'].map((kind) => accepted(kind));
  const [cause] = causesOf({
    ...report([broken('AUTH-TOKEN-EXACT', 'list-users', tokens)]),
    software: ['Rack::Runtime'],
  });
  expect(cause?.stacks.map(({ remedy }) => remedy)).toEqual([
    expect.stringMatching(/^Match the whole header/),
    expect.stringMatching(/^Update, or reject tokens/),
  ]);
});

test('A 500 for wrong input is that of an exception, also where a 400 with a text is due; bytes that a text repeats are a cause of their own.', () => {
  const form = (status: number, mediaType: string) =>
    finding({ kind: 'failure-form', place: 'status', cameBack: { status, mediaType } });
  const text = finding({
    kind: 'text-not-utf8',
    message: 'the text of a 400 is not valid UTF-8',
    cameBack: { status: 400, mediaType: 'text/plain' },
  });
  const causes = (...findings: ReportFinding[]) =>
    found([broken('GT-FAILURE-TEXT', 'generate-topology', findings)]).map(([id]) => id);
  expect(causes(form(500, 'application/json'))).toEqual(['server-error-for-wrong-input']);
  expect(causes(form(400, 'application/json'))).toEqual(['rejection-is-not-plain-text']);
  expect(causes(form(500, 'application/json'), text)).toEqual([
    'server-error-for-wrong-input',
    'invalid-bytes-are-repeated',
  ]);
});

test('What no cause explains stands for itself, on all operations together.', () => {
  const own = finding({ kind: 'not-kept', place: 'relation' });
  const [cause, ...others] = causesOf(
    report([broken('A', 'generate-topology', [own]), broken('A', 'list-users', [own])]),
  );
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    id: 'A not-kept',
    title: 'what it did',
    isKnown: false,
    stacks: [],
    places: [{ requirement: 'A', operations: ['generate-topology', 'list-users'] }],
  });
});

test('Pages of one status are one cause, and so is the same wrong answer in several requirements.', () => {
  const page = { place: 'status', cameBack: { status: 400, mediaType: 'text/html' } } as const;
  const other = finding({ kind: 'not-kept', place: 'status', cameBack: { status: 409, mediaType: 'a/b' } });
  expect(
    causesOf(
      report([
        broken('X', 'generate-topology', [
          finding({ ...page, kind: 'not-kept', actual: '400, from nginx/1' }),
        ]),
        broken('Y', 'generate-topology', [finding({ ...page, kind: 'text-empty' })]),
        broken('Z', 'generate-topology', [other]),
        broken('Z2', 'generate-topology', [other]),
      ]),
    ).map(({ title, isKnown }) => [title, isKnown]),
  ).toEqual([
    ['Responses are pages (400 text/html, from nginx/1).', true],
    ['what it did (409 a/b)', true],
  ]);
});

test('Causes are in the order of what turns green, and count what those before them repair.', () => {
  const form = finding({
    kind: 'failure-form',
    place: 'status',
    cameBack: { status: 400, mediaType: 'text/plain' },
  });
  const results = [
    broken('EX-BODY', 'execute-submission', [accepted('trailing-comma')]),
    broken('GT-FAILURE-FORM', 'generate-topology', [form]),
    broken('LU-FAILURE-FORM', 'list-users', [form]),
    broken('EX-FAILURE-FORM', 'execute-submission', [form, accepted('trailing-comma')]),
  ];
  expect(found(results)).toEqual([
    ['rejection-in-plain-text', 'GT-FAILURE-FORM LU-FAILURE-FORM EX-FAILURE-FORM', 2],
    ['trailing-comma', 'EX-BODY EX-FAILURE-FORM', 4],
  ]);
  const [, second] = causesOf(report(results));
  expect(second?.worth).toBe('then 4 of 4 requirements pass, if nothing else is wrong');
});

test('Warnings have causes of their own, and waived failures have none.', () => {
  const results = [
    broken('B', 'generate-topology', [accepted('comment')], { outcome: 'warned' }),
    broken('C', 'generate-topology', [accepted('comment')], { waived: [0] }),
  ];
  expect(causesOf(report(results))).toEqual([]);
  expect(causesOf(report(results), 'warned').map(({ id }) => id)).toEqual(['comment']);
});

test('The example is a finding with an exchange, rather than a relation.', () => {
  const shown = accepted('comment', '', { exchanges: ['a#1'] });
  const results = [broken('EX-BODY', 'execute-submission', [accepted('comment'), shown])];
  expect(causesOf(report(results))[0]?.example.finding).toBe(shown);
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
