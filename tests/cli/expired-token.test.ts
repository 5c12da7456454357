import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { checkLines } from '../../certificate/evidence-lines.ts';
import { evidenceOf } from '../../certificate/make-bundle.ts';
import { everyFault } from '../../reference/changes.ts';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from './command.ts';

/** How AUTH-EXPIRED fares on list-users with an expired token of an issuer whose private key is not known. */
async function fares({ fault, withKey = false }: { fault?: string; withKey?: boolean } = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const found = everyFault.find(({ id }) => id === fault);
  const server = await startReference({
    tokenKey: await exportJWK(privateKey),
    ...(found === undefined ? {} : { fault: found }),
  });
  onTestFinished(() => server.close());
  const cwd = emptyFolder();
  const long = Math.floor(Date.now() / 1_000) - 7_200;
  const expired = await new SignJWT({ sub: 'participant_admin', scope: 'daml_ledger_api', exp: long })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(privateKey);
  writeFileSync(
    join(cwd, 'jwks.json'),
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] }),
  );
  const settings = {
    ...server.environment,
    TARGET_EXPIRED_TOKEN: expired,
    ...(withKey ? { TARGET_TOKEN_KEY: 'jwks.json' } : {}),
  };
  const { status, stderr } = await command(['run', '--only', 'AUTH-EXPIRED@list-users'], { cwd, settings });
  // Every line is one that readers know.
  checkLines(evidenceOf(join(cwd, 'conformance-results')));
  const { results } = readReport(join(cwd, 'conformance-results'));
  const result = results.find(
    ({ requirement, operation }) => requirement === 'AUTH-EXPIRED' && operation === 'list-users',
  );
  return { status, stderr, outcome: result?.outcome, reasonKind: result?.reasonKind };
}

test('An expired token that nothing shows to have been valid does not count, and its acceptance does.', {
  timeout: 900_000,
}, async () => {
  expect(await fares()).toMatchObject({
    outcome: 'not-exercised',
    reasonKind: 'expired-token-unshown',
  });
  expect(await fares({ fault: 'list-users-admits-expired-bearer' })).toMatchObject({
    status: 1,
    outcome: 'failed',
  });
});

test('The public keys of the issuer show that it was valid.', { timeout: 900_000 }, async () => {
  expect(await fares({ withKey: true })).toMatchObject({ status: 0, outcome: 'passed' });
});
