import { verdictFile } from '../../../certificate/manifest.ts';
import {
  type Change,
  exchangesPath,
  forged,
  inFirst,
  inStatement,
  type Loose,
  runPath,
  withFooter,
} from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

const part = (character: string, length: number): string => character.repeat(length);
/** Forms of secrets; none of them is one. */
const jwt = `eyJ${part('a', 20)}.eyJ${part('b', 20)}.${part('c', 43)}`;
const pem = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQ\n-----END PRIVATE KEY-----';
const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', d: part('d', 43) });

/** Something in the first successful response that no judge reads. */
const inResponse = (change: (response: Loose) => void): Change =>
  inFirst(exchangesPath, /^\{"id":"LU-SUCCESS@list-users/, ({ response }) => {
    change(response);
  });

const inHeader = (value: string): Change =>
  inResponse((response) => response.headers.push(['x-trace', value]));

const rows: readonly Row[] = [
  [
    'a token in the reason of a response',
    remade(
      inResponse((response) => {
        response.reason = jwt;
      }),
      withFooter,
    ),
    9,
    'evidence/exchanges.ndjson contains a JWT',
  ],
  [
    'a token in a header of a response',
    remade(inHeader(`Bearer ${jwt}`), withFooter),
    9,
    'evidence/exchanges.ndjson contains a JWT',
  ],
  [
    'a private key in a header of a response',
    remade(inHeader(pem.replaceAll('\n', ' ')), withFooter),
    9,
    'contains a private key',
  ],
  [
    'an EC private key in a header of a response',
    remade(inHeader(pem.replaceAll('PRIVATE', 'EC PRIVATE').replaceAll('\n', ' ')), withFooter),
    9,
    'contains a private key',
  ],
  ['a private JWK in a header of a response', remade(inHeader(jwk), withFooter), 9, 'contains a private JWK'],
  [
    'a private JWK as a text in a header of a response',
    remade(inHeader(JSON.stringify(jwk)), withFooter),
    9,
    'contains a private JWK',
  ],
  [
    'a token as the id of the preflight’s user',
    remade(
      inFirst(runPath, /^\{"type":"preflight"/, ({ facts }) => {
        facts.userId = jwt;
      }),
    ),
    9,
    'evidence/run.ndjson contains a JWT',
  ],
  [
    'a token as the name of the product',
    forged(
      inStatement(verdictFile, ({ predicate }) => {
        predicate.implementation.product = jwt;
      }),
      (files) => {
        for (const path of ['README.md', 'report.html', 'junit.xml']) files.delete(path);
      },
    ),
    9,
    'statement.dsse.json contains a JWT',
  ],
];

export const secretForgeries = forgeriesOf('secrets', rows);
