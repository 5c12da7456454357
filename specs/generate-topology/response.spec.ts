import { checksOf, test } from '../../engine/spec.ts';
import { sample } from '../shared/sample.ts';
import { validGenerate } from './bodies.ts';

const check = checksOf('generate-topology');

/** Fields and meaning of a success: judged on every success of the run; a few are sent here. */
const successes = sample((run) =>
  [0, 1, 2].map((index) => ({
    kind: 'valid-request',
    detail: String(index + 1),
    as: 'GT-SUCCESS',
    request: validGenerate(run, index).request,
  })),
);

test(...check('GT-RES-MEDIA', successes));
test(...check('GT-RES-PARTYID', successes));
test(...check('GT-RES-FINGERPRINT', successes));
test(...check('GT-RES-TRANSACTIONS', successes));
test(...check('GT-RES-TRANSACTIONS-NONEMPTY', successes));
test(...check('GT-RES-ENTRY', successes));
test(...check('GT-RES-MULTIHASH', successes));
test(...check('GT-RES-MULTIHASH-NONEMPTY', successes));
test(...check('GT-PARTYID-HINT', successes));
test(...check('GT-PARTYID-FINGERPRINT', successes));
test(...check('GT-ENTRY-WRAPPER', successes));
test(...check('GT-OPEN-PARTYID-FORM', successes));
test(...check('GT-OPEN-FINGERPRINT-FORM', successes));
test(...check('GT-OPEN-ENTRY-COUNT', successes));
test(...check('GT-OPEN-ENTRY-ENCODING', successes));
test(...check('GT-OPEN-UNKNOWN-FIELDS', successes));
