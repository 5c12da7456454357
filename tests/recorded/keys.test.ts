import { describe, expect, it } from 'vitest';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { rulingsText } from './recording.ts';

/** The exchanges of the recording about ruling 31, and the valid ones, which show that the synchronizer exists. */
const text = rulingsText
  .split('\n')
  .filter((line) => line !== '' && /"name": "gen\./.test(line))
  .join('\n');
const isOfKeys = ({ name }: { readonly name: string }) => name.startsWith('gen.key.');

describe.each(['document', 'canton-3.5'])('The recorded answers to unusual keys under %s', (profile) => {
  const { judged } = judgeRecording(readRecording(text), loadProfile(profile));
  const ofKeys = judged.filter(isOfKeys);

  it('are no breach, though some show a stack trace.', () => {
    expect(ofKeys.length).toBeGreaterThan(30);
    const findings = ofKeys.flatMap(({ name, judgement }) =>
      judgement.findings.map(({ requirement }) => `${name} ${requirement}`),
    );
    expect(findings.filter((each) => !each.endsWith(' ERR-NO-LEAK'))).toEqual([]);
  });

  it('count for the requirement that ruling 31 makes of them.', () => {
    const counted = (requirement: string) =>
      ofKeys
        .filter(({ judgement }) => requirement in judgement.judged)
        .map(({ name }) => name.replace('gen.key.', ''));
    expect(counted('GT-KEY-UNDECODABLE')).toEqual([
      'ed25519.bytes-behind',
      'ed25519.junk-behind',
      'ed25519.twice',
      'ed25519.short',
      'base64.url-alphabet',
      'base64.alien',
      'base64.behind-padding',
      'base64.alien-behind',
      'base64.pem',
      'base64.hex',
      'p256.bytes-behind',
      'p256.off-curve',
      'p256.infinity',
      'private',
    ]);
    expect(counted('GT-OPEN-KEY-ENCODING')).toEqual([
      'ed25519.unused-bit',
      'ed25519.long-length',
      'ed25519.indefinite',
      'ed25519.extra-element',
      'ed25519.algorithm-null',
      'ed25519.all-zero-point',
      'ed25519.all-ff-point',
      'base64.unpadded',
      'base64.line-break',
      'base64.crlf',
      'base64.blank',
      'base64.extra-padding',
      'base64.spare-bits',
      'p256.compressed',
    ]);
  });
});
