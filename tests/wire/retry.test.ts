import { describe, expect, test } from 'vitest';
import { boundsFor } from '../../wire/bounds.ts';
import type { Exchange, FailureKind } from '../../wire/exchange.ts';
import { askedDelay, retryDelay } from '../../wire/retry.ts';

const bounds = { ...boundsFor(5_000), retries: 3, retryAfterMs: 2_000 };
const request = { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) };

function answered(status: number, retryAfter?: string): Exchange {
  const headers = retryAfter === undefined ? [] : [['retry-AFTER', retryAfter] as const];
  return { id: 'x', request, answer: { status, reason: '', headers, body: Buffer.alloc(0) }, ms: 1 };
}

function failed(kind: FailureKind): Exchange {
  return { id: 'x', request, failure: { kind, message: '' }, ms: 1 };
}

function delays(exchange: Exchange): number[] {
  const all: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const delay = retryDelay(exchange, attempt, bounds);
    if (delay === undefined) return all;
    all.push(delay);
  }
}

test.each([200, 301, 400, 401, 408, 409, 500, 501, 505])(
  'An answer of %i is not asked for again.',
  (status) => {
    expect(delays(answered(status))).toEqual([]);
  },
);

test.each([502, 503, 504])('An answer of %i is asked for twice more, after growing delays.', (status) => {
  expect(delays(answered(status))).toEqual([25, 75]);
});

test('An answer of 429 is asked for once more than others, the delays within the bound.', () => {
  expect(delays(answered(429))).toEqual([25, 75, 225]);
  expect(delays(answered(429, '60'))).toEqual([2_000, 2_000, 2_000]);
});

test('A repeated "Retry-After: 0" is not followed for ever: the delay grows.', () => {
  expect(delays(answered(429, '0'))).toEqual([0, 25, 75]);
  expect(delays(answered(503, '1'))).toEqual([1_000, 1_000]);
});

test.each<FailureKind>(['closed', 'cut', 'protocol', 'undecodable'])(
  'A request that ended %s goes out twice more.',
  (kind) => {
    expect(delays(failed(kind))).toEqual([25, 100]);
  },
);

test.each<FailureKind>(['timeout', 'endless'])(
  'A request that ended in %s, which costs much, goes out once more.',
  (kind) => {
    expect(delays(failed(kind))).toEqual([25]);
  },
);

describe('Retry-After', () => {
  test('is heeded in seconds, within the bound.', () => {
    expect(retryDelay(answered(503, '1'), 1, bounds)).toBe(1_000);
    expect(retryDelay(answered(429, '3600'), 1, bounds)).toBe(bounds.retryAfterMs);
    expect(retryDelay(answered(429, '0'), 1, bounds)).toBe(0);
  });

  test.each(['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', '', '99999999'])(
    'is not heeded as "%s".',
    (value) => {
      expect(askedDelay(answered(429, value))).toBeUndefined();
      expect(retryDelay(answered(429, value), 1, bounds)).toBe(25);
    },
  );

  test('is heeded as a date by the clock of the answer.', () => {
    const dated = answered(503, 'Wed, 21 Oct 2026 07:28:01 GMT');
    const at = (date: string) => ({
      ...dated,
      answer: dated.answer && {
        ...dated.answer,
        headers: [...dated.answer.headers, ['Date', date] as const],
      },
    });
    expect(askedDelay(at('Wed, 21 Oct 2026 07:28:00 GMT'))).toBe(1_000);
    expect(askedDelay(at('Wed, 21 Oct 2026 07:28:02 GMT'))).toBeUndefined();
    expect(askedDelay(at('Wed, 21 Oct 2026 05:28:00 GMT'))).toBeUndefined();
  });

  test('does not make an answer one that is repeated.', () => {
    expect(retryDelay(answered(500, '1'), 1, bounds)).toBeUndefined();
  });
});

test('An answer that ended in a failure is repeated for the failure, whatever its status.', () => {
  expect(delays({ ...answered(200), failure: { kind: 'cut', message: '' } })).toEqual([25, 100]);
});
