import { challengeFile } from '../../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { challengeBy, demanding, publicJwk, underOldSignature, withChallenge } from '../challenge-forgery.ts';
import { edited, tampered } from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';

const hour = 3_600_000;
const otherNonce = '5e'.repeat(32);

const later = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString();

/** Signs text that is not the payload of a value. */
const signedText = (edit: (text: string) => string) =>
  withChallenge((payload, { certifier }) =>
    jsonFile(signPayload(payloadTypes.challenge, Buffer.from(edit(JSON.stringify(payload))), [certifier])),
  );

const whoIssued: readonly Row[] = [
  [
    'a challenge of the vendor, which the run does not answer',
    withChallenge((payload, { vendor }) => challengeBy({ ...payload, key: publicJwk(vendor.key) }, vendor)),
    7,
    'The run does not answer the challenge',
  ],
  [
    'a challenge of the vendor under the id of the certifier',
    withChallenge((payload, { vendor, certifier }) => challengeBy(payload, { ...vendor, id: certifier.id })),
    3,
    'is not what the key',
  ],
  [
    'a challenge that names the key of the certifier, signed by the vendor',
    withChallenge((payload, { vendor }) => challengeBy(payload, vendor)),
    3,
    'but is signed by',
  ],
  [
    'a challenge that names the key of the vendor, signed by the certifier',
    withChallenge((payload, { vendor, certifier }) =>
      challengeBy({ ...payload, key: publicJwk(vendor.key) }, certifier),
    ),
    3,
    'but is signed by',
  ],
  [
    'a challenge signed by the certifier and by somebody else',
    withChallenge((payload, { certifier, stranger }) => challengeBy(payload, certifier, stranger)),
    3,
    'but is signed by',
  ],
  [
    'a challenge that nobody signed',
    withChallenge((payload) => challengeBy(payload)),
    3,
    'it has no signatures',
  ],
  [
    'the challenge of a key that the verifier does not know',
    demanding((base) => ({ certifiers: [base.stranger] })),
    3,
    'The run is self-declared, but challenged is required. Its challenge was issued by',
  ],
  [
    'the challenge of a key that is trusted as that of a signer only',
    demanding((base) => ({ certifiers: [], trusted: [base.vendor, base.certifier] })),
    3,
    'The run is self-declared, but challenged is required',
  ],
  [
    'what the certifier signed as an in-toto statement',
    withChallenge((payload, { certifier }) =>
      jsonFile(signPayload(payloadTypes.statement, payloadOf(payload), [certifier])),
    ),
    3,
    'its payload type is not application/vnd.ledger-conformance.challenge+json',
  ],
  [
    'what the certifier signed as a status list',
    withChallenge((payload, { certifier }) =>
      jsonFile(signPayload(payloadTypes.statusList, payloadOf(payload), [certifier])),
    ),
    3,
    'its payload type is not',
  ],
];

const changedByHand: readonly Row[] = [
  [
    'a challenge that expires later than the certifier signed',
    underOldSignature((text) => text.replace(/"expiresAt":"\d{4}/, '"expiresAt":"2199')),
    3,
    'is not what the key',
  ],
  [
    'a challenge that was issued earlier than the certifier signed',
    underOldSignature((text) => text.replace(/"issuedAt":"\d{4}/, '"issuedAt":"1999')),
    3,
    'is not what the key',
  ],
  [
    'a challenge with another nonce than the certifier signed',
    underOldSignature((text) => text.replace(/"nonce":"\w+"/, `"nonce":"${otherNonce}"`)),
    3,
    'is not what the key',
  ],
  [
    'a challenge for any product, where the certifier named one',
    underOldSignature((text) => text.replace(/,"implementation":\{[^}]*\}/, '')),
    3,
    'is not what the key',
  ],
  [
    'a challenge changed without the key of the vendor',
    demanding(tampered(edited(challengeFile, (text) => text.replace('"sig": "', '"sig": "AAAA')))),
    5,
    'challenge.dsse.json is not the file that was signed',
  ],
  [
    'a challenge taken out of a bundle',
    demanding(tampered((files) => files.delete(challengeFile))),
    5,
    'challenge.dsse.json is missing from the bundle',
  ],
  [
    'a challenge put into a bundle',
    ({ files, challenged }) => ({
      files: new Map([...files, [challengeFile, challenged.get(challengeFile) ?? Buffer.alloc(0)]]),
    }),
    5,
    'is in the bundle but not in its manifest',
  ],
];

const malformed: readonly Row[] = [
  ['a challenge that is no JSON', withChallenge(() => Buffer.from('{')), 3, 'not one JSON value'],
  ['a payload that is no JSON', signedText(() => '{'), 6, 'not one JSON value'],
  ['a payload with blanks', signedText((text) => `${text} `), 6, 'is not written as the suite writes it'],
  [
    'a payload with a member twice',
    signedText((text) => text.replace('{', '{"expiresAt":"2199-01-01T00:00:00.000Z",')),
    6,
    'is not written as the suite writes it',
  ],
  [
    'a payload with a member more',
    signedText((text) => text.replace('{', '{"note":1,')),
    6,
    'does not match its schema',
  ],
  [
    'a payload without a nonce',
    signedText((text) => text.replace(/"nonce":"\w+",/, '')),
    6,
    'does not match its schema',
  ],
  [
    'a short nonce',
    signedText((text) => text.replace(/"nonce":"\w+"/, '"nonce":"00"')),
    6,
    'does not match its schema',
  ],
  [
    'a private key in a challenge',
    signedText((text) => text.replace('"key":{', `"key":{"d":"${'A'.repeat(43)}",`)),
    6,
    'does not match its schema',
  ],
  [
    'a key that is not on its curve',
    signedText((text) =>
      text.replace(
        /"key":\{[^}]*\}/,
        `"key":{"crv":"P-256","kty":"EC","x":"${'A'.repeat(43)}","y":"${'A'.repeat(43)}"}`,
      ),
    ),
    6,
    'contains a key that is not one of its curve',
  ],
  [
    'a challenge that expires before it is issued',
    withChallenge((payload, { certifier }) =>
      challengeBy({ ...payload, expiresAt: later(payload.issuedAt, -hour) }, certifier),
    ),
    6,
    'which is not a period',
  ],
  [
    'a challenge with times in another form',
    withChallenge((payload, { certifier }) =>
      challengeBy({ ...payload, issuedAt: payload.issuedAt.replace('Z', '+00:00') }, certifier),
    ),
    6,
    'which is not a period',
  ],
];

/** Challenges that the certifier did not issue as they are. */
export const challengeForgeries = forgeriesOf('challenge', [...whoIssued, ...changedByHand, ...malformed]);
