import { expect, onTestFinished, test } from 'vitest';
import { headers } from '../../reference/rows/answers.ts';
import { turnAway } from '../../reference/rows/credentials.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { clocks } from '../../reference/variants/credentials.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { meet } from './met-target.ts';

const variant = (id: string) => clocks.find((each) => each.id === id);

async function met(options: ReferenceOptions, more: Record<string, string> = {}) {
  const server = await startReference(options);
  onTestFinished(() => server.close());
  const { TARGET_BASE_URL = '', ...settings } = server.environment;
  return meet(TARGET_BASE_URL, { ...settings, ...more });
}

test.each([60, -60, 290, -290])('Tokens are made by a clock that is %i s ahead.', async (seconds) => {
  const id = `clock-${Math.abs(seconds)}-seconds-${seconds > 0 ? 'ahead' : 'behind'}`;
  const { facts } = await met({ variant: variant(id) as NonNullable<ReferenceOptions['variant']> });
  expect(Math.abs((facts.clockAhead ?? 0) - seconds)).toBeLessThanOrEqual(1);
  expect(facts).toMatchObject({ canExpire: true, bearerWorks: true });
  expect(facts.mintedRefused).toBeUndefined();
});

test('Without a Date, the clock of this machine counts.', async () => {
  const { facts } = await met({ variant: variant('no-date') as NonNullable<ReferenceOptions['variant']> });
  expect(facts).toMatchObject({ clockAhead: null, canExpire: true });
});

const noDate = variant('no-date')?.does;
const own = { id: 'own', title: '', operations: operationStems, quote: '' } as const;

test('Where every signed token is rejected and the given one accepted, no token is signed.', async () => {
  const { facts } = await met({ variant: { ...own, does: noDate, serving: { clockAhead: 290 } } });
  expect(facts).toMatchObject({ clockAhead: null, mintedRefused: true, canExpire: false, bearerWorks: true });
});

const byGateway = (seconds: number) =>
  headers(() => ({ Date: new Date(Date.now() + seconds * 1_000).toUTCString() }));

test.each([
  ['the clock of the gateway is a minute behind', [byGateway(-60)], 0, 0],
  ['that of the server is a minute ahead of both', [byGateway(0)], 60, 60],
  ['that of the server is 110 s ahead, and there is no Date', noDate ?? [], 110, 120],
])('Tokens that live 20 seconds are valid where %s.', async (_, does, clockAhead, found) => {
  const { facts } = await met({ variant: { ...own, does, serving: { clockAhead } } });
  expect(facts).toMatchObject({ clockAhead: found, canExpire: true });
  expect(facts.mintedRefused).toBeUndefined();
});

test('A gateway that sends its own Date is not believed where tokens by it are rejected.', async () => {
  const elsewhere = headers(() => ({ Date: new Date(Date.now() + 290_000).toUTCString() }));
  const strict = turnAway(({ iat = 0 }) => Number(iat) > Date.now() / 1_000);
  const { facts } = await met({ variant: { ...own, does: [elsewhere, strict] } });
  expect(facts).toMatchObject({ clockAhead: 0, canExpire: true });
  expect(facts.mintedRefused).toBeUndefined();
});
