import { describe, expect, it } from 'vitest';
import { explained } from '../../judges/recorded/explained.ts';
import { type JudgedRecording, judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { levelOf } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { expectedFindings } from './expected-findings.ts';
import { rulingsText } from './recording.ts';

const canton = loadProfile('canton-3.5');
const document = loadProfile('document');
const recording = readRecording(rulingsText);
const underDocument = judgeRecording(recording, document);
const underCanton = judgeRecording(recording, canton);

/** Names of the records with findings of a level, by requirement. */
function findings({ judged }: JudgedRecording, profile: typeof canton, level: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { name, judgement } of judged)
    for (const { requirement: id, operation } of judgement.findings) {
      if (levelOf(profile, requirement(id), operation) !== level) continue;
      const names = found[id] ?? [];
      found[id] = names;
      names.push(name);
    }
  return found;
}

/** Full names: the words under a common beginning. */
const under = (start: string, names: string): string[] => names.split(/\s+/).map((name) => `${start}${name}`);

/** Keys whose errors tell where the parser failed, with its stack. */
const leaking = under(
  'gen.key.',
  `ed25519.all-zero-point ed25519.all-ff-point p256.bytes-behind p256.off-curve p256.infinity rsa raw.33 raw.31`,
);

describe('328 exchanges about rulings 28 to 40 with the known implementation', () => {
  it('are judged without exception, and their answers agree with each other', () => {
    for (const { judged, unclassified, together } of [underDocument, underCanton]) {
      expect(judged).toHaveLength(328);
      expect(unclassified).toEqual([]);
      expect(together.findings).toEqual([]);
    }
  });

  it('break nothing under its own profile; a stack trace in the cause is a warning', () => {
    expect(findings(underCanton, canton, 'MUST')).toEqual({});
    expect(findings(underCanton, canton, 'SHOULD')).toEqual({ 'ERR-NO-LEAK': leaking });
  });

  it('add one thing to the known departures from the document: "6e1" as seconds', () => {
    const departures = findings(underDocument, document, 'MUST');
    const known = new Set(expectedFindings.map((text) => text.split(' ')[1]));
    const added = Object.entries(departures).filter(([id]) => !known.has(id));
    expect(added).toEqual([['EX-DEDUP-SECONDS', ['exec.dedup.seconds.exponent']]]);
  });

  it('depart from the document exactly here', () => {
    expect(findings(underDocument, document, 'MUST')).toEqual({
      // A string with a number is taken for the number (rulings 12 and 30).
      'GT-REQ-THRESHOLD-TYPE': under('gen.type.confirmationThreshold.', 'digits exponent'),
      'EX-DEDUP-SECONDS': ['exec.dedup.seconds.exponent'],
      // What cannot be decoded is answered with a text (ruling 14).
      'EX-FAILURE-FORM': [
        ...under('exec.type.', 'body-as-values partySignatures-as-values entry-as-values signature-as-values'),
        ...under(
          'exec.type.hashingSchemeVersion.',
          'object-null blank-behind line-behind lower ordinal array',
        ),
        ...['submissionId', 'userId'].flatMap((field) => under(`exec.type.${field}.`, 'number array array-number true')),
        ...under('exec.type.preparedTransaction.', 'number array array-number true bytes'),
        ...under('exec.type.minLedgerTime.', 'array array-object array-null blank'),
        ...under('exec.open.minLedgerTime-Empty.', 'number text null array'),
        ...under('exec.dedup.seconds.', 'blank 60d hex array array-digits true'),
        ...under('exec.dedup.nanos.', 'blank 60d hex array array-digits true huge'),
        ...under('exec.name.', 'SUBMISSIONID submission_id ſubmissionId PreparedTransaction hashing_scheme_version'),
        ...under('exec.meaning.', 'transaction-not-base64 signature-not-base64 signature-blank-inside'),
        ...under('exec.json.', 'nan comment trailing-comma byte-ff utf16le'),
      ],
    });
  });

  it('warn under the document of the known defects, of leaks, and of a 401 without a challenge', () => {
    const { 'AUTH-WWW-AUTHENTICATE': challenges, ...others } = findings(underDocument, document, 'SHOULD');
    expect(others).toEqual({
      'ERR-NO-5XX': [...under('gen.name.', 'nested-upper nested-snake'), ...under('exec.dedup.nanos.', 'exponent negative')],
      'ERR-NO-LEAK': leaking,
    });
    expect(challenges).toHaveLength(38);
  });

  it('are explained by the profile where they depart', () => {
    const unexplained = explained(underDocument, canton).filter(({ by }) => by === undefined);
    expect(new Set(unexplained.map(({ finding }) => finding.requirement))).toEqual(new Set(['ERR-NO-LEAK']));
  });
});

describe('what the records are about', () => {
  const classes = new Map(underDocument.judged.map(({ name, classification }) => [name, classification.requirement]));

  it.each([
    // Rulings 34 and 23: observed.
    ['HTTP-OPEN-ACCEPT', 'http.gen.accept-html http.users.accept-charset http.gen.accept-charset'],
    ['HTTP-OPEN-EXPECT', 'http.users.expect-other http.gen.expect-other'],
    ['HTTP-OPEN-TRANSFER-CODING', 'http.users.te-gzip'],
    ['HTTP-OPEN-UPGRADE', 'http.users.upgrade http.gen.upgrade'],
    // Ruling 35.
    ['GT-OPEN-UIDS-MANY', 'gen.many-uids-100'],
    ['GT-SUCCESS', 'http.gen.blanks-4k http.gen.blanks-16k http.gen.blanks-63k gen.hint-100'],
    // Ruling 39: the dress of a request changes nothing.
    [
      'GT-SUCCESS',
      `http.gen.accept-curl http.gen.accept-axios http.gen.browser http.gen.gzip http.gen.traceparent http.gen.request-id
       http.gen.forwarded http.gen.big-6k http.gen.origin http.gen.chunked http.gen.two-writes http.gen.lower-case-names`,
    ],
    [
      'LU-SUCCESS',
      `http.users.accept-curl http.users.accept-axios http.users.browser http.users.gzip http.users.traceparent
       http.users.request-id http.users.forwarded http.users.big-6k http.users.origin`,
    ],
    // Ruling 11: a hint of other characters than letters and digits may be rejected.
    ['GT-OPEN-HINT', 'gen.hint-hyphen'],
    // Rulings 16, 17 and 37.
    ['LU-OPEN-PAGESIZE-BAD', 'users.page.least-int users.page.minus-zero'],
  ])('%s', (id, names) => {
    for (const name of names.split(/\s+/)) expect(classes.get(name), name).toBe(id);
  });

  it('a point at infinity, which can be parsed but not encoded, is no key', () => {
    expect(classes.get('gen.key.p256.infinity')).toBe('GT-KEY-UNDECODABLE');
  });
});
