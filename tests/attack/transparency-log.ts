import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Envelope } from '../../certificate/signed-document.ts';
import type { Loose } from './change-run.ts';

/** A transparency log like Rekor: a Merkle tree (RFC 6962), a signed checkpoint of it, and signed promises. */
export interface TransparencyLog {
  readonly publicKey: KeyObject;
  /** A Sigstore bundle (JSON) with an entry about the first signature of an envelope. */
  entry(envelope: Envelope, signer: KeyObject, wishes?: Wishes): Loose;
}

/** What Rekor answers when it has taken in an entry, from the Sigstore bundle with it. */
export function answerOf(bundle: Loose): Loose {
  const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
  const [entry] = bundle.verificationMaterial.tlogEntries;
  const { checkpoint, hashes, logIndex, rootHash, treeSize } = entry.inclusionProof;
  return {
    [`${'0'.repeat(16)}${hex(rootHash)}`]: {
      body: entry.canonicalizedBody,
      integratedTime: Number(entry.integratedTime),
      logID: hex(entry.logId.keyId),
      logIndex: Number(entry.logIndex),
      verification: {
        inclusionProof: {
          checkpoint: checkpoint.envelope,
          hashes: hashes.map(hex),
          logIndex: Number(logIndex),
          rootHash: hex(rootHash),
          treeSize: Number(treeSize),
        },
        signedEntryTimestamp: entry.inclusionPromise.signedEntryTimestamp,
      },
    },
  };
}

/** How an entry differs from the usual one: of Rekor 1, with a promise, the third of seven. */
export interface Wishes {
  readonly kind?: 'dsse' | 'intoto' | 'dsse-v2';
  readonly hasPromise?: boolean;
  /** Seconds since 1970. */
  readonly at?: number;
  /** What the entry says instead of the truth. */
  readonly body?: (body: Loose) => Loose;
  readonly size?: number;
  readonly index?: number;
  /** Text in front of the checkpoint's origin and behind it, signed with it. */
  readonly note?: (note: string) => string;
}

const names = { ecdsa: 'log.example', ed25519: 'log2.example/2026' } as const;

export function transparencyLog(type: keyof typeof names = 'ecdsa'): TransparencyLog {
  const { privateKey, publicKey } =
    type === 'ecdsa' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const name = names[type];
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const id = type === 'ecdsa' ? sha256(spki) : sha256(Buffer.from(`${name}\n\x01`), spki.subarray(-32));
  const signed = (data: Buffer): Buffer => sign(type === 'ecdsa' ? 'sha256' : null, data, privateKey);

  const checkpoint = (size: number, root: Buffer, change: (note: string) => string): string => {
    const note = change(`${name} - 42\n${size}\n${root.toString('base64')}\n`);
    const sig = Buffer.concat([id.subarray(0, 4), signed(Buffer.from(note))]);
    return `${note}\n— ${name} ${sig.toString('base64')}\n`;
  };

  return {
    publicKey,
    entry(envelope, signer, wishes = {}) {
      const { kind = 'dsse', hasPromise = true, size = 7, index = 2 } = wishes;
      const told = bodyOf(kind, envelope, signer);
      const body = Buffer.from(JSON.stringify(wishes.body?.(told) ?? told));
      const leaves = Array.from({ length: size }, (_, at) =>
        at === index ? body : Buffer.from(`entry ${at}`),
      );
      const root = rootOf(leaves);
      const integratedTime = hasPromise ? (wishes.at ?? Math.floor(Date.now() / 1_000)) : 0;
      const logIndex = 1_000 + index;
      const promised = { body: body.toString('base64'), integratedTime, logID: id.toString('hex'), logIndex };
      const [signature] = envelope.signatures;
      return {
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {
          publicKey: { hint: signature?.keyid },
          tlogEntries: [
            {
              logIndex: String(logIndex),
              logId: { keyId: id.toString('base64') },
              kindVersion: { kind: told.kind, version: told.apiVersion },
              ...(hasPromise
                ? {
                    integratedTime: String(integratedTime),
                    inclusionPromise: {
                      signedEntryTimestamp: signed(Buffer.from(JSON.stringify(promised))).toString('base64'),
                    },
                  }
                : {}),
              inclusionProof: {
                logIndex: String(index),
                rootHash: root.toString('base64'),
                treeSize: String(size),
                hashes: pathTo(leaves, index).map((hash) => hash.toString('base64')),
                checkpoint: { envelope: checkpoint(size, root, wishes.note ?? ((note) => note)) },
              },
              canonicalizedBody: body.toString('base64'),
            },
          ],
        },
        dsseEnvelope: { ...envelope, signatures: [signature] },
      };
    },
  };
}

/** What Rekor keeps of an envelope. */
function bodyOf(kind: Wishes['kind'], envelope: Envelope, signer: KeyObject): Loose {
  const payload = Buffer.from(envelope.payload, 'base64');
  const key = signer.type === 'private' ? createPublicKey(signer) : signer;
  const pem = Buffer.from(key.export({ type: 'spki', format: 'pem' })).toString('base64');
  const sig = envelope.signatures[0]?.sig ?? '';
  const payloadHash = hashOf(payload);
  if (kind === 'dsse-v2') {
    const rawBytes = key.export({ type: 'spki', format: 'der' }).toString('base64');
    const signatures = [{ content: sig, verifier: { publicKey: { rawBytes }, keyDetails: 'PKIX_ED25519' } }];
    const digest = sha256(payload).toString('base64');
    const dsseV002 = { payloadHash: { algorithm: 'SHA2_256', digest }, signatures };
    return { apiVersion: '0.0.2', kind: 'dsse', spec: { dsseV002 } };
  }
  if (kind === 'intoto') {
    const signatures = [{ publicKey: pem, sig: Buffer.from(sig).toString('base64') }];
    const content = { envelope: { payloadType: envelope.payloadType, signatures }, payloadHash };
    return { apiVersion: '0.0.2', kind: 'intoto', spec: { content } };
  }
  return {
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      envelopeHash: hashOf(Buffer.from(JSON.stringify(envelope))),
      payloadHash,
      signatures: [{ signature: sig, verifier: pem }],
    },
  };
}

function hashOf(bytes: Buffer): { readonly algorithm: string; readonly value: string } {
  return { algorithm: 'sha256', value: sha256(bytes).toString('hex') };
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

const [leafMark, nodeMark] = [Buffer.from([0]), Buffer.from([1])];

/** The Merkle tree hash of RFC 6962 §2.1. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = leaves;
  if (leaves.length < 2) return sha256(leafMark, first);
  const half = halfOf(leaves);
  return sha256(nodeMark, rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** The audit path of RFC 6962 §2.1.1. */
function pathTo(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length < 2) return [];
  const half = halfOf(leaves);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...pathTo(left, index), rootOf(right)]
    : [...pathTo(right, index - half), rootOf(left)];
}

/** The largest power of two below the number of leaves. */
function halfOf({ length }: readonly Buffer[]): number {
  return 2 ** Math.floor(Math.log2(length - 1));
}
