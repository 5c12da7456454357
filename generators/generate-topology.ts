import fc, { type Arbitrary } from 'fast-check';
import { type EncodedKey, exampleForm, keyOfForm } from './key-forms.ts';
import type { KeySpec } from './keys.ts';
import { someOf } from './optional-fields.ts';
import { type SeedPart, textFrom } from './seeding.ts';
import { shuffled } from './written-otherwise.ts';

export type GenerateTopologyRequest = {
  synchronizer: string;
  partyHint: string;
  publicKey: Readonly<Record<keyof EncodedKey, string>>;
  localParticipantObservationOnly?: boolean;
  otherConfirmingParticipantUids?: string[];
  confirmationThreshold?: number;
  observingParticipantUids?: string[];
};

/**
 * Values from a target's configuration: the synchronizer id, uids of *other* participants (may be empty), the key specs
 * to choose from, and the number of keys for each. `identity` (seed and nonce of the run, and the case) makes party
 * hints unique within a run.
 */
type GenerateTopologyOptions = {
  synchronizer: string;
  participantUids: readonly string[];
  identity: string;
  keySpecs?: readonly KeySpec[];
  keysOfEach?: number;
  /** What the keys are derived from: seed and nonce of the run, so that its cases draw from the same keys. */
  keyring?: readonly SeedPart[];
};

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const hintAlphabets = [`${lower}${upper}${digits}`, lower, upper, digits];

// The key spec of the document's example; whether a target accepts others is open.
const defaultKeySpecs: readonly KeySpec[] = [exampleForm.keySpec];

// Keys are chosen from a pool, because deriving one costs more than sending it; the hint distinguishes parties.
const keysInPool = 96;

type Draw = {
  hint: { length: number; alphabet: string; nonce: number };
  key: { keySpec: KeySpec; index: number };
  optional: { observationOnly?: boolean; threshold?: number };
  hosting: ('confirming' | 'observing' | 'none')[];
  emptyLists: { confirming: boolean; observing: boolean };
};

function request(options: GenerateTopologyOptions, drawn: Draw): GenerateTopologyRequest {
  const { hint, key, optional, hosting, emptyLists } = drawn;
  const body: GenerateTopologyRequest = {
    synchronizer: options.synchronizer,
    partyHint: textFrom(['party-hint', options.identity, hint.nonce], hint.alphabet, hint.length),
    publicKey: keyOfForm(
      { ...exampleForm, keySpec: key.keySpec },
      'party',
      ...(options.keyring ?? []),
      key.index,
    ),
  };
  const hostedAs = (kind: 'confirming' | 'observing') =>
    options.participantUids.filter((_, index) => hosting[index] === kind);
  const confirming = hostedAs('confirming');
  const observing = hostedAs('observing');
  if (confirming.length > 0 || emptyLists.confirming) body.otherConfirmingParticipantUids = confirming;
  if (observing.length > 0 || emptyLists.observing) body.observingParticipantUids = observing;
  if (optional.threshold !== undefined) body.confirmationThreshold = optional.threshold;
  if (optional.observationOnly !== undefined) {
    // Without another confirmer nobody could confirm; ruling 11 only observes that case.
    body.localParticipantObservationOnly = optional.observationOnly && confirming.length > 0;
  }
  return body;
}

/**
 * Requests that any target accepts (ruling 11): a hint of 1 to 100 letters and digits, a threshold of 0, 1 or none,
 * each configured uid once and in one list only, observation only with another confirmer. Optional fields are present
 * or absent independently, and the order of members varies.
 */
export function validGenerateTopology(options: GenerateTopologyOptions): Arbitrary<GenerateTopologyRequest> {
  const { keySpecs: specs = defaultKeySpecs, keysOfEach = keysInPool } = options;
  const drawn: Arbitrary<Draw> = fc.record({
    hint: fc.record({
      length: fc.integer({ min: 1, max: 100 }),
      alphabet: fc.constantFrom(...hintAlphabets),
      nonce: fc.noBias(fc.maxSafeNat()),
    }),
    key: fc.record({
      keySpec: fc.constantFrom(...specs),
      index: fc.noBias(fc.nat({ max: keysOfEach - 1 })),
    }),
    optional: someOf({ observationOnly: fc.boolean(), threshold: fc.constantFrom(0, 1) }),
    hosting: fc.array(fc.constantFrom<Draw['hosting'][number]>('none', 'confirming', 'observing'), {
      minLength: options.participantUids.length,
      maxLength: options.participantUids.length,
    }),
    emptyLists: fc.record({ confirming: fc.boolean(), observing: fc.boolean() }),
  });
  return drawn.chain((values) => shuffled(request(options, values)));
}

/** The smallest valid request: the three required fields, with a hint and a key derived from the parts. */
export function minimalGenerateTopology(synchronizer: string, ...parts: SeedPart[]): GenerateTopologyRequest {
  return {
    synchronizer,
    partyHint: textFrom(['party-hint', ...parts], hintAlphabets.join(''), 16),
    publicKey: keyOfForm(exampleForm, ...parts),
  };
}

/**
 * A valid request with every optional field: the base for violations and subsets of optional fields. Half of the
 * configured uids confirm, the others observe.
 */
export function fullGenerateTopology(
  { synchronizer, participantUids }: Pick<GenerateTopologyOptions, 'synchronizer' | 'participantUids'>,
  ...parts: SeedPart[]
): GenerateTopologyRequest {
  const half = Math.ceil(participantUids.length / 2);
  return {
    ...minimalGenerateTopology(synchronizer, ...parts),
    localParticipantObservationOnly: false,
    otherConfirmingParticipantUids: participantUids.slice(0, half),
    confirmationThreshold: 1,
    observingParticipantUids: participantUids.slice(half),
  };
}
