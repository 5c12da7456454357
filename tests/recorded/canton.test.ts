import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explained } from '../../judges/recorded/explained.ts';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { expectedFindings } from './expected-findings.ts';
import { recordedText } from './recording.ts';

const canton = loadProfile('canton-3.5');
const recording = readRecording(recordedText);
const judged = judgeRecording(recording, canton);
const all = explained(judgeRecording(recording, loadProfile('document')), canton);

describe('the recording of the known implementation under its own profile', () => {
  it('has no findings, and no warnings either', () => {
    const kept = judged.judged.flatMap(({ name, judgement }) =>
      judgement.findings
        .filter(({ requirement }) => requirement !== 'AUTH-WWW-AUTHENTICATE')
        .map(({ requirement, message }) => `${name} ${requirement} ${message}`),
    );
    expect([...kept, ...judged.together.findings]).toEqual([]);
  });

  it('is held to everything that the profile settles', () => {
    const counted = new Set(
      [...judged.judged.map(({ judgement }) => judgement), judged.together].flatMap(({ judged: by }) =>
        Object.keys(by),
      ),
    );
    // The recording cannot tell a wrong signature from a right one, unless both were accepted.
    const silent = [...new Set(canton.pinned?.map(({ requirement }) => requirement))].filter(
      (id) => !counted.has(id),
    );
    expect(silent).toEqual(['EX-PS-PARTY-SIGNATURES', 'EX-SIGNATURE-VERIFIED']);
  });

  it('shows its two known defects, each as often as it was provoked', () => {
    const defects = all.flatMap(({ by, name }) => (by !== undefined && 'id' in by ? [`${by.id} ${name}`] : []));
    expect(defects.sort()).toEqual([
      'empty-key-data gen.missing.publicKey.keyData',
      'empty-key-data gen.type.publicKey.keyData.empty',
      'observation-only gen.observation-only',
    ]);
  });

  it('departs from the document exactly where the profile lists it: no finding is left unexplained', () => {
    expect(all.filter(({ by }) => by === undefined)).toEqual([]);
    const departed = all.map(({ name, finding }) => `${name} ${finding.requirement}`);
    expect(departed.sort()).toEqual(expectedFindings);
  });

  it('departs in every way that the profile lists, but for those that it did not provoke', () => {
    const fired = new Set(all.map(({ by }) => by));
    const unseen = canton.deviations.filter((deviation) => !fired.has(deviation));
    expect(unseen.map(({ requirement }) => requirement)).toEqual([
      'GT-REQ-THRESHOLD-MIN',
      'EX-PS-PARTY',
      'EX-PS-PARTY-SIGNATURES',
      'EX-PS-PARTY-SIGNATURES',
      'EX-PS-PARTY-SIGNATURES',
      'EX-REQ-DEDUPLICATION',
      'EX-OPEN-DEDUPLICATION-ABSENT',
      'EX-SIGNATURE-VERIFIED',
      'EX-DEDUP-SECONDS',
      'EX-DEDUP-NANOS',
      'EX-DEDUP-NANOS',
      'EX-OPEN-DEDUP-FLOAT',
      'EX-OPEN-DEDUP-DIGITS',
      'EX-OPEN-CONTENT-TYPE',
      'EX-OPEN-MEANING',
      'EX-OPEN-SIGNATURE-FORMAT',
      'EX-OPEN-SIGNATURE-ALGORITHM',
      'EX-OPEN-INVALID-UTF8',
      'EX-OPEN-LONE-SURROGATE',
      'EX-OPEN-SUBMITTED-AGAIN',
      'LU-OPEN-PARAMETERS',
      'AUTH-OPEN-TOKEN-FORM',
    ]);
  });
});

describe('another recording of the same node', () => {
  it('is conformant too: the walk of a provisioner', () => {
    const text = readFileSync(new URL('provisioning-canton-3.5.ndjson', import.meta.url), 'utf8');
    const { judged: walk, together } = judgeRecording(readRecording(text), canton);
    expect(walk.length).toBe(10);
    expect([...walk.flatMap(({ judgement }) => judgement.findings), ...together.findings]).toEqual([]);
  });
});
