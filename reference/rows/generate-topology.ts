import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Json } from '../rules/json-types.ts';
import { multiHash } from '../topology/multi-hash.ts';
import type { Action, Run } from './engine.ts';

// What rows do with the results of generate-topology.

/** Gets the result, the request that was performed, and the call; undefined leaves the result as it is. */
type ChangeResult = (result: Json, request: Json, call: Call) => object | undefined;

/** Other members of a result; made for each server. */
const resulting =
  (make: (run: Run) => ChangeResult): Action =>
  (run) => {
    const change = make(run);
    return {
      perform(call) {
        const made = change(call.result, call.request, call);
        if (made !== undefined) call.result = { ...call.result, ...made };
      },
    };
  };

export const result = (change: ChangeResult): Action => resulting(() => change);

type MakeFingerprint = (fingerprint: string, request: Json, call: Call) => string | undefined;

/** Another fingerprint, in the party id too, so that both still agree. */
const withFingerprint =
  (make: MakeFingerprint): ChangeResult =>
  ({ publicKeyFingerprint: before, partyId }, request, call) => {
    const made = make(before, request, call);
    return made === undefined
      ? undefined
      : { publicKeyFingerprint: made, partyId: partyId.replace(before, made) };
  };

export const fingerprint = (make: MakeFingerprint): Action => result(withFingerprint(make));
export const fingerprinting = (make: (run: Run) => MakeFingerprint): Action =>
  resulting((run) => withFingerprint(make(run)));

/** Another hint in the party id. */
export const partyId = (make: (hint: string, fingerprint: string) => string): Action =>
  result(({ publicKeyFingerprint }, { partyHint }) => ({ partyId: make(partyHint, publicKeyFingerprint) }));
export const hint = (make: (hint: string) => string): Action =>
  partyId((before, own) => `${make(before)}::${own}`);

type Entries = readonly Uint8Array[];

/** Other entries, and the multi-hash over them, or over some of them. */
export const entries = (
  make: (entry: Buffer, request: Json) => Uint8Array | Entries,
  write: (entry: Buffer) => string = (entry) => entry.toString('base64'),
  bound: (all: Entries) => Entries = (all) => all,
): Action =>
  result(({ topologyTransactions: [entry] }, request) => {
    const made = [make(Buffer.from(entry, 'base64'), request)].flat() as Uint8Array[];
    return {
      topologyTransactions: made.map((each) => write(Buffer.from(each))),
      multiHash: hashOf(bound(made)),
    };
  });

export const hashOf = (all: Entries): string => multiHash(all).toString('base64');

/** The first transactions and multi-hash, or the hash alone, of requests that have the same name; undefined has none. */
export const kept = (
  nameOf: (request: Json) => unknown,
  fields = ['topologyTransactions', 'multiHash'],
): Action =>
  resulting(() => {
    const first = new Map<string, object>();
    return (made, request) => {
      const name = nameOf(request);
      if (name === undefined) return undefined;
      const known = first.get(JSON.stringify(name));
      if (known === undefined)
        first.set(JSON.stringify(name), Object.fromEntries(fields.map((field) => [field, made[field]])));
      return known;
    };
  });

/** A text like a fingerprint. */
export const hash = (...parts: readonly unknown[]): string =>
  `1220${createHash('sha256').update(parts.join(' ')).digest('hex')}`;

/** Whether a key is of the specification whose name ends so. */
export const isOf =
  (curve: 'P256' | 'P384' | 'SECP256K1') =>
  ({ publicKey }: Json): boolean =>
    publicKey.keySpec.endsWith(curve);
export const isRaw = ({ publicKey }: Json): boolean => publicKey.format === 'CRYPTO_KEY_FORMAT_RAW';
