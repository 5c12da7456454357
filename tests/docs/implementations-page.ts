import { readFileSync } from 'node:fs';
import { valueAt } from '../../json/json-pointer.ts';
import { readObject } from '../../json/read-json.ts';
import { explained } from '../../judges/recorded/explained.ts';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import type { JudgedRecord } from '../../judges/recorded/recorded-operation.ts';
import { levelOf, type Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { mediaType } from '../../wire/media-type.ts';
import { type RecordedRelease, recordedIn, releases } from '../recorded/releases.ts';
import { profileSections, table } from './profile-page.ts';

const document = loadProfile('document');

/** One way in which releases depart from the document: the first request that shows it, and the releases. */
interface Departure {
  readonly requirement: string;
  readonly operation: string;
  readonly reason: string;
  readonly first: JudgedRecord;
  readonly releases: Set<string>;
}

/** The page of the known implementation: verdicts of its releases, departures with their evidence, and the profiles. */
export function implementationsPage(introduction: string): string {
  const recorded = releases.map((each) => ({ ...each, judged: judgedUnder(each) }));
  const departures = departuresOf(recorded);
  return [
    '# Known implementations',
    '',
    introduction.trim(),
    '',
    '## Verdicts',
    '',
    ...table(
      [
        'release',
        'profile',
        'recorded exchanges',
        'whole run under `document`',
        'whole run under its profile',
      ],
      recorded.map(({ release, date, profile, run, judged }) => [
        `${release} of ${date}`,
        `\`${profile}\``,
        String(judged.reduce((sum, { records }) => sum + records.length, 0)),
        outcomeOf(run, 'document'),
        outcomeOf(run, profile),
      ]),
    ),
    '## Departures from the document',
    '',
    'Each way in which a recorded answer breaks a MUST of the document, with the first request that shows it.',
    '',
    ...table(
      ['requirement', 'request', 'answer', 'why', 'releases'],
      departures.map(({ requirement: id, reason, first, releases: seen }) => [
        `\`${id}\``,
        requestWords(first),
        answerWords(first),
        reason,
        [...seen].join(', '),
      ]),
    ),
    ...['canton-3.5', 'canton-3.6'].flatMap((name) => [
      `## Profile ${name}`,
      '',
      ...profileSections(ownOf(name)),
    ]),
  ].join('\n');
}

/** The entries that stand in the file of a profile itself, without those of the one that it extends. */
function ownOf(name: string): Profile {
  const url = new URL(`../../profiles/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Profile;
}

interface Judged {
  readonly records: readonly JudgedRecord[];
  readonly found: ReturnType<typeof explained>;
}

function judgedUnder({ profile, recordings }: RecordedRelease): Judged[] {
  return recordings.map((name) => {
    const judged = judgeRecording(readRecording(recordedIn(name)), document);
    return { records: judged.judged, found: explained(judged, loadProfile(profile)) };
  });
}

function departuresOf(
  recorded: readonly (RecordedRelease & { readonly judged: readonly Judged[] })[],
): readonly Departure[] {
  const all = new Map<string, Departure>();
  for (const { release, judged } of recorded)
    for (const { records, found } of judged)
      for (const { name, finding, by } of found) {
        const first = records.find((record) => record.name === name);
        const { requirement: id, operation } = finding;
        if (first === undefined || levelOf(document, requirement(id), operation) !== 'MUST') continue;
        const reason = by?.reason ?? 'Not listed in its profile.';
        const key = [id, operation, reason].join(' ');
        const departure = all.get(key) ?? { requirement: id, operation, reason, first, releases: new Set() };
        departure.releases.add(release.replace('-SNAPSHOT', ''));
        all.set(key, departure);
      }
  return [...all.values()].sort((a, b) => (a.requirement < b.requirement ? -1 : 1));
}

const shownAtMost = 90;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > shownAtMost ? `${line.slice(0, shownAtMost)}…` : line;
}

/** What was sent: the operation and what is special about it, and the record that has the whole request. */
function requestWords({ name, exchange, classification: { faults } }: JudgedRecord): string {
  const { method, target } = exchange.request;
  const [fault] = faults;
  const what =
    fault === undefined
      ? ''
      : fault.credential !== 'valid'
        ? `, credential ${fault.credential}`
        : fault.wrong === 'valid' || fault.wrong.pointer === ''
          ? ''
          : `, ${fault.wrong.keyword} at \`${fault.wrong.pointer}\`${valueWords(exchange.request.body, fault.wrong.pointer)}`;
  return `\`${method} ${shortened(target)}\`${what} (${name})`;
}

/** The value at the pointer, if there is one and it is short. */
function valueWords(body: Buffer, pointer: string): string {
  const value = valueAt(readObject(body), pointer);
  const text = value === undefined ? '' : JSON.stringify(value);
  return text === '' || text.length > 60 ? '' : `: \`${text}\``;
}

function answerWords({ exchange: { answer } }: JudgedRecord): string {
  if (answer === undefined) return 'none';
  return `${answer.status} ${mediaType(answer) ?? ''} \`${shortened(bodyOf(answer).toString('utf8')).replaceAll('`', "'")}\``;
}

interface RunOutcome {
  readonly verdict: string;
  readonly must?: { readonly exercised: number; readonly total: number };
  readonly failed?: readonly string[];
  readonly results?: { readonly failed?: readonly string[] };
}

/** The verdict of a whole run, as the tests that judge it again have it, with the requirements that it breaks. */
function outcomeOf(run: string, profile: string): string {
  const { verdict, must, failed, results } = readOutcome(run, profile);
  const broken = (failed ?? results?.failed ?? []).map((check) => `\`${check.split('@')[0]}\``);
  const exercised = must === undefined ? '' : ` (${must.exercised} of ${must.total} MUST exercised)`;
  return broken.length === 0 ? `${verdict}${exercised}` : `${verdict}: ${broken.join(', ')}`;
}

function readOutcome(run: string, profile: string): RunOutcome {
  const at = (file: string): URL => new URL(`../recorded/${run}/${file}`, import.meta.url);
  if (run !== 'run-canton-3.5')
    return JSON.parse(readFileSync(at(`under-${profile}.json`), 'utf8')) as RunOutcome;
  const all = JSON.parse(readFileSync(at('outcomes.json'), 'utf8')) as Readonly<Record<string, RunOutcome>>;
  return all[profile] ?? { verdict: 'unknown' };
}
