import type { Call } from '../../call.ts';
import { header, numberAt, success, target, textAt, valueAt, when, where, without } from '../../rows/conditions.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { closed } from '../../rows/sending.ts';
import { isArray } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, GT, showing } from '../table.ts';
import { asHtml, asNothing, asOtherJson, asServerText, isCutInAPair } from './wrong-forms.ts';

const uidsAt = (call: Call, pointer: string): string[] => {
  const uids = valueAt(call.input, pointer);
  return isArray(uids) ? uids.filter((each) => typeof each === 'string') : [];
};
const [threshold, hosted] = ['/confirmationThreshold', '/localParticipantObservationOnly'];
const [confirming, observing] = ['/otherConfirmingParticipantUids', '/observingParticipantUids'];
const [synchronizer, format, keySpec, keyData] = ['/synchronizer', '/publicKey/format', '/publicKey/keySpec', '/publicKey/keyData'];

/** Whether some participant of a list, or of either, is like this. */
const some = (isMeant: (uid: string, call: Call) => unknown, ...pointers: string[]): Condition =>
  when((call) => (pointers.length === 0 ? [confirming, observing] : pointers).some((at) => uidsAt(call, at).some((uid) => isMeant(uid, call))));
const isEmpty = (pointer: string): Condition => where(pointer, (list) => isArray(list) && list.length === 0);
const isKnown = (uid: string, { ledger }: Call): boolean => ledger.otherParticipantUids.includes(uid);

const unknown = when((call) => call.operation === GT && ![call.ledger.synchronizer, call.ledger.synchronizerAlias, ''].includes(textAt(call, synchronizer)));
const alias = when((call) => textAt(call, synchronizer) === call.ledger.synchronizerAlias);
const observesOnly = where(hosted, true);
const cutKey = where(keyData, (text) => {
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  return bytes[0] === 0x30 && bytes.length < 44;
});

type Row = readonly [what: string, does: Action, ...under: Condition[]];

