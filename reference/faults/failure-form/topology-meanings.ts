import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { textIn, textsIn, valueIn } from './request-values.ts';
import { asHtml, asNothing, asOtherJson, asServerText, closed, type WrongForm } from './wrong-forms.ts';

const operation = 'generate-topology';

const text = (call: Call, ...path: readonly string[]): string => textIn(operation, call, ...path);
const isAbsent = (call: Call, name: string): boolean => call.operation === operation && valueIn(operation, call, name) === undefined;
const threshold = (call: Call): unknown => valueIn(operation, call, 'confirmationThreshold');
const confirming = (call: Call): readonly string[] => textsIn(operation, call, 'otherConfirmingParticipantUids');
const observing = (call: Call): readonly string[] => textsIn(operation, call, 'observingParticipantUids');
const isEmptyList = (call: Call, name: string): boolean => {
  const list = valueIn(operation, call, name);
  return Array.isArray(list) && list.length === 0;
};

const isUnknownSynchronizer = (call: Call): boolean => ![call.ledger.synchronizer, call.ledger.synchronizerAlias, ''].includes(text(call, 'synchronizer'));
const isAlias = (call: Call): boolean => text(call, 'synchronizer') === call.ledger.synchronizerAlias;
const isPlainHint = (call: Call): boolean => /^[A-Za-z0-9]{0,100}$/.test(text(call, 'partyHint'));
const keyData = (call: Call): string => text(call, 'publicKey', 'keyData');
const isCutKey = (call: Call): boolean => {
  const bytes = Buffer.from(keyData(call), 'base64');
  return keyData(call) !== '' && bytes[0] === 0x30 && bytes.length < 44;
};
const isForeign =
  (uids: (call: Call) => readonly string[]) =>
  (call: Call): boolean =>
    uids(call).some((uid) => !call.ledger.otherParticipantUids.includes(uid));

type Row = readonly [id: string, what: string, isMeant: (call: Call) => boolean, how: WrongForm];

