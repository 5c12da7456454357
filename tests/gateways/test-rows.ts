import { describe, expect, test } from 'vitest';
import { runRow } from './bed.ts';
import { conformant, needs, type Row } from './row.ts';
import { tell } from './table.ts';

/** Programs that run.mjs did not find; vitest counts the rows that need them as skipped. */
const without = new Set((process.env.GATEWAYS_WITHOUT ?? '').split(','));

/** Runs the rows, two side by side, and compares what they come to with what is expected. */
export function testRows(title: string, rows: readonly Row[]): void {
  describe.concurrent(title, () => {
    for (const row of rows.filter(({ isNightly }) => isNightly !== true || process.env.GATEWAYS !== 'some'))
      test.skipIf(needs(row).some((program) => without.has(program)))(`${row.name}.`, async () => {
        const { outcome, said, banned } = await runRow(row);
        const expected = { ...conformant, ...row.expected };
        const alsoFailed = outcome.failed.filter((id) => row.mayFail?.test(id) === true);
        tell({ name: row.name, expected, outcome });
        const counted =
          row.mayRetry === true ? outcome.warned.filter((id) => id !== 'HTTP-STABLE') : outcome.warned;
        expect({ ...outcome, warned: counted }, said).toEqual({
          ...expected,
          failed: [...new Set([...expected.failed, ...alsoFailed])].sort(),
        });
        if (row.bannedAtMost !== undefined) {
          expect(banned).toBeGreaterThan(0);
          expect(banned).toBeLessThanOrEqual(row.bannedAtMost);
        }
        for (const sentence of row.says ?? []) expect(said.replace(/\s+/g, ' ')).toMatch(sentence);
      });
  });
}
