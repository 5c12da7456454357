import {
  aCase,
  aCheck,
  aFinding,
  aGoodRun,
  anAnswer,
  anExchange,
  judgedPairs,
  type Run,
  withCases,
  withCheck,
} from '../reports/journal-fixture.ts';

const gt = 'generate-topology';
const lu = 'list-users';

/** A run with a broken MUST, a warning, a check that was not exercised, and two observations. */
export function aMixedRun(message = '/partyId must be string'): Run {
  const broken = aCase({
    requirement: 'GT-RES-PARTYID',
    operation: gt,
    requests: 3,
    findings: [
      aFinding('GT-RES-PARTYID', gt, { message, actual: message }),
      aFinding('GT-RES-PARTYID', gt, {
        message: '/publicKeyFingerprint is required and missing',
        pointer: '/publicKeyFingerprint',
        exchanges: [`GT-RES-PARTYID@${gt}/1#2`],
      }),
    ],
    observations: [
      { id: 'GT-OPEN-HINT', operation: gt, value: 'a hint of 186 letters: 400 application/json' },
      { id: 'GT-OPEN-HINT', operation: gt, value: `a hint as: ${message}` },
    ],
  });
  const exchanges = broken.exchanges.map(({ id }) =>
    anExchange(id, { answer: anAnswer(200, JSON.stringify({ partyId: 42, said: message })) }),
  );
  const warned = aCase({
    requirement: 'ERR-NO-5XX',
    operation: lu,
    findings: [aFinding('ERR-NO-5XX', lu, { message: 'answered with status 500', pointer: '' })],
  });
  const run = withCases(aGoodRun(), { ...broken, exchanges }, warned);
  return withCheck(run, aCheck('GT-SYNC-ALIAS', gt, 'not-exercised', 'Set TARGET_SYNCHRONIZER_ALIAS.'));
}

/** Two thousand exchanges over all checks, and a few findings. */
export function aLongRun(): Run {
  return withCases(aMixedRun(), ...judgedPairs.map((pair) => aCase({ ...pair, number: 2, requests: 7 })));
}

/** A run in which a party id has only half of the fingerprint. */
export function aRunWithValues(): Run {
  const found = aCase({
    requirement: 'GT-PARTYID-FINGERPRINT',
    operation: gt,
    findings: [
      aFinding('GT-PARTYID-FINGERPRINT', gt, { kind: 'party-id-lacks', parameters: { part: 'fingerprint' } }),
    ],
  });
  const body = JSON.stringify({ partyId: 'alice::1220aaaa', publicKeyFingerprint: '1220aaaaffff' });
  const exchanges = found.exchanges.map(({ id }) => anExchange(id, { answer: anAnswer(200, body) }));
  return withCases(aGoodRun(), { ...found, exchanges });
}