/** Failures of another form for a value, alone or beside one value of an optional field. */
const rows: readonly Row[] = [
  [
    'unknown-synchronizer-without-threshold',
    'an unknown synchronizer and no threshold',
    (call) => isUnknownSynchronizer(call) && isAbsent(call, 'confirmationThreshold'),
    asHtml,
  ],
  [
    'unknown-synchronizer-beside-two-lists',
    'an unknown synchronizer and both lists of participants',
    (call) => isUnknownSynchronizer(call) && confirming(call).length > 0 && observing(call).length > 0,
    asNothing,
  ],
  [
    'alias-beside-empty-observers',
    'the alias of the synchronizer and an empty list of observers',
    (call) => isAlias(call) && isEmptyList(call, 'observingParticipantUids'),
    asServerText,
  ],
  [
    'alias-of-an-observing-host',
    'the alias of the synchronizer for a party that the participant only observes',
    (call) => isAlias(call) && valueIn(operation, call, 'localParticipantObservationOnly') === true,
    asOtherJson,
  ],
  ['synchronizer-with-quotation-mark', 'a synchronizer with a quotation mark in its name', (call) => text(call, 'synchronizer').includes('"'), asOtherJson],
  ['long-synchronizer', 'a synchronizer of more than 185 characters', (call) => text(call, 'synchronizer').length > 185, asNothing],
  [
    'cut-key-of-an-observing-host',
    'a key that is cut short, for a party that the participant only observes',
    (call) => isCutKey(call) && valueIn(operation, call, 'localParticipantObservationOnly') === true,
    asNothing,
  ],
  [
    'pem-key-without-lists',
    'a key in PEM and no lists of participants',
    (call) => keyData(call).startsWith('-----') && isAbsent(call, 'otherConfirmingParticipantUids') && isAbsent(call, 'observingParticipantUids'),
    closed,
  ],
  ['key-of-another-algorithm', 'a key of RSA', (call) => Buffer.from(keyData(call), 'base64').includes(Buffer.from('2a864886f70d010101', 'hex')), asNothing],
  ['format-with-blanks', 'a format with blanks around', (call) => text(call, 'publicKey', 'format') !== text(call, 'publicKey', 'format').trim(), asHtml],
  [
    'unknown-format-beside-threshold-zero',
    'an unknown format and a threshold of 0',
    (call) => !/^CRYPTO_KEY_FORMAT_(DER|RAW)/.test(text(call, 'publicKey', 'format') || 'CRYPTO_KEY_FORMAT_RAW') && threshold(call) === 0,
    asServerText,
  ],
  ['long-key-specification', 'a keySpec of more than 64 characters', (call) => text(call, 'publicKey', 'keySpec').length > 64, asHtml],
  [
    'signature-algorithm-as-specification',
    'the name of an algorithm in place of a keySpec',
    (call) => text(call, 'publicKey', 'keySpec').startsWith('SIGNING_ALGORITHM'),
    closed,
  ],
  ['observer-without-fingerprint', 'an observing participant without a fingerprint', (call) => observing(call).some((uid) => !uid.includes('::')), asNothing],
  [
    'confirmer-in-other-case',
    'a participant in other letter case',
    (call) =>
      confirming(call).some(
        (uid) => !call.ledger.otherParticipantUids.includes(uid) && call.ledger.otherParticipantUids.some((known) => known.toLowerCase() === uid.toLowerCase()),
      ),
    asHtml,
  ],
  ['empty-participant', 'an empty string in a list of participants', (call) => [...confirming(call), ...observing(call)].includes(''), asServerText],
  [
    'foreign-observer-without-threshold',
    'an unknown observing participant and no threshold',
    (call) => isForeign(observing)(call) && isAbsent(call, 'confirmationThreshold'),
    asOtherJson,
  ],
  [
    'host-in-both-lists-beside-threshold',
    'a participant in both lists and a threshold',
    (call) => confirming(call).some((uid) => observing(call).includes(uid)) && threshold(call) === 1,
    asHtml,
  ],
  [
    'high-threshold-without-observers',
    'a threshold that is too high, and no list of observers',
    (call) => Number(threshold(call) ?? 0) > 9 && isAbsent(call, 'observingParticipantUids'),
    asHtml,
  ],
  [
    'high-threshold-of-an-observing-host',
    'a threshold that is too high, for a party that the participant only observes',
    (call) =>
      Number(threshold(call) ?? 0) > 1 && Number(threshold(call) ?? 0) < 2 ** 31 && valueIn(operation, call, 'localParticipantObservationOnly') === true,
    asNothing,
  ],
  [
    'unusual-hint-in-a-short-request',
    'an unusual hint and none of the optional fields',
    (call) =>
      !isPlainHint(call) &&
      ['localParticipantObservationOnly', 'confirmationThreshold', 'observingParticipantUids'].every((name) => isAbsent(call, name)) &&
      isAbsent(call, 'otherConfirmingParticipantUids'),
    asHtml,
  ],
  ['hint-that-is-a-party', 'the id of a party as its hint', (call) => /^[^:]+::1220[0-9a-f]{64}$/.test(text(call, 'partyHint')), asNothing],
  [
    'unknown-name-of-specification-beside-empty-lists',
    'an unknown keySpec and two empty lists',
    (call) =>
      text(call, 'publicKey', 'keySpec') !== '' &&
      !/^SIGNING_KEY_SPEC_EC_/.test(text(call, 'publicKey', 'keySpec')) &&
      (isEmptyList(call, 'otherConfirmingParticipantUids') || isEmptyList(call, 'observingParticipantUids')),
    asHtml,
  ],
  [
    'synchronizer-of-a-word-beside-threshold-one',
    'a synchronizer without a fingerprint and a threshold of 1',
    (call) => text(call, 'synchronizer') !== '' && !text(call, 'synchronizer').includes('::') && threshold(call) === 1,
    asNothing,
  ],
  [
    'blank-participant-of-a-confirming-host',
    'blanks around a participant while the local one confirms',
    (call) =>
      valueIn(operation, call, 'localParticipantObservationOnly') === false && [...confirming(call), ...observing(call)].some((uid) => uid !== uid.trim()),
    asServerText,
  ],
  [
    'synchronizer-among-participants',
    'the identifier of the synchronizer among the participants',
    (call) => [...confirming(call), ...observing(call)].includes(call.ledger.synchronizer),
    closed,
  ],
];

/** Failures of another form for values of generate-topology that have the right type and another meaning. */
export const topologyMeaningFaults: readonly Fault[] = faultsOf(
  operation,
  rows.map(([id, what, isMeant, how]) => ({
    id: `failure-for-${id}-has-other-form`,
    title: `The failure for ${what} has neither of the documented forms.`,
    requirements: ['GT-FAILURE-FORM', 'ERR-CODE'],
    apply: how(isMeant),
  })),
);
