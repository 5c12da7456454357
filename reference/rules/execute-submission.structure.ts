import { arrayRule, optional, required, stringRule } from './field-rules.ts';
import { isObject } from './json-types.ts';
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
  arrayRule('empty', parties, 'is empty; give the signatures of the submitting party', isNotEmpty),
  ...optional(`${parties}/*`, 'object'),
  ...required(`${parties}/*/party`, 'string'),
  ...required(signatures, 'array'),
  arrayRule('empty', signatures, 'is empty; give at least one signature of the party', isNotEmpty),
  ...optional(`${signatures}/*`, 'object'),
  ...required(`${signatures}/*/format`, 'string'),
  ...required(`${signatures}/*/signature`, 'string'),
  ...required(`${signatures}/*/signedBy`, 'string'),
  ...required(`${signatures}/*/signingAlgorithmSpec`, 'string'),
  arrayRule('several parties', parties, 'names several parties; only single-party works', nameOneParty),
  ...required('/submissionId', 'string'),
  stringRule('empty', '/submissionId', 'is empty; give a random UUID', (id) => id !== ''),
  stringRule('too long', '/submissionId', 'is longer than 255 characters', (id) => id.length <= 255),
  stringRule('alphabet', '/submissionId', 'must be a LedgerString', (id) => ledgerString.test(id)),
  ...required('/hashingSchemeVersion', 'string'),
  stringRule(
    'unknown',
    '/hashingSchemeVersion',
    `must be one of ${hashingSchemeVersions.join(', ')}`,
    (name) => hashingSchemeVersions.includes(name),
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
