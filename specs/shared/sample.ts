import type { Case, CheckParts, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { fewAtQuick, laidOver, sendAll, type Valid } from './cases.ts';
import { noCredential, withCredential } from './wrong-credentials.ts';

/** They are judged on the answers to all other checks too. */
const samplesAtQuick = 1;

/**
 * Requirements on every answer of a kind (fields of a success, fields of an error) are judged on all such answers.
 * Their own check sends a few, so that each can run alone.
 */
export function sample(samples: (run: Run) => readonly Case[]): CheckParts {
  return {
    // Of the answers to all other checks.
    over: ['scheme'],
    cases: (run) => sendAll(run, fewAtQuick(run, samples(run), samplesAtQuick)),
  };
}

/** Credential failures, which every operation has: no credential, and one that is not a JWT. */
export function credentialSamples({ identity }: Run, valid: Valid): Case[] {
  const word = textFrom([identity('not-a-jwt')], 'abcdefghijklmnopqrstuvwxyz', 9);
  const kind = { kind: 'not-a-jwt', credential: 'not-a-jwt' };
  const cases = [noCredential, withCredential(kind, [['Authorization', `Bearer ${word}`]])];
  return cases.map((each) => laidOver(valid, each));
}

/** The fields of the error object and sound practice in failures, the same on every operation. */
export function declareFailures(operation: Operation, failures: CheckParts): void {
  const check = checksOf(operation);
  test(...check('ERR-OBJECT', failures));
  test(...check('ERR-CODE', failures));
  test(...check('ERR-CAUSE', failures));
  test(...check('ERR-CONTEXT', failures));
  test(...check('ERR-CATEGORY', failures));
  test(...check('ERR-CORRELATIONID', failures));
  test(...check('ERR-TRACEID', failures));
  test(...check('ERR-RESOURCES', failures));
  test(...check('ERR-GRPCCODE', failures));
  test(...check('ERR-RETRYINFO', failures));
  test(...check('ERR-DEFINITEANSWER', failures));
  test(...check('ERR-NO-5XX', failures));
  test(...check('ERR-NO-LEAK', failures));
  test(...check('ERR-OPEN-UNKNOWN-FIELDS', failures));
  test(...check('ERR-OPEN-NULLS', failures));
  test(...check('ERR-OPEN-CODES', failures));
  test(...check('ERR-OPEN-STATUSES', failures));
  test(...check('ERR-OPEN-CONDITIONS', failures));
  test(...check('AUTH-WWW-AUTHENTICATE', failures));
  test(...check('AUTH-OPEN-STATUS', failures));
  test(...check('HTTP-OPEN-RATE-LIMIT', failures));
}