/** Requests by a value. */
const byValue: Readonly<Record<string, Row>> = {
  'synchronizer-with-quotation-mark': ['a synchronizer with a quotation mark in its name', asOtherJson, where(synchronizer, /"/)],
  'synchronizer-with-percent-sign': ['a synchronizer whose name a formatter takes for a directive', asServerText, where(synchronizer, /%d/)],
  'threshold-of-two': ['a threshold of 2', asServerText, where(threshold, 2)],
  query: ['a query', asHtml, target(/\?[a-z]+$/), success],
  'both-credentials': ['a valid token in both headers', asHtml, success, header('authorization'), header('sec-websocket-protocol')],
  'format-with-braces': ['a format with braces', asHtml, where(format, /[{}]/)],
  'long-synchronizer': ['a synchronizer of more than 185 characters', asNothing, where(synchronizer, /^.{186}/s)],
  'key-of-another-algorithm': [
    'a key of RSA',
    asNothing,
    when((call) => Buffer.from(textAt(call, keyData), 'base64').includes(Buffer.from('2a864886f70d010101', 'hex'))),
  ],
  'format-with-blanks': ['a format with blanks around', asHtml, where(format, /^\s|\s$/)],
  'key-specification-with-quotation-marks': ['a keySpec with quotation marks', asHtml, where(keySpec, /"/)],
  'nothing-behind-a-name': ['a participant with nothing behind its name', asNothing, some((uid) => uid.endsWith('::'))],
  'wrongly-named-coding': ['a body that is not compressed as it says', asHtml, header('content-encoding'), when(({ body }) => body[0] === 0x7b)],
  'long-key-specification': ['a keySpec of more than 64 characters', asHtml, where(keySpec, /^.{65}/s)],
  'signature-algorithm-as-specification': ['the name of an algorithm in place of a keySpec', closed, where(keySpec, /^SIGNING_ALGORITHM/)],
  'confirmer-in-other-case': [
    'a participant in other letter case',
    asHtml,
    some((uid, call) => !isKnown(uid, call) && call.ledger.otherParticipantUids.some((known) => known.toLowerCase() === uid.toLowerCase()), confirming),
  ],
  'empty-participant': ['an empty string in a list of participants', asServerText, some((uid) => uid === '')],
  'hint-that-is-a-party': ['the id of a party as its hint', asNothing, where('/partyHint', /^[^:]+::1220[0-9a-f]{64}$/)],
  'unknown-name-of-specification-beside-empty-lists': [
    'an unknown keySpec and two empty lists',
    asHtml,
    where(keySpec, /^(?!SIGNING_KEY_SPEC_EC_)[\s\S]/),
    when(({ input }) => [confirming, observing].some((at) => valueAt(input, at)?.length === 0)),
  ],
  'synchronizer-of-a-word-beside-threshold-one': [
    'a synchronizer without a fingerprint and a threshold of 1',
    asNothing,
    where(synchronizer, /^(?!.*::)[\s\S]/s),
    where(threshold, 1),
  ],
  'blank-participant-of-a-confirming-host': [
    'blanks around a participant while the local one confirms',
    asServerText,
    where(hosted, false),
    some((uid) => uid !== uid.trim()),
  ],
  'hint-with-a-lone-surrogate': ['a hint with a lone surrogate', asServerText, where('/partyHint', /\p{Surrogate}/u)],
  'synchronizer-cut-in-half-a-pair': ['a synchronizer whose first 80 units end in half a pair', asNothing, where(synchronizer, isCutInAPair(80))],
  'hint-cut-in-half-a-pair': ['a hint whose first 185 units end in half a pair', asNothing, where('/partyHint', isCutInAPair(185))],
  'synchronizer-of-30000-characters': ['a synchronizer of thousands of characters', closed, where(synchronizer, /^.{20000}/s)],
  'key-of-30000-characters': ['keyData of thousands of characters', closed, where(keyData, /^.{20000}/s)],
  'broken-parts': ['several parts and a body that is no JSON', asHtml, header('content-type', /^multipart/), when(({ input }) => input === undefined)],
  'synchronizer-among-participants': ['the synchronizer among the participants', closed, some((uid, { ledger }) => uid === ledger.synchronizer)],
};

/** Requests by a value beside one value of an optional field, or without it. */
const byOption: Readonly<Record<string, Row>> = {
  'unknown-synchronizer-without-threshold': ['an unknown synchronizer and no threshold', asHtml, unknown, without(threshold)],
  'unknown-synchronizer-beside-two-lists': [
    'an unknown synchronizer and both lists of participants',
    asNothing,
    unknown,
    when((call) => uidsAt(call, confirming).length > 0 && uidsAt(call, observing).length > 0),
  ],
  'unknown-synchronizer-beside-no-key': ['an unknown synchronizer and keyData that is no key', asHtml, unknown, where(keyData, /^(?!M|[\w+/]{40})/)],
  'alias-beside-empty-observers': ['the alias of the synchronizer and an empty list of observers', asServerText, alias, isEmpty(observing)],
  'alias-of-an-observing-host': ['the alias of the synchronizer for a party that the participant only observes', asOtherJson, alias, observesOnly],
  'cut-key-of-an-observing-host': ['a key that is cut short, for a party that the participant only observes', asNothing, cutKey, observesOnly],
  'pem-key-without-lists': ['a key in PEM and no lists of participants', closed, where(keyData, /^-----/), without(confirming, observing)],
  'unknown-format-beside-threshold-zero': [
    'an unknown format and a threshold of 0',
    asServerText,
    where(format, /^(?!CRYPTO_KEY_FORMAT_(DER|RAW))[\s\S]/),
    where(threshold, 0),
  ],
  'observer-without-fingerprint': ['an observing participant without a fingerprint', asNothing, some((uid) => !uid.includes('::'), observing)],
  'foreign-observer-without-threshold': [
    'an unknown observing participant and no threshold',
    asOtherJson,
    some((uid, call) => !isKnown(uid, call), observing),
    without(threshold),
  ],
  'host-in-both-lists-beside-threshold': [
    'a participant in both lists and a threshold',
    asHtml,
    some((uid, call) => uidsAt(call, observing).includes(uid), confirming),
    where(threshold, 1),
  ],
  'high-threshold-without-observers': [
    'a threshold that is too high, and no list of observers',
    asHtml,
    numberAt(threshold, (given) => given > 9),
    without(observing),
  ],
  'high-threshold-of-an-observing-host': [
    'a threshold that is too high, for a party that the participant only observes',
    asNothing,
    numberAt(threshold, (given) => given > 1 && given < 2 ** 31),
    observesOnly,
  ],
  'unusual-hint-in-a-short-request': [
    'an unusual hint and none of the optional fields',
    asHtml,
    when((call) => !/^[A-Za-z0-9]{0,100}$/.test(textAt(call, '/partyHint'))),
    without(hosted, threshold, observing, confirming),
  ],
};

const misformed = (rows: typeof byValue): Fault[] =>
  Object.entries(rows).flatMap(([id, [what, does, ...under]]) =>
    faults(GT, ['GT-FAILURE-FORM', 'ERR-CODE'], under, {
      [`failure-for-${id}-has-other-form`]: [`The failure for ${what} has neither of the documented forms.`, does],
    }),
  );

/** Failures of another form for values of the right type with another meaning. */
export const topologyMeanings = [...showing('value', misformed(byValue)), ...showing('optional-field', misformed(byOption))];
