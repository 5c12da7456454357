import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../judges/recorded/reading/read-recording.ts';
import { padded } from '../../generators/padding.ts';
import { changed, findingsIn, generate, judgedLines, recorded, refusedWithObject, refusedWithText } from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const submission = recorded('exec.dedup.Empty');
const minimal = JSON.parse(good.request.body ?? '') as Record<string, unknown>;
const html = { status: 413, headers: [['Content-Type', 'text/html']], body: '<p>no</p>' } as const;
const bare500 = { status: 500, headers: [], body: '' } as const;

const uids = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index}::1220${'a'.repeat(64)}`);

function signed(count: number, response: RecordedLine['response']): RecordedLine {
  const body = JSON.parse(submission.request.body ?? '') as {
    partySignatures: { signatures: { signatures: unknown[] }[] };
  };
  const [of] = body.partySignatures.signatures;
  if (of !== undefined) of.signatures = Array<unknown>(count).fill(of.signatures[0]);
  return changed('exec.dedup.Empty', { request: { body: JSON.stringify(body) }, response }, 'made');
}

describe('a body of ordinary size is judged like any other', () => {
  it.each([20_000, 64 * 1024 - 512])('with blanks up to %d bytes', (size) => {
    const text = padded(Buffer.from(good.request.body ?? ''), size, 'behind').toString();
    expect(generate(text, {})).toEqual([]);
    expect(generate(text, refusedWithText)).toEqual(['made GT-SUCCESS']);
    expect(generate(text, html)).toEqual(['made GT-FAILURE-FORM', 'made GT-SUCCESS']);
  });

  it('a hint of 100 characters too', () => {
    expect(generate({ ...minimal, partyHint: 'h'.repeat(100) }, refusedWithObject)).toEqual(['made GT-SUCCESS']);
  });

  it('and a larger one is observed', () => {
    const text = padded(Buffer.from(good.request.body ?? ''), 64 * 1024 + 1, 'behind').toString();
    expect(generate(text, html)).toEqual([]);
  });
});

describe('a hundred participants', () => {
  it.each(['otherConfirmingParticipantUids', 'observingParticipantUids'])('in %s may be rejected in a documented form', (list) => {
    const body = { ...minimal, [list]: uids(100) };
    expect(generate(body, refusedWithText)).toEqual([]);
    expect(generate(body, { ...refusedWithObject, status: 413 })).toEqual([]);
    expect(generate(body, html)).toEqual(['made GT-FAILURE-FORM']);
    expect(generate(body, bare500)).toContain('made GT-FAILURE-FORM');
  });

  it('are observed as many', () => {
    const made = changed('gen.ok.minimal', { request: { body: JSON.stringify({ ...minimal, observingParticipantUids: uids(21) }) } }, 'made');
    const { judged } = judgedLines([good, made]);
    expect(judged.at(-1)?.classification.requirement).toBe('GT-OPEN-UIDS-MANY');
  });
});

describe('a hundred signatures of one party', () => {
  it('may be rejected with the error object', () => {
    expect(findingsIn([submission, signed(100, refusedWithObject)])).toEqual([]);
    const { judged } = judgedLines([submission, signed(100, refusedWithObject)]);
    const faults = judged.at(-1)?.classification.faults.map(({ requirement }) => requirement);
    expect(faults).toContain('EX-OPEN-SIGNATURES-MANY');
  });

  it.each([
    ['a text', refusedWithText],
    ['a 500 without an object', bare500],
    ['HTML', html],
  ])('but not with %s', (_, response) => {
    expect(findingsIn([submission, signed(100, response)])).toContain('made EX-FAILURE-FORM');
  });
});
