import type { Call } from '../../call.ts';
import { readPageToken } from '../../page-token.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { asHtml, asNothing, asOtherJson, asServerText, asText, closed, type WrongForm } from './wrong-forms.ts';

const operation = 'list-users';

/** The parameters of a listing; those of a client that encodes nothing wrong. */
function queryOf({ operation: of, target }: Call): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(of === operation && start !== -1 ? target.slice(start + 1) : '');
}

const size = (call: Call): string | null => queryOf(call).get('pageSize');
const token = (call: Call): string | null => queryOf(call).get('pageToken');
const isOddSize = (call: Call): boolean => size(call) !== null && !/^[0-9]{1,9}$/.test(size(call) ?? '');
const isOddToken = (call: Call): boolean => {
  const given = token(call);
  return given !== null && given !== '' && readPageToken(given) === undefined;
};
const isTokenFirst = ({ target }: Call): boolean => /[?&]pageToken=[^&]*&.*pageSize=/.test(target);
const unknownOf = (call: Call): string[] => [...queryOf(call).keys()].filter((name) => !['pageSize', 'pageToken'].includes(name));

type Row = readonly [id: string, what: string, isMeant: (call: Call) => boolean, how: WrongForm];

/** Failures of another form for a value of the query, alone or beside the other parameter. */
const rows: readonly Row[] = [
  ['token-of-64-bits', 'the greatest number of 64 bits as its page token', (call) => token(call) === '18446744073709551615', asHtml],
  ['odd-size-beside-empty-token', 'a page size that is no number, beside an empty page token', (call) => isOddSize(call) && token(call) === '', asText],
  ['odd-size-behind-token', 'a page size that is no number, behind the page token', (call) => isOddSize(call) && isTokenFirst(call), asHtml],
  ['odd-size-under-api-key', 'a page size that is no number, under the API key', (call) => isOddSize(call) && schemeOf(call) === 'api-key', asNothing],
  ['odd-token-beside-size', 'a page token that was never issued, beside a page size', (call) => isOddToken(call) && size(call) !== null, asHtml],
  ['odd-token-in-front-of-size', 'a page token that was never issued, in front of a page size', (call) => isOddToken(call) && isTokenFirst(call), asServerText],
  ['odd-token-under-api-key', 'a page token that was never issued, under the API key', (call) => isOddToken(call) && schemeOf(call) === 'api-key', asOtherJson],
  [
    'token-in-other-case',
    'a page token in other letter case',
    (call) => {
      const given = token(call) ?? '';
      const swapped = given.replace(/[a-z]|([A-Z])/g, (letter, upper) => (upper === undefined ? letter.toUpperCase() : letter.toLowerCase()));
      return isOddToken(call) && readPageToken(swapped) !== undefined;
    },
    closed,
  ],
  ['token-as-size', 'a page token in place of a page size', (call) => readPageToken(size(call) ?? '') !== undefined, asNothing],
  ['unknown-parameter', 'an unknown parameter', (call) => unknownOf(call).length > 0, asText],
  [
    'parameter-in-other-case',
    'a parameter whose name has other letter case',
    (call) => unknownOf(call).some((name) => ['pagesize', 'pagetoken'].includes(name.toLowerCase())),
    asHtml,
  ],
  ['parameter-in-brackets', 'a parameter with brackets behind its name', (call) => unknownOf(call).some((name) => name.includes('[')), asNothing],
  ['unknown-parameter-beside-token', 'an unknown parameter beside a page token', (call) => unknownOf(call).length > 0 && (token(call) ?? '') !== '', asNothing],
  [
    'cut-token-without-size',
    'half a page token and no page size',
    (call) => isOddToken(call) && size(call) === null && (token(call) ?? '').length > 8,
    asServerText,
  ],
  [
    'size-with-sign-under-api-key',
    'a page size with a sign, under the API key',
    (call) => /^[+-]\d/.test(size(call) ?? '') && schemeOf(call) === 'api-key',
    asHtml,
  ],
];

/** Failures of another form for values in the query of a listing that mean nothing. */
export const queryMeaningFaults: readonly Fault[] = faultsOf(
  operation,
  rows.map(([id, what, isMeant, how]) => ({
    id: `failure-for-${id}-has-no-object`,
    title: `The failure of a listing with ${what} has no error object.`,
    requirements: ['LU-FAILURE-FORM', 'ERR-CODE'],
    apply: how(isMeant),
  })),
);
