import { changed, flipped } from '../forge-log-entry.ts';
import type { Forgery, Row } from '../forgery.ts';

const inCheckpoint =
  (change: (text: string) => string): Forgery['forge'] =>
  (base) =>
    changed((_, { inclusionProof: { checkpoint } }) => {
      checkpoint.envelope = change(checkpoint.envelope);
    })(base);

/** Proofs that an entry is in the log, changed afterwards. */
export const logProofs: readonly Row[] = [
  [
    'a proof with a changed hash',
    changed((_, { inclusionProof }) => {
      inclusionProof.hashes[1] = flipped(inclusionProof.hashes[1]);
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a proof with a hash less',
    changed((_, { inclusionProof }) => {
      inclusionProof.hashes.pop();
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a proof with a hash more',
    changed((_, { inclusionProof }) => {
      inclusionProof.hashes.push(inclusionProof.hashes[0]);
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a proof for another place',
    changed((_, { inclusionProof }) => {
      inclusionProof.logIndex = '3';
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a proof for a place behind the end',
    changed((_, { inclusionProof }) => {
      inclusionProof.logIndex = '70';
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a proof with another root than the checkpoint',
    changed((_, { inclusionProof }) => {
      inclusionProof.rootHash = flipped(inclusionProof.rootHash);
    }),
    6,
    'for another state of the log',
  ],
  [
    'a proof with another size than the checkpoint',
    changed((_, { inclusionProof }) => {
      inclusionProof.treeSize = '8';
    }),
    6,
    'for another state of the log',
  ],
  [
    'a checkpoint of another root, with the proof put right',
    changed((_, { inclusionProof }) => {
      const { checkpoint, rootHash } = inclusionProof;
      inclusionProof.rootHash = flipped(rootHash);
      checkpoint.envelope = checkpoint.envelope.replace(rootHash, inclusionProof.rootHash);
    }),
    6,
    'does not show that the entry is in the log',
  ],
  [
    'a checkpoint without a signature',
    inCheckpoint((text) => text.slice(0, text.indexOf('\n\n') + 2)),
    6,
    'its checkpoint is not a note that a log signed',
  ],
  [
    'a checkpoint whose signature has a pattern as its name',
    inCheckpoint((text) => text.replace('— log.example', '— (((a|l)+)+)+$')),
    6,
    'its checkpoint is not a note that a log signed',
  ],
  ['a checkpoint that is empty', inCheckpoint(() => '\n\n'), 6, 'its checkpoint is not a note'],
  [
    'a promise alone',
    changed((_, entry) => {
      delete entry.inclusionProof;
    }),
    6,
    'is not a Sigstore bundle with an entry',
  ],
];
