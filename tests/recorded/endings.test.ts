import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../settings/load-profile.ts';
import { changed, findingsIn, judgedLines, recorded } from './made-recording.ts';

describe('profiles and endings', () => {
  it('lets a deviation of the profile speak for its fault alone', () => {
    const profile = loadProfile('document');
    const deviation = {
      requirement: 'EX-BODY',
      answers: ['text-400', 'error-object'],
      reason: 'r',
      source: 's',
    } as const;
    const departing = { ...profile, deviations: [deviation] };
    const broken = recorded('exec.raw.not-json');
    expect(findingsIn([broken])).toEqual(['exec.raw.not-json EX-FAILURE-FORM']);
    expect(findingsIn([broken], departing)).toEqual([]);
    expect(findingsIn([recorded('order.exec.no-auth-invalid-body')], departing)).toEqual([]);
    expect(findingsIn([recorded('exec.userId-number')], departing)).toEqual([
      'exec.userId-number EX-FAILURE-FORM',
    ]);
  });

  it('does not count a connection that ended as a breach', () => {
    const ended = changed('users.ok.default', { response: null });
    const { judged } = judgedLines([ended]);
    expect(
      judged.map(({ judgement }) => [judgement.findings, judgement.unanswered.map(({ kind }) => kind)]),
    ).toEqual([[[], ['closed']]]);
  });

  it('lists what it cannot read instead of judging it', () => {
    const shortened = changed('users.ok.default', { response: { body: '{"users":[…<30000 bytes>' } });
    const coded = changed('users.ok.default', {
      response: {
        body: null,
        bodyBase64: 'H4sI',
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'gzip'],
        ],
      },
    });
    expect(judgedLines([shortened, coded]).unclassified.map(({ reason }) => reason)).toEqual([
      'the record has only the beginning of the answer',
      'the record has the answer in the coding gzip',
    ]);
  });
});
