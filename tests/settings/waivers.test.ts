import { expect, test } from 'vitest';
import { readWaivers } from '../../settings/read-waivers.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { temporaryFile } from '../journal/temporary-folder.ts';

const good = `# Failures that are accepted for a while.
waivers:
  - requirement: GT-REQ-SYNCHRONIZER
    operation: generate-topology
    finding: 'must be rejected'
    pointer: /synchronizer
    reason: >
      The gateway fills in a default
      until the next release.
    owner: the ledger team
    issue: https://tracker.example/LEDGER-7
    created: 2026-01-31
    expires: 2026-05-01
`;

const reading = (text: string) => () => readWaivers(temporaryFile(text, 'waivers.yaml'));

test('A waiver is read as it stands, its days as they are written.', () => {
  expect(reading(good)()).toEqual([
    {
      requirement: 'GT-REQ-SYNCHRONIZER',
      operation: 'generate-topology',
      finding: 'must be rejected',
      pointer: '/synchronizer',
      reason: 'The gateway fills in a default until the next release.\n',
      owner: 'the ledger team',
      issue: 'https://tracker.example/LEDGER-7',
      created: '2026-01-31',
      expires: '2026-05-01',
    },
  ]);
});

test('A file may hold no waiver at all.', () => {
  expect(reading('waivers: []\n')()).toEqual([]);
});

test.each([
  { what: 'no YAML', text: 'waivers: [\n', line: 2, says: 'invalid YAML' },
  {
    what: 'a key twice',
    text: good.replace('    owner:', '    reason: x\n    owner:'),
    line: 10,
    says: 'invalid YAML',
  },
  { what: 'nothing', text: '', line: 1, says: 'the file is invalid. Write a list of waivers' },
  {
    what: 'a list alone',
    text: '- requirement: A\n',
    line: 1,
    says: 'Write a list of waivers under the key waivers',
  },
  {
    what: 'no owner',
    text: good.replace(/ {4}owner.*\n/, ''),
    line: 3,
    says: 'owner is missing. Write who is responsible',
  },
  { what: 'no issue', text: good.replace(/ {4}issue.*\n/, ''), line: 3, says: 'issue is missing.' },
  {
    what: 'an unknown key',
    text: good.replace('owner:', 'ownr: x\n    owner:'),
    line: 10,
    says: 'ownr is not a key of a waiver. Use requirement, operation,',
  },
  {
    what: 'a day that there is not',
    text: good.replace('2026-05-01', '2026-02-30'),
    line: 13,
    says: 'expires is invalid. Write its last day',
  },
  {
    what: 'an unknown operation',
    text: good.replace('generate-topology', 'list-parties'),
    line: 4,
    says: 'operation is invalid. Write generate-topology, execute',
  },
  {
    what: 'a finding that would match anything',
    text: good.replace('must be rejected', 'a'),
    line: 5,
    says: 'finding is invalid. Write a part of the message',
  },
  {
    what: 'an issue that is no address',
    text: good.replace('https://tracker.example/', ''),
    line: 11,
    says: 'issue is invalid. Write the URL',
  },
  {
    what: '91 days',
    text: good.replace('2026-05-01', '2026-05-02'),
    line: 13,
    says: 'it lasts 91 days, but at most 90 are allowed.',
  },
  {
    what: 'a day in the future on which it was created, as it would be valid until then',
    text: good.replace('2026-01-31', '9999-10-01').replace('2026-05-01', '9999-12-30'),
    line: 13,
    says: 'it was created on 9999-10-01, which is in the future.',
  },
  {
    what: 'an end before its beginning',
    text: good.replace('2026-05-01', '2026-01-30'),
    line: 13,
    says: 'before it was created on 2026-01-31',
  },
])(
  'A file with $what is wrong usage; the sentence names file and line, and what to write.',
  ({ text, line, says }) => {
    expect(reading(text)).toThrow(UsageError);
    expect(reading(text)).toThrow(
      new RegExp(`/waivers\\.yaml, line ${line}: .*${says.replace(/[.?]/g, '\\$&')}`),
    );
  },
);

function problemsOf(text: string): readonly string[] {
  try {
    reading(text)();
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
  }
  return [];
}

test('Every mistake has its own sentence.', () => {
  const text = good.replace(/ {4}owner.*\n/, '').replace('https:', 'ftp:');
  expect(problemsOf(text).map((line) => line.replace(/.*, line /, '').slice(0, 20))).toEqual([
    '3: owner is missing.',
    '10: issue is invalid',
  ]);
});

test('A file that is not there, or that refers to itself without end, is wrong usage.', () => {
  expect(() => readWaivers('nowhere.yaml')).toThrow(
    'CONFORMANCE_WAIVERS names a file that cannot be read: nowhere.yaml',
  );
  const bomb = Array.from(
    { length: 9 },
    (_, i) =>
      `x${i}: &x${i} [${Array(9)
        .fill(i === 0 ? 'a' : `*x${i - 1}`)
        .join()}]`,
  );
  expect(reading(`${bomb.join('\n')}\nwaivers: *x8\n`)).toThrow('Write each waiver out');
});

test('A file of more than 1 MiB is not read.', () => {
  const large = `waivers:\n${'- {requirement: LU-SUCCESS}\n'.repeat(40_000)}`;
  expect(problemsOf(large)).toEqual([
    expect.stringMatching(/waivers\.yaml has 2 MiB, and at most 1 are read\. Give the right file\.$/),
  ]);
});

test('Of many problems, the first are told, and how many more there are.', () => {
  const problems = problemsOf(`waivers:\n${'- {requirement: LU-SUCCESS}\n'.repeat(30)}`);
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toMatch(/^There are \d+ more\.$/);
});
