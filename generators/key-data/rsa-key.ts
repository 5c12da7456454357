import { bytesFrom, type SeedPart } from '../seeding.ts';

/** A SubjectPublicKeyInfo (RFC 3279 section 2.3.1) of 2048 bits, up to the modulus, and the exponent 65537 behind it. */
const prefix = '30820122300d06092a864886f70d01010105000382010f003082010a0282010100';
const exponent = '0203010001';

/** A well-formed public key of RSA with a modulus drawn from the parts; nobody has its private key. */
export function rsaPublicKey(...parts: SeedPart[]): Buffer {
  const modulus = bytesFrom(['rsa', ...parts], 256);
  // 2048 bits long, and odd as any product of two primes.
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[255] = (modulus[255] ?? 0) | 1;
  return Buffer.concat([Buffer.from(prefix, 'hex'), modulus, Buffer.from(exponent, 'hex')]);
}
