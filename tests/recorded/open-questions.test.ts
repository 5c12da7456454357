import { describe, expect, it } from 'vitest';
import { explained } from '../../judges/recorded/explained.ts';
import { type JudgedRecording, judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { levelOf, type Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { recordedIn, releases } from './releases.ts';

const document = loadProfile('document');

/** The requirements with findings of a level, and how many records show each. */
function broken({ judged }: JudgedRecording, profile: Profile, level: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { judgement } of judged)
    for (const { requirement: id, operation } of judgement.findings)
      if (levelOf(profile, requirement(id), operation) === level) found[id] = (found[id] ?? 0) + 1;
  return found;
}

describe.each(releases.slice(1))('472 exchanges with $release about what rulings 41 to 47 settle', ({ profile: name, recordings, release }) => {
  const profile = loadProfile(name);
  const isNew = release.startsWith('3.6');
  const recording = readRecording(recordings.map(recordedIn).join('\n'));
  const underDocument = judgeRecording(recording, document);

  it('break nothing under its profile; a stack trace in the cause is a warning', () => {
    const own = judgeRecording(recording, profile);
    expect(own.judged).toHaveLength(472);
    expect([own.unclassified, own.together.findings]).toEqual([[], []]);
    expect(broken(own, profile, 'MUST')).toEqual({});
    expect(broken(own, profile, 'SHOULD')).toEqual(isNew ? { 'ERR-NO-LEAK': 1 } : {});
  });

  it('depart from the document where it is known, and the profile explains each departure', () => {
    expect(broken(underDocument, document, 'MUST')).toEqual({
      'EX-FAILURE-FORM': isNew ? 38 : 40,
      'EX-PS-PARTY-SIGNATURES': 5,
      'LU-FAILURE-FORM': 8,
    });
    expect(explained(underDocument, profile).filter(({ by }) => by === undefined)).toEqual([]);
  });
});

describe('the profile of 3.6', () => {
  it('has what the profile of 3.5 has, and the names that came since', () => {
    const [older, newer] = ['canton-3.5', 'canton-3.6'].map((name) => loadProfile(name));
    expect(newer?.pinned).toEqual(older?.pinned);
    expect(newer?.deviations.slice(-(older?.deviations.length ?? 0))).toEqual(older?.deviations);
  });

  it('is not that of 3.5: V4 and ML-DSA are refused as JSON', () => {
    const newer = releases[2];
    const recording = readRecording((newer?.recordings ?? []).map(recordedIn).join('\n'));
    const older = loadProfile('canton-3.5');
    expect(broken(judgeRecording(recording, older), older, 'MUST')).toEqual({ 'GT-FAILURE-TEXT': 1 });
  });
});
