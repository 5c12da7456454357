import { sign } from 'node:crypto';
import { attachmentPath, testResultFile } from '../../../certificate/manifest.ts';
import { payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { changed, envelopeIn, flipped, instead, log, made, written } from '../forge-log-entry.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { transparencyLog } from '../transparency-log.ts';
import { logEntryFiles } from './log-entry-files.ts';
import { logProofs } from './log-proofs.ts';

const anotherSubject: readonly Row[] = [
  [
    'an entry about the other statement',
    (base) => instead(base, jsonFile(written(base, {}, log, envelopeIn(base, testResultFile)))),
    6,
    'about another envelope than the one of the bundle',
  ],
  [
    'an entry about the same statement, signed by a stranger',
    (base) => {
      const payload = Buffer.from(envelopeIn(base).payload, 'base64');
      return instead(
        base,
        jsonFile(written(base, {}, log, signPayload(payloadTypes.statement, payload, [base.stranger]))),
      );
    },
    6,
    'about another envelope than the one of the bundle',
  ],
  [
    'an entry about another signature, with this envelope',
    made({
      body: (body) => {
        body.spec.signatures[0].signature = flipped(body.spec.signatures[0].signature);
        return body;
      },
    }),
    6,
    'is an entry about another signature',
  ],
  [
    'an entry about another payload, with this envelope',
    made({
      body: (body) => {
        body.spec.payloadHash.value = 'ab'.repeat(32);
        return body;
      },
    }),
    6,
    'is an entry about another signature',
  ],
  [
    'an entry about two signatures',
    made({
      body: (body) => {
        body.spec.signatures.push(body.spec.signatures[0]);
        return body;
      },
    }),
    6,
    'is an entry about another signature',
  ],
  ['an entry whose body is no object', made({ body: () => [] }), 6, 'is an entry about another signature'],
  [
    'an entry that says that it is of another kind than it is',
    changed((_, entry) => {
      entry.kindVersion.version = '0.0.2';
    }),
    6,
    'is an entry about another signature',
  ],
  [
    'an entry of a kind that is not about envelopes',
    changed((_, entry) => {
      entry.kindVersion.kind = 'hashedrekord';
    }),
    6,
    'has an entry of a kind other than dsse and intoto',
  ],
  [
    'an entry named after a key that did not sign',
    (base) => ({
      files: new Map([
        ...base.files,
        [attachmentPath('log-entry', base.stranger.id), jsonFile(written(base))] as const,
      ]),
    }),
    6,
    'is named after a key that did not sign',
  ],
];

const anotherLog: readonly Row[] = [
  [
    'an entry of a log that nobody trusts',
    (base) => instead(base, jsonFile(written(base, {}, transparencyLog()))),
    6,
    'a log whose key was not given',
  ],
  [
    'an entry of a log that nobody trusts, under the id of one that is trusted',
    (base) => {
      const bundle = written(base, {}, transparencyLog());
      const genuine = written(base).verificationMaterial.tlogEntries[0];
      const [entry] = bundle.verificationMaterial.tlogEntries;
      const { checkpoint } = entry.inclusionProof;
      entry.logId = genuine.logId;
      checkpoint.envelope = checkpoint.envelope.replace(/\S{6}(\S*)\n$/, (_: string, rest: string) => {
        const hint = Buffer.from(genuine.logId.keyId, 'base64').subarray(0, 4);
        const [, sig = ''] = /(\S+)\n$/.exec(checkpoint.envelope) ?? [];
        return rest === ''
          ? ''
          : `${Buffer.concat([hint, Buffer.from(sig, 'base64').subarray(4)]).toString('base64')}\n`;
      });
      return instead(base, jsonFile(bundle));
    },
    6,
    'the log did not sign this entry',
  ],
  [
    'no entry where one is demanded',
    (base) => ({ files: base.files, logKeys: [log.publicKey] }),
    6,
    'no log entry of a trusted signature',
  ],
  [
    'a promise by the vendor',
    changed((_, entry, { vendor }) => {
      const sig = sign(null, Buffer.from('{}'), vendor.key).toString('base64');
      entry.inclusionPromise.signedEntryTimestamp = sig;
    }),
    6,
    'the log did not sign this entry',
  ],
  [
    'a promise with another number',
    changed((_, entry) => {
      entry.logIndex = '7';
    }),
    6,
    'the log did not sign this entry',
  ],
  [
    'a promise with another time',
    changed((_, entry) => {
      entry.integratedTime = String(Number(entry.integratedTime) - 1);
    }),
    6,
    'the log did not sign this entry',
  ],
  ['an entry from before the run', made({ at: 1_600_000_000 }), 6, 'before the end of the run'],
];

export const logEntryForgeries = forgeriesOf('log entries', [
  ...anotherSubject,
  ...anotherLog,
  ...logProofs,
  ...logEntryFiles,
]);
