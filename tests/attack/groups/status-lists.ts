import type { NamedKey } from '../../../certificate/keys.ts';
import { challengeFile, manifestFile, sha256 } from '../../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { type Loose, textOf } from '../change-run.ts';
import { type Attempt, type Base, type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const day = 86_400_000;

const from = (by: number): string => new Date(Date.now() + by).toISOString();

/** A list that has the bundle. */
function listOf({ files }: Base): Loose {
  const digest = sha256(files.get(manifestFile) ?? Buffer.alloc(0));
  return {
    schemaVersion: 1,
    issuedAt: from(-day),
    nextUpdate: from(day),
    revoked: [{ sha256: digest, revokedAt: from(-day), reason: 'tested with a patched build' }],
  };
}

function signed(list: object, ...keys: readonly NamedKey[]): Buffer {
  return jsonFile(signPayload(payloadTypes.statusList, payloadOf(list), keys));
}

function given(...lists: readonly Buffer[]): Attempt {
  return { statusLists: lists.map((bytes, at) => ({ name: `list-${at}.json`, bytes })) };
}

/** A list that the vendor signed, changed before. */
const vendors =
  (change: (list: Loose) => void): Forgery['forge'] =>
  (base) => {
    const list = listOf(base);
    change(list);
    return given(signed(list, base.vendor));
  };

/** A list that the vendor signed, changed after that. */
const changedText =
  (edit: (payload: string) => string): Forgery['forge'] =>
  (base) => {
    const envelope = JSON.parse(signed(listOf(base), base.vendor).toString()) as Loose;
    const payload = edit(Buffer.from(envelope.payload, 'base64').toString());
    return given(jsonFile({ ...envelope, payload: Buffer.from(payload).toString('base64') }));
  };

const signedText =
  (edit: (payload: string) => string): Forgery['forge'] =>
  (base) => {
    const payload = Buffer.from(edit(JSON.stringify(listOf(base))));
    return given(jsonFile(signPayload(payloadTypes.statusList, payload, [base.vendor])));
  };

const rows: readonly Row[] = [
  ['a bundle that its signer revoked', vendors(() => {}), 10, 'tested with a patched build'],
  [
    'a bundle that a certifier revoked',
    (base) => ({ ...given(signed(listOf(base), base.certifier)), certifiers: [base.certifier] }),
    10,
    'The certificate was revoked at',
  ],
  [
    'a bundle on the second of two lists',
    (base) => given(signed({ ...listOf(base), revoked: [] }, base.vendor), signed(listOf(base), base.vendor)),
    10,
    'The certificate was revoked at',
  ],
  [
    'a revoked bundle with another signature besides',
    (base) => ({
      ...given(signed(listOf(base), base.vendor)),
      files: new Map(base.files),
      trusted: [base.vendor, base.stranger],
    }),
    10,
    'The certificate was revoked at',
  ],
  [
    'the answer to a challenge that the certifier revoked',
    (base) => {
      const { payload } = JSON.parse(textOf(base.challenged, challengeFile)) as Loose;
      const list = listOf(base);
      list.revoked[0].sha256 = sha256(Buffer.from(payload, 'base64'));
      return {
        ...given(signed(list, base.certifier)),
        files: base.challenged,
        certifiers: [base.certifier],
      };
    },
    10,
    'The challenge that the run answers was revoked at',
  ],
  [
    'a list of a stranger',
    (base) => given(signed(listOf(base), base.stranger)),
    3,
    'who may not revoke this certificate',
  ],
  [
    'a list of a stranger that has nothing',
    (base) => given(signed({ ...listOf(base), revoked: [] }, base.stranger)),
    3,
    'who may not revoke this certificate',
  ],
  [
    'a list of a key that is trusted but did not sign the bundle',
    (base) => ({
      ...given(signed(listOf(base), base.stranger)),
      trusted: [base.vendor, base.stranger],
    }),
    3,
    'who may not revoke this certificate',
  ],
  [
    'a list of a certifier that the verifier does not know',
    (base) => given(signed({ ...listOf(base), revoked: [] }, base.certifier)),
    3,
    'who may not revoke this certificate',
  ],
  [
    'a list of a stranger under the id of the vendor',
    (base) => given(signed(listOf(base), { ...base.stranger, id: base.vendor.id })),
    3,
    'is not what the key',
  ],
  [
    'a list from which the bundle was removed',
    changedText((text) => text.replace(/"revoked":\[.*\]/, '"revoked":[]')),
    3,
    'is not what the key',
  ],
  [
    'a list with another digest in place of that of the bundle',
    changedText((text) => text.replace(/"sha256":"\w+"/, `"sha256":"${'0'.repeat(64)}"`)),
    3,
    'is not what the key',
  ],
  [
    'an old list with a later update',
    changedText((text) => text.replace(/"nextUpdate":"\d{4}/, '"nextUpdate":"2099')),
    3,
    'is not what the key',
  ],
  [
    'a list that is out of date, although the bundle is not on it',
    vendors((list) => {
      Object.assign(list, { issuedAt: from(-9 * day), nextUpdate: from(-day), revoked: [] });
    }),
    9,
    'is out of date',
  ],
  [
    'a list from the future',
    vendors((list) => {
      Object.assign(list, { issuedAt: from(2 * day), nextUpdate: from(9 * day), revoked: [] });
    }),
    9,
    'which is in the future',
  ],
  [
    'a list that is never out of date',
    vendors((list) => {
      Object.assign(list, { nextUpdate: from(9_999 * day), revoked: [] });
    }),
    6,
    'not a period of at most 400 days',
  ],
  [
    'a list whose update was due before it was issued',
    vendors((list) => {
      Object.assign(list, { nextUpdate: from(-2 * day), revoked: [] });
    }),
    6,
    'not a period',
  ],
  [
    'a list without an update',
    vendors((list) => {
      delete list.nextUpdate;
    }),
    6,
    'does not match its schema',
  ],
  [
    'a list with a digest in capitals',
    vendors((list) => {
      list.revoked[0].sha256 = list.revoked[0].sha256.toUpperCase();
    }),
    6,
    'does not match its schema',
  ],
  [
    'a list with a member more',
    vendors((list) => {
      list.except = [];
    }),
    6,
    'does not match its schema',
  ],
  [
    'a list with a member twice',
    signedText((text) => text.replace(/\}$/, ',"revoked":[]}')),
    6,
    'is not written as the suite writes it',
  ],
  ['a list that is no JSON', () => given(Buffer.from('revoked')), 3, 'not one JSON value'],
  [
    'a list that was signed as a challenge',
    (base) => given(jsonFile(signPayload(payloadTypes.challenge, payloadOf(listOf(base)), [base.vendor]))),
    3,
    'its payload type is not application/vnd.ledger-conformance.status-list+json',
  ],
  ['a list that nobody signed', (base) => given(signed(listOf(base))), 3, 'it has no signatures'],
];

/** Lists of revoked certificates, and bundles that are on one. */
export const statusListForgeries = forgeriesOf('status', rows);
