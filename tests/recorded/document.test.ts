import { describe, expect, it } from 'vitest';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { expectedFindings } from './expected-findings.ts';
import { recordedText } from './recording.ts';

const recording = readRecording(recordedText);
const { judged, unclassified, together } = judgeRecording(recording, loadProfile('document'));

/** What rulings 23 and 34 leave open, but for other methods. */
const openHttp =
  'ACCEPT EXPECT GET-BODY INVALID LARGE-BODY LARGE-HEADER LONG-TARGET PATH REPEATED TRANSFER-CODING UPGRADE VERSION'.split(
    ' ',
  );

/** How many records are judged as nothing but observed, by requirement (ruling 23). */
function observedBy(requirement: string): string[] {
  return judged
    .filter(({ classification }) => classification.requirement === requirement)
    .map(({ name }) => name);
}

describe('the recording of the known implementation under the document profile', () => {
  it('has exactly the findings that the rulings give it, record by record', () => {
    const found = judged.flatMap(({ name, judgement }) =>
      judgement.findings.map(({ requirement }) => `${name} ${requirement}`),
    );
    expect(found.sort()).toEqual(expectedFindings);
  });

  it('is judged whole but for the records that are about no operation of the interface', () => {
    expect(unclassified).toEqual(
      [
        'order.unknown-path.no-auth',
        'path.unknown',
        'path.v2',
        'path.v1-users',
        'path.users-semicolon',
        'path.users-sub-unknown',
        'state.readyz',
      ].map((name) => ({ name, reason: 'no operation of the interface' })),
    );
    expect(judged.length + unclassified.length).toBe(486);
  });

  it('leaves no request without a settled answer', () => {
    expect(judged.filter(({ judgement }) => judgement.unanswered.length > 0)).toEqual([]);
  });

  it('judges nothing of what ruling 23 leaves open', () => {
    const open = judged.filter(({ classification }) => classification.requirement.startsWith('HTTP-OPEN-'));
    const heldAgainst = open.flatMap(({ judgement }) => Object.keys(judgement.judged));
    // That an answer came at first try is counted of every answer.
    expect(heldAgainst.filter((requirement) => requirement !== 'HTTP-STABLE')).toEqual([]);
  });

  it('holds the answers to good requests against each other, and finds them to agree', () => {
    expect(together.findings).toEqual([]);
    expect(together.judged['GT-FINGERPRINT-FUNCTION']).toBeGreaterThan(4);
  });

  it('observes repeated parameters and a broken percent sign, though they are bad sizes and tokens too', () => {
    expect(observedBy('HTTP-OPEN-REPEATED')).toContain('users.repeat.pageSize-second-bad');
    expect(observedBy('HTTP-OPEN-INVALID')).toContain('users.pageToken.bad-percent');
  });

  it('takes nothing for odd HTTP but what the recording made odd', () => {
    const byRequirement = Object.fromEntries(
      openHttp.map((what) => [what, observedBy(`HTTP-OPEN-${what}`)]),
    );
    expect(byRequirement).toEqual({
      ACCEPT: [
        'accept.gen-error.json',
        'accept.gen.xml',
        'accept.gen-error.xml',
        'accept.users.text-plain',
        'accept.gen-error.text-plain',
        'accept.users.html',
        'accept.gen-error.html',
        'accept.users.invalid',
        'accept.gen-error.invalid',
        'accept.users.json-q0',
        'accept.gen.charset',
        'accept.users.empty',
        'accept.gen.empty',
        'accept.gen-error.empty',
      ],
      EXPECT: [],
      'GET-BODY': ['users.with-body', 'users.with-invalid-body'],
      INVALID: [
        // This one was sent with a client library, whose own headers are not in the record.
        'gen.raw.chunked-good',
        'users.pageToken.bad-percent',
        'proto.http11-no-host.users',
        'proto.cl-too-short.gen',
        'proto.cl-garbage.gen',
        'proto.cl-missing.gen',
      ],
      'LARGE-BODY': [
        'gen.raw.big-1MiB-extra-field',
        'gen.raw.big-9MiB-extra-field',
        'exec.raw.big-1MiB-extra-field',
        'raw.gen.big-9MiB-no-auth',
        'raw.gen.exact-8MiB',
        'raw.gen.8MiB+1',
      ],
      'LARGE-HEADER': ['proto.big-header.users', 'proto.many-headers.users'],
      'LONG-TARGET': ['proto.too-long-url.users'],
      PATH: [
        'path.users-trailing-slash',
        'path.users-encoded',
        'path.users-encoded-slash',
        'path.users-dotdot',
        'path.absolute-form',
        'path.gen-trailing-slash',
        'path.exec-trailing-slash',
        'path.exec-sibling-unknown',
      ],
      REPEATED: [
        'users.repeat.pageSize-second-bad',
        'auth.generate-topology.two-headers-good-bad',
        'auth.execute.two-headers-good-bad',
        'auth.list-users.two-headers-good-bad',
        'auth.generate-topology.two-headers-bad-good',
        'auth.execute.two-headers-bad-good',
        'auth.execute.swp-two-headers',
        'auth.list-users.swp-two-headers',
      ],
      'TRANSFER-CODING': [],
      UPGRADE: ['proto.upgrade-websocket.users'],
      VERSION: ['proto.http10.users', 'proto.http12.users'],
    });
  });
});
