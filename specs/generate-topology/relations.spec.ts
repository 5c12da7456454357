import { checksOf, test } from '../../engine/spec.ts';
import { judgeRelations } from '../../judges/generate-topology/relations.ts';
import { sendRelated } from './related-parties.ts';

const check = checksOf('generate-topology', {
  judge: judgeRelations,
  over: ['scheme', 'key-type', 'optional-fields'],
});

// Relations between answers: fingerprints, multi-hashes and transactions (rulings 8 to 10).
test(...check('GT-FINGERPRINT-FUNCTION', { cases: sendRelated }));
test(...check('GT-FINGERPRINT-DISTINCT', { cases: sendRelated }));
test(...check('GT-MULTIHASH-BOUND', { cases: sendRelated }));
test(...check('GT-ENTRY-DISTINCT', { cases: sendRelated }));
test(...check('GT-OPEN-DETERMINISM', { cases: sendRelated }));
