import { changeStage } from '../../faults/change-stage.ts';
import type { Operation } from '../../operation.ts';
import { readPageToken } from '../../page-token.ts';
import { isObject } from '../../rules/json-types.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { dropRules, type RequestBody, refuseToo, takeAs } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';
const list: Operation = 'list-users';

const uidFields = ['otherConfirmingParticipantUids', 'observingParticipantUids'] as const;

/** The body with other participants; undefined if they stay the same. */
function withUids(body: RequestBody, read: (uids: readonly unknown[]) => readonly unknown[]): RequestBody | undefined {
  const lists = uidFields.flatMap((field) => {
    const uids = body[field];
    return Array.isArray(uids) ? [[field, read(uids)] as const] : [];
  });
  const changed = { ...body, ...Object.fromEntries(lists) };
  return JSON.stringify(changed) === JSON.stringify(body) ? undefined : changed;
}

/** The body with the names of format and specification read in another way; undefined if they stay the same. */
function withNames(body: RequestBody, read: (name: string, field: string) => string): RequestBody | undefined {
  const { publicKey } = body;
  if (!isObject(publicKey)) return undefined;
  const names = ['format', 'keySpec'].flatMap((field) => {
    const name = publicKey[field];
    return typeof name === 'string' ? [[field, read(name, field)] as const] : [];
  });
  const changed = { ...publicKey, ...Object.fromEntries(names) };
  return JSON.stringify(changed) === JSON.stringify(publicKey) ? undefined : { ...body, publicKey: changed };
}

const prefixes: Readonly<Record<string, string>> = {
  format: 'CRYPTO_KEY_FORMAT_',
  keySpec: 'SIGNING_KEY_SPEC_',
};

/** A server that reads the query in another way; `read` gets the values by name. */
function queryAs(read: (query: Readonly<Record<string, readonly string[]>>) => Readonly<Record<string, readonly string[]>>): VariantRow['apply'] {
  return changeStage('decodeQuery', (decode, { fire }) => (call) => {
    const decoded = decode(call);
    if (call.operation !== list || 'refusal' in decoded) return decoded;
    const query = decoded.value as Readonly<Record<string, readonly string[]>>;
    const value = read(query);
    if (JSON.stringify(value) === JSON.stringify(query)) return decoded;
    fire();
    return { value };
  });
}

/** Values that mean nothing to the reference server and something to another one, or are rejected in another form. */
export const meaningVariants = [
  ...variantsOf([generate], readings.targetState, {
    'takes-participants-in-any-case': {
      title: 'The letter case of participant uids is ignored.',
      apply: takeAs(generate, (body, { ledger }) =>
        withUids(body, (uids) =>
          uids.map((uid) => {
            const isKnown = (known: string): boolean => typeof uid === 'string' && known.toLowerCase() === uid.toLowerCase();
            return ledger.otherParticipantUids.find(isKnown) ?? uid;
          }),
        ),
      ),
    },
    'takes-participants-once': {
      title: 'A participant that is named more than once counts once, as confirming.',
      apply: takeAs(generate, (body) => {
        const { otherConfirmingParticipantUids: confirming } = body;
        const known = Array.isArray(confirming) ? confirming : [];
        return withUids(body, (uids) => (uids === confirming ? [...new Set(uids)] : [...new Set(uids)].filter((uid) => !known.includes(uid))));
      }),
    },
    'takes-blanks-around-participants': {
      title: 'Blanks around participant uids are ignored.',
      apply: takeAs(generate, (body) => withUids(body, (uids) => uids.map((uid) => (typeof uid === 'string' ? uid.trim() : uid)))),
    },
    'refuses-unknown-participants-in-text': {
      title: 'A participant uid that the ledger does not know is an invalid value.',
      apply: refuseToo(generate, 'text', 'A participant is unknown.', ({ ledger }, body) =>
        uidFields.flatMap((field) => body[field] ?? []).some((uid) => typeof uid === 'string' && !ledger.otherParticipantUids.includes(uid)),
      ),
    },
    'refuses-high-thresholds-in-text': {
      title: 'A threshold above 2 is an invalid value.',
      apply: refuseToo(generate, 'text', 'The threshold is too high.', (_call, { confirmationThreshold }) => Number(confirmationThreshold ?? 0) > 2),
    },
    'takes-names-of-keys-in-any-case': {
      title: 'The letter case of format and keySpec is ignored.',
      quote: readings.keySpecOpen,
      apply: takeAs(generate, (body) => withNames(body, (name) => name.toUpperCase())),
    },
    'takes-short-names-of-keys': {
      title: 'Format and keySpec may lack their prefixes.',
      quote: readings.keySpecOpen,
      apply: takeAs(generate, (body) =>
        withNames(body, (name, field) => {
          const prefix = prefixes[field] ?? '';
          return /^(DER_X509|EC_)/.test(name) ? `${prefix}${name}` : name;
        }),
      ),
    },
  }),
  ...variantsOf([execute], readings.observedExecute, {
    'takes-any-user': {
      title: 'The userId of a submission is not compared with the token.',
      quote: readings.asynchronous,
      apply: dropRules(execute, 'foreign /userId'),
    },
    'refuses-unusual-users': {
      title: 'A userId other than 1 to 128 letters, digits, - and _ is unknown.',
      apply: refuseToo(
        execute,
        'error-object',
        { cause: 'The user is unknown.', code: 'UNKNOWN_RESOURCE' },
        (_call, { userId }) => userId !== undefined && !/^[\w-]{1,128}$/.test(String(userId)),
      ),
    },
  }),
  ...variantsOf([list], readings.badQuery, {
    'takes-parameters-in-any-case': {
      title: 'The letter case of query parameters is ignored.',
      quote: readings.parameterNames,
      apply: queryAs((query) =>
        Object.fromEntries(
          Object.entries(query).map(([name, values]) => {
            const known = ['pageSize', 'pageToken'].find((each) => each.toLowerCase() === name.toLowerCase());
            return [known ?? name, values];
          }),
        ),
      ),
    },
    'reads-numbers-of-javascript-as-size': {
      title: 'A page size may have a sign, an exponent or blanks around, or be hexadecimal.',
      apply: queryAs(({ pageSize, ...query }) => {
        const size = pageSize?.map((text) => {
          const number = Number(text);
          return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? String(number) : text;
        });
        return size === undefined ? query : { ...query, pageSize: size };
      }),
    },
    'starts-anew-at-unknown-tokens': {
      title: 'A page token that was never issued starts from the beginning.',
      apply: queryAs(({ pageToken, ...query }) => {
        const isUnknown = pageToken?.some((token) => token !== '' && readPageToken(token) === undefined);
        return pageToken === undefined || isUnknown ? query : { ...query, pageToken };
      }),
    },
  }),
];
