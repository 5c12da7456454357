// Makes generators/corpora/wycheproof/public-keys.json from the test vectors of Wycheproof:
//   node tests/generators/extract-wycheproof.mjs <folder with ecdh_secp256r1_test.json and ecdh_secp384r1_test.json>
// The folder is src/data of the crate wycheproof 0.7.0.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the test vectors.');

/** Longer encodings only test buffers. */
const bytesAtMost = 1024;

/** The DER mutations are the same for each curve, so those of one are enough. */
const sets = [
  { set: 'ecdh_secp256r1_test', without: [] },
  { set: 'ecdh_secp384r1_test', without: ['InvalidAsn'] },
];

const keys = sets.flatMap(({ set, without }) => {
  const { testGroups } = JSON.parse(readFileSync(join(folder, `${set}.json`), 'utf8'));
  const seen = new Set(['']);
  return testGroups
    .flatMap(({ tests }) => tests)
    .filter(({ result, flags }) => result !== 'valid' && !flags.some((flag) => without.includes(flag)))
    .filter(({ public: key }) => key.length <= 2 * bytesAtMost && !seen.has(key) && seen.add(key))
    .map(({ tcId, comment, flags, result, public: key }) => ({
      set,
      tcId,
      comment,
      flags,
      result,
      spki: Buffer.from(key, 'hex').toString('base64'),
    }));
});

const file = fileURLToPath(new URL('../../generators/corpora/wycheproof/public-keys.json', import.meta.url));
writeFileSync(file, `[\n${keys.map((key) => `  ${JSON.stringify(key)}`).join(',\n')}\n]\n`);
