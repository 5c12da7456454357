import { randomBytes, type webcrypto } from 'node:crypto';
import { Integer, OctetString, PrintableString } from 'asn1js';
import {
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  GeneralName,
  id_BasicConstraints,
  id_SubjectAltName,
} from 'pkijs';

/** A certificate and its private key, as PEM. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority, and what it signed: the certificate of a server on this machine, and that of a client. All as PEM. */
export interface Certificates {
  readonly ca: string;
  readonly server: KeyPair;
  readonly client: KeyPair;
}

/** When certificates end, in milliseconds from now (negative ones have ended), and a name of the server. */
interface Wanted {
  readonly server?: number;
  readonly client?: number;
  readonly host?: string;
}

const authorityName = 'Authority made on the spot';

const day = 24 * 60 * 60 * 1_000;

/** The addresses of a server on this machine are octets (RFC 5280 §4.2.1.6). */
const namesOf = (host: string): GeneralName[] => [
  new GeneralName({ type: 2, value: host }),
  ...[Buffer.from([127, 0, 0, 1]), Buffer.concat([Buffer.alloc(15), Buffer.from([1])])].map(
    (valueHex) => new GeneralName({ type: 7, value: new OctetString({ valueHex }) }),
  ),
];

/** Makes a new authority whose key is thrown away, and what it signed. */
export async function makeCertificates({
  server = 30 * day,
  client = 30 * day,
  host = 'localhost',
}: Wanted = {}): Promise<Certificates> {
  const authority = await issue(authorityName, 30 * day);
  return {
    ca: authority.cert,
    server: await issue(host, server, authority),
    client: await issue('client', client, authority),
  };
}

interface Issued extends KeyPair {
  readonly keys: webcrypto.CryptoKeyPair;
}

async function issue(name: string, lasts: number, issuer?: Issued): Promise<Issued> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const certificate = new Certificate({ version: 2 });
  // Positive, as a serial number must be (RFC 5280 §4.1.2.2).
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([1]), randomBytes(8)]) });
  certificate.issuer.typesAndValues.push(commonName(authorityName));
  certificate.subject.typesAndValues.push(commonName(name));
  certificate.notBefore.value = new Date(Date.now() - Math.max(day, 2 * -lasts));
  certificate.notAfter.value = new Date(Date.now() + lasts);
  certificate.extensions = [issuer === undefined ? authorityOnly() : alternativeNames(name)];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign((issuer?.keys ?? keys).privateKey, 'SHA-256');
  return {
    keys,
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER()),
    key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  };
}

function commonName(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value }) });
}

function authorityOnly(): Extension {
  const extnValue = new BasicConstraints({ cA: true }).toSchema().toBER();
  return new Extension({ extnID: id_BasicConstraints, critical: true, extnValue });
}

function alternativeNames(host: string): Extension {
  const extnValue = new AltName({ altNames: namesOf(host) }).toSchema().toBER();
  return new Extension({ extnID: id_SubjectAltName, critical: false, extnValue });
}

function pem(kind: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n');
}
