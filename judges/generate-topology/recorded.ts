import { type ClassifiedKey, classifyKeyData } from '../../generators/key-data/classify.ts';
import { exampleForm } from '../../generators/key-forms.ts';
import { fewUids } from '../../journal/target-facts.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import { allowedTogether } from '../recorded/allowed-answers.ts';
import { fault, isAmbiguous, openCondition, type RecordedFault } from '../recorded/fault.ts';
import type { JudgedRecord, RecordedOperation } from '../recorded/recorded-operation.ts';
import { compareSuccesses } from './relations.ts';

/** The names that the document shows; whether a target knows others is open. */
const { format: knownFormat, keySpec: knownSpec } = exampleForm;

/** When a structurally valid body may be rejected nevertheless (rulings 11 and 13); it must succeed otherwise. */
export const recorded: RecordedOperation = {
  conditions: ({ body, isUnambiguous, shown }) =>
    isUnambiguous
      ? [
          ...keyFaults(body.publicKey),
          ...hintFaults(body.partyHint),
          ...hostFaults(body),
          ...synchronizerFaults(body.synchronizer, shown),
        ]
      : [],
  // A synchronizer is known if a request with it succeeded and had no fault of form.
  shownBy: ({ synchronizer }, isFaultless) =>
    typeof synchronizer === 'string' && isFaultless() ? synchronizer : undefined,
  // The successes of requests that may succeed are compared as those of a run are (ruling 40).
  judgeTogether(sink, records, profile) {
    const succeeding = records.filter((each) => maySucceed(each, profile));
    const exchanges = succeeding.map(({ exchange }) => exchange);
    compareSuccesses(
      sink,
      exchanges.filter(({ failure }) => failure === undefined),
      profile,
    );
  },
};

/** A valid request, or one that the document leaves open and that can be read in one way only. */
function maySucceed({ exchange, classification: { faults } }: JudgedRecord, profile: Profile): boolean {
  if (faults.length === 0) return true;
  if (faults.some(isAmbiguous)) return false;
  const request = { operation: 'generate-topology', profile, body: exchange.request.body } as const;
  return allowedTogether(faults, request)?.includes('success') === true;
}

/** A synchronizer is known to exist only if it was accepted elsewhere in the recording. */
function synchronizerFaults(synchronizer: unknown, known: ReadonlyMap<string, number>): RecordedFault[] {
  return typeof synchronizer === 'string' && known.has(synchronizer)
    ? []
    : [openCondition('generate-topology', 'a synchronizer that was never accepted in the recording')];
}

function keyFaults(publicKey: unknown): RecordedFault[] {
  if (!isObject(publicKey) || typeof publicKey.keyData !== 'string' || publicKey.keyData === '') return [];
  const { format, keyData, keySpec } = publicKey;
  const specFault =
    keySpec === knownSpec ? [] : [fault('GT-OPEN-KEYSPEC-UNKNOWN', '/publicKey/keySpec', 'key-spec')];
  if (format !== knownFormat)
    return [fault('GT-OPEN-FORMAT-UNKNOWN', '/publicKey/format', 'key-format'), ...specFault];
  return [...faultsOfKey(readKey(keyData), keySpec === knownSpec), ...specFault];
}

/** A plain key that fits its specification has none; a key of another algorithm is only a misfit. */
function faultsOfKey(key: ClassifiedKey, isUnderKnownSpec: boolean): RecordedFault[] {
  const misfit = isUnderKnownSpec ? [fault('GT-OPEN-KEY-MISFIT', '/publicKey/keySpec', 'key-misfit')] : [];
  if (key.verdict === 'plain') return key.spec === knownSpec ? [] : misfit;
  if (key.verdict === 'undecodable')
    return [fault('GT-KEY-UNDECODABLE', '/publicKey/keyData', 'undecodable-key', key.flaw)];
  if (key.flaw === 'other-algorithm') return misfit;
  return [fault('GT-OPEN-KEY-ENCODING', '/publicKey/keyData', 'key-encoding', key.flaw)];
}

function hintFaults(hint: unknown): RecordedFault[] {
  return typeof hint === 'string' && /^[A-Za-z0-9]{1,100}$/.test(hint)
    ? []
    : [fault('GT-OPEN-HINT', '/partyHint', 'hint')];
}

function hostFaults(body: JsonObject): RecordedFault[] {
  const confirming = listOf(body.otherConfirmingParticipantUids);
  const uids = [...confirming, ...listOf(body.observingParticipantUids)];
  const threshold = typeof body.confirmationThreshold === 'number' ? body.confirmationThreshold : 0;
  const isAlone = body.localParticipantObservationOnly === true && confirming.length === 0;
  const pointer = '/otherConfirmingParticipantUids';
  return [
    ...(isAlone
      ? [fault('GT-OPEN-OBSERVATIONONLY-ALONE', '/localParticipantObservationOnly', 'observation-only')]
      : []),
    ...(uids.length > fewUids ? [fault('GT-OPEN-UIDS-MANY', pointer, 'uids')] : []),
    ...(new Set(uids).size < uids.length ? [fault('GT-OPEN-UIDS-REPEATED', pointer, 'uids')] : []),
    ...(uids.length > 0 ? [fault('GT-OPEN-UIDS-UNKNOWN', pointer, 'uids')] : []),
    ...(threshold > 1 ? [fault('GT-OPEN-THRESHOLD-ABOVE', '/confirmationThreshold', 'threshold')] : []),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// Whether a point has the prime order takes a millisecond, and a recording repeats its keys.
const remembered = new Map<string, ClassifiedKey>();
const rememberedAtMost = 4_096;

/** keyData read as an X.509 SubjectPublicKeyInfo, the only format that the document names (ruling 31). */
export function readKey(keyData: string): ClassifiedKey {
  const known = remembered.get(keyData);
  if (known !== undefined) return known;
  const key = classifyKeyData(keyData);
  if (remembered.size >= rememberedAtMost) remembered.clear();
  remembered.set(keyData, key);
  return key;
}
