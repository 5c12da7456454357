import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { judges } from '../../examples/get-version/judges.ts';
import requirements from '../../examples/get-version/requirements.json' with { type: 'json' };
import type { Exchange } from '../../wire/exchange.ts';

// tests/docs/adding-an-operation.test.ts runs the spec against servers.
const example = fileURLToPath(new URL('../../examples/get-version', import.meta.url));

function answered(status: number, body: string): Exchange {
  const request = { method: 'GET', target: '/v2/version', headers: [], body: Buffer.alloc(0) };
  const answer = { status, reason: '', headers: [], body: Buffer.from(body) };
  return { id: 'version#1', request, answer, ms: 1 };
}

test.each([
  ['VER-SUCCESS', [answered(404, '{"version":"1.0"}')]],
  ['VER-SUCCESS', [answered(200, 'version 1.0')]],
  ['VER-RES-VERSION', [answered(200, '{}')]],
  ['VER-RES-VERSION', [answered(200, '{"version":"newest"}')]],
  ['VER-SAME', [answered(200, '{"version":"1"}'), answered(200, '{"version":"2"}')]],
] as const)('%s is proven by a wrong answer that it condemns (row %#).', (id, exchanges) => {
  expect(judges[id]?.(exchanges)).toHaveLength(1);
});

test('Each MUST has a judge, and each quote stands in the document.', () => {
  const text = readFileSync(join(example, 'version.md'), 'utf8');
  for (const { id, level, quote } of requirements) {
    expect(text).toContain(quote);
    expect(id in judges, id).toBe(level === 'MUST');
  }
});
