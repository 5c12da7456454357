import { each, optional, required, where } from './field-rules.ts';
import { isArray, isObject, isString } from './json-types.ts';
import { oneOfRules } from './one-of-rules.ts';
import type { Rule } from './rule.ts';

const hashingSchemeVersions = [
  'HASHING_SCHEME_VERSION_UNSPECIFIED',
  'HASHING_SCHEME_VERSION_V2',
  'HASHING_SCHEME_VERSION_V3',
];
const ledgerString = /^[A-Za-z0-9._:\-#/ ]*$/;
const parties = '/partySignatures/signatures';
const signatures = `${parties}/*/signatures`;

/** The structure of an execute body (interface.md, Execute-submission request; ruling 14). */
export const executeSubmissionStructure: readonly Rule[] = [
  ...optional('', 'object'),
  ...required('/preparedTransaction', 'string'),
  ...required('/partySignatures', 'object'),
  ...required(parties, 'array'),
  where('empty', parties, each(isArray, isNotEmpty), 'is empty; give the signatures of the submitting party'),
  ...optional(`${parties}/*`, 'object'),
  ...required(`${parties}/*/party`, 'string'),
  ...required(signatures, 'array'),
  where('empty', signatures, each(isArray, isNotEmpty), 'is empty; give at least one signature of the party'),
  ...optional(`${signatures}/*`, 'object'),
  ...required(`${signatures}/*/format`, 'string'),
  ...required(`${signatures}/*/signature`, 'string'),
  ...required(`${signatures}/*/signedBy`, 'string'),
  ...required(`${signatures}/*/signingAlgorithmSpec`, 'string'),
  where(
    'several parties',
    parties,
    each(isArray, nameOneParty),
    'names several parties; only single-party works',
  ),
  ...required('/submissionId', 'string'),
  where(
    'empty',
    '/submissionId',
    each(isString, (id) => id !== ''),
    'is empty; give a random UUID',
  ),
  where(
    'too long',
    '/submissionId',
    each(isString, (id) => id.length <= 255),
    'is longer than 255 characters',
  ),
  where(
    'alphabet',
    '/submissionId',
    each(isString, (id) => ledgerString.test(id)),
    'must be a LedgerString',
  ),
  ...required('/hashingSchemeVersion', 'string'),
  where(
    'unknown',
    '/hashingSchemeVersion',
    each(isString, (name) => hashingSchemeVersions.includes(name)),
    `must be one of ${hashingSchemeVersions.join(', ')}`,
  ),
  ...optional('/userId', 'string'),
  ...optional('/minLedgerTime', 'object'),
  ...oneOfRules('/minLedgerTime/time', {
    Empty: 'empty',
    MinLedgerTimeAbs: 'string',
    MinLedgerTimeRel: 'duration',
  }),
  ...oneOfRules('/deduplicationPeriod', {
    Empty: 'empty',
    DeduplicationDuration: 'duration',
    DeduplicationOffset: 'integer',
  }),
];

function isNotEmpty(list: readonly unknown[]): boolean {
  return list.length > 0;
}

/** "Currently only single-party submissions are supported"; the same party may occur twice. */
function nameOneParty(list: readonly unknown[]): boolean {
  return new Set(list.map((entry) => (isObject(entry) ? entry.party : undefined))).size <= 1;
}
