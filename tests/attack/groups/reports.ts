import { edited, forged, inReport, type Loose, replaced } from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const report = (change: (report: Loose) => void): Forgery['forge'] => forged(inReport(change));
const text = (edit: (text: string) => string): Forgery['forge'] => forged(edited('report.json', edit));
const first = (change: (result: Loose) => void): Forgery['forge'] =>
  report(({ results }) => change(results[0]));

const unfounded = 'report.json does not follow from the evidence';
const schema = 'report.json does not match its schema';

/** Reports that no evidence leads to: refused after the evidence was read. */
const invented: readonly Row[] = [
  [
    'an outcome flipped',
    first((result) => {
      result.outcome = 'failed';
    }),
    7,
    unfounded,
  ],
  [
    'a verdict turned',
    report((all) => {
      all.verdict = 'non-conformant';
    }),
    7,
    unfounded,
  ],
  [
    'a result left out',
    report((all) => {
      all.results.splice(3, 1);
    }),
    7,
    unfounded,
  ],
  [
    'a result twice',
    report((all) => {
      all.results.push(all.results[0]);
    }),
    7,
    unfounded,
  ],
  [
    'more exchanges',
    report((all) => {
      all.counts.exchanges += 1;
    }),
    7,
    unfounded,
  ],
  [
    'more answers judged',
    first((result) => {
      result.answersJudged += 1;
    }),
    7,
    unfounded,
  ],
  [
    'another seed',
    report((all) => {
      all.run.seed = 'another';
    }),
    7,
    unfounded,
  ],
  [
    'a later end',
    report((all) => {
      all.run.finishedAt = new Date(Date.parse(all.run.finishedAt) + 1_000).toISOString();
    }),
    7,
    unfounded,
  ],
  [
    'faster answers',
    report((all) => {
      all.durations[0].p50 = 0;
    }),
    7,
    unfounded,
  ],
  [
    'a README that tells another story',
    forged(edited('README.md', (content) => content.replace('conformant', 'perfect'))),
    7,
    'README.md does not match',
  ],
  [
    'a JUnit file that tells another story',
    forged(edited('junit.xml', (content) => content.replace('GT-', 'XX-'))),
    7,
    'junit.xml does not match',
  ],
  [
    'a page that tells another story',
    forged(edited('report.html', (content) => content.replace('conformant', 'perfect'))),
    7,
    'report.html does not match',
  ],
  [
    'a page with a script',
    forged(edited('report.html', (content) => content.replace('</body>', '<script>1</script></body>'))),
    7,
    'report.html does not match',
  ],
];

/** Reports that are refused before the evidence is read. */
const malformed: readonly Row[] = [
  [
    'another target named',
    report((all) => {
      all.target.baseUrl = 'https://x.example';
    }),
    7,
    'The report names the target',
  ],
  [
    'a waiver',
    report((all) => {
      all.waivers = [{}];
    }),
    6,
    schema,
  ],
  [
    'an outcome that does not exist',
    first((result) => {
      result.outcome = 'excused';
    }),
    6,
    schema,
  ],
  [
    'a requirement that is a number',
    first((result) => {
      result.requirement = 5;
    }),
    6,
    schema,
  ],
  [
    'a member more',
    report((all) => {
      all.note = 'x';
    }),
    6,
    schema,
  ],
  [
    'no results',
    report((all) => {
      delete all.results;
    }),
    6,
    schema,
  ],
  [
    'a run that did not end',
    report((all) => {
      all.run.finishedAt = null;
    }),
    7,
    'The run did not end',
  ],
  [
    'a shard',
    report((all) => {
      all.run.shard = '1/2';
    }),
    7,
    'only shard 1/2',
  ],
  [
    'an effort that does not exist',
    report((all) => {
      all.run.effort = 'exhaustive';
    }),
    7,
    'the effort exhaustive',
  ],
  [
    'a MUST that was not exercised',
    report(({ results }) => {
      results.find(({ level }: Loose) => level === 'MUST').outcome = 'not-exercised';
    }),
    7,
    'not exercised',
  ],
  [
    'an inconclusive result',
    report(({ results }) => {
      results.find(({ level }: Loose) => level === 'SHOULD').outcome = 'inconclusive';
    }),
    7,
    'inconclusive',
  ],
  [
    'another document',
    report((all) => {
      all.document.sha256 = '0'.repeat(64);
    }),
    7,
    'judged by another document',
  ],
  [
    'a member twice',
    text((content) => content.replace('{', '{"verdict":"non-conformant",')),
    6,
    'not written as the suite writes it',
  ],
  ['other blanks', text((content) => `${content}\n`), 6, 'not written as the suite writes it'],
  [
    'a number in another form',
    text((content) => content.replace(/"exchanges": (\d+)/, '"exchanges": $1.0')),
    6,
    'not written as the suite writes it',
  ],
  [
    'a huge number',
    text((content) => content.replace(/"exchanges": \d+/, '"exchanges": 1e999')),
    6,
    'report.json',
  ],
  ['__proto__', text((content) => content.replace('{', '{"__proto__":{},')), 6, 'report.json'],
  ['invalid UTF-8', forged(replaced('report.json', Buffer.from([0x7b, 0xff, 0x7d]))), 6, 'not valid UTF-8'],
  ['a NUL', text((content) => `${content}\0`), 6, 'report.json'],
  ['an empty file', forged(replaced('report.json', '')), 6, 'report.json'],
  ['half of it', text((content) => content.slice(0, content.length >> 1)), 6, 'report.json'],
  ['null', forged(replaced('report.json', 'null\n')), 6, schema],
  ['nesting', forged(replaced('report.json', `${'['.repeat(99)}${']'.repeat(99)}`)), 6, 'nested more than'],
  ['more nesting', forged(replaced('report.json', '{"a":'.repeat(1_000_000))), 6, 'nested more than'],
];

export const reportForgeries = forgeriesOf('report', [
  ...invented,
  ...malformed.map(([name, ...rest]) => [`a report with ${name}`, ...rest] as const),
]);
