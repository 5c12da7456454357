import fc from 'fast-check';
import { expect, it } from 'vitest';
import { likelyMistakes } from '../../preflight/likely-mistakes.ts';
import { findPageParameters } from '../../preflight/page-parameters.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { exchange } from '../judges/arbitrary-exchange.ts';

const configured = { pageSizeParameter: 'pageSize', pageTokenParameter: 'pageToken' };

it('looking for page parameters ends, or names a wrong setting, whatever a target answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 12 }), async (exchanges) => {
      let asked = 0;
      const ask = async () => {
        asked += 1;
        return exchanges[asked % exchanges.length] as Exchange;
      };
      const found = findPageParameters(configured, ask);
      await found.catch((error: unknown) => expect(error).toBeInstanceOf(UsageError));
      expect(asked).toBeLessThan(100);
    }),
    { numRuns: 200 },
  );
}, 900_000);

it('looking for mistakes in the configuration never fails, whatever a target answers', () => {
  fc.assert(
    fc.property(exchange, exchange, exchange, (one, other, third) => {
      const met = new Map<Operation, Exchange>([
        ['generate-topology', one],
        ['execute-submission', other],
        ['list-users', third],
      ]);
      const mistakes = likelyMistakes({ baseUrl: 'http://localhost', synchronizer: 'a::b' }, met, 0);
      expect(mistakes.every((sentence) => typeof sentence === 'string')).toBe(true);
    }),
    { numRuns: 300 },
  );
}, 900_000);
