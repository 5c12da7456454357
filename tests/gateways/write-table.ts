import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows } from './rows.ts';
import { rowsVariable, table } from './table.ts';

const page = new URL('../../docs/interoperability.md', import.meta.url);

/** Gathers what the tests measure, and with WRITE_TABLE=1 writes it down at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-gateway-rows-'));
  const file = join(folder, 'rows.ndjson');
  process.env[rowsVariable] ??= file;
  return () => {
    const made = table(
      rows.map(({ name }) => name),
      file,
    );
    rmSync(folder, { recursive: true, force: true });
    if (process.env.WRITE_TABLE !== '1') return;
    const before = readFileSync(page, 'utf8').split('\n## Results behind gateways\n')[0];
    writeFileSync(page, `${before}\n## Results behind gateways\n\n${made}\n`);
  };
}
