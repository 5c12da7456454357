import type { Call } from '../../call.ts';
import { answered } from '../../rows/answers.ts';
import { apiKey, firstOnConnection, header, valueAt, when } from '../../rows/conditions.ts';
import type { Condition } from '../../rows/engine.ts';
import { reject } from '../../rows/requests.ts';
import { closed } from '../../rows/sending.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, faults, GT, showing } from '../table.ts';

const kib = 1_024;
const html = answered(413, 'text/html', '<!doctype html><title>413 Content Too Large</title>');
const tooMany = (code: number) => answered(code, 'text/plain', 'too many');
const nothing = answered(500, undefined);
const chunked = header('transfer-encoding');

const longerThan = (bytes: number): Condition => when(({ body }) => body.length > bytes);
const moreUids = (most: number): Condition =>
  when(({ input }) => ['/otherConfirmingParticipantUids', '/observingParticipantUids'].some((at) => valueAt(input, at)?.length > most));
const moreSignatures = (most: number): Condition =>
  when(({ input }) => {
    const parties = valueAt(input, '/partySignatures/signatures');
    return Array.isArray(parties) && parties.some((entry: Json) => Array.isArray(entry?.signatures) && entry.signatures.length > most);
  });

/** Servers for which an ordinary size is too much (ruling 35), or whose rejection of it has another form. */
export const ordinarySizes: readonly Fault[] = showing('value', [
  ...faults(GT, 'GT-SUCCESS', {
    'refuses-bodies-above-16-kib': ['A valid body above 16 KiB is rejected.', reject(), longerThan(16 * kib)],
    'refuses-bodies-above-32-kib': ['A valid body above 32 KiB is rejected.', reject(), longerThan(32 * kib)],
  }),
  ...faults(GT, 'GT-FAILURE-FORM', {
    'more-than-twenty-uids-get-html': ['More than twenty participants in a list are answered 413 with HTML.', html, moreUids(20)],
    'more-than-fifty-uids-get-500-without-object': ['More than fifty participants in a list are answered 500 without a body.', nothing, moreUids(50)],
    'more-than-fifty-uids-get-text-413': ['More than fifty participants in a list are answered 413 with a text.', tooMany(413), moreUids(50)],
  }),
  ...faults(EX, 'EX-SUCCESS', {
    'refuses-bodies-above-16-kib': ['A valid submission above 16 KiB is rejected.', reject(), longerThan(16 * kib)],
    'refuses-bodies-above-32-kib': ['A valid submission above 32 KiB is rejected.', reject(), longerThan(32 * kib)],
  }),
  ...faults(EX, ['EX-SUCCESS', 'AUTH-APIKEY'], {
    'refuses-bodies-above-8-kib-under-the-api-key': ['A valid submission above 8 KiB with the API key is rejected.', reject(), [apiKey, longerThan(8 * kib)]],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', {
    'hundred-signatures-get-500-without-object': ['A hundred signatures of a party are answered 500 without a body.', nothing, moreSignatures(99)],
    'more-than-fifty-signatures-get-text': ['More than fifty signatures of a party are answered 400 with a text.', tooMany(400), moreSignatures(50)],
    'more-than-fifty-signatures-close-connection': ['More than fifty signatures close the connection without an answer.', closed, moreSignatures(50)],
  }),
]);

const unknownMember = (longest: number): Condition =>
  when(({ body }: Call) => {
    const found = /"(?!synchronizer|keyData|preparedTransaction|partyHint)\w+":"([^"]*)"/g;
    return [...body.toString('latin1').matchAll(found)].some(([, value = '']) => value.length > longest);
  });

/** Buffers of a fixed size that ordinary bodies do not fit, alone or with how they are sent (rulings 35 and 39). */
export const bufferSizes: readonly Fault[] = showing('value', [
  ...faults(GT, 'GT-SUCCESS', {
    'body-of-whole-pages-is-refused': [
      'A body whose length is a multiple of 4,096 bytes is rejected.',
      reject(),
      when(({ body }) => body.length > 0 && body.length % (4 * kib) === 0),
    ],
    'body-of-2-kib-is-refused': ['A body of exactly 2 KiB is rejected.', reject(), when(({ body }) => body.length === 2 * kib)],
    'chunked-body-above-16-kib-is-refused': ['A chunked body above 16 KiB is rejected.', reject(), [chunked, longerThan(16 * kib)]],
    'first-body-above-8-kib-is-refused': [
      'A body above 8 KiB in the first request of a connection is rejected.',
      reject(),
      [firstOnConnection, longerThan(8 * kib)],
    ],
  }),
  ...faults(GT, 'GT-FAILURE-FORM', {
    'long-unknown-member-gets-html': [
      'An unknown member of more than 8 KiB is answered 413 with HTML.',
      answered(413, 'text/html', '<h1>Content Too Large</h1>'),
      unknownMember(8 * kib),
    ],
  }),
  ...faults(EX, 'EX-SUCCESS', {
    'chunked-body-above-16-kib-is-refused': ['A chunked body above 16 KiB is rejected.', reject(), [chunked, longerThan(16 * kib)]],
    'body-between-8-and-16-kib-is-refused': [
      'A body between 8 and 16 KiB is rejected.',
      reject(),
      when(({ body }) => body.length >= 8 * kib && body.length < 16 * kib),
    ],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', {
    'long-unknown-member-gets-500-without-object': ['An unknown member of over 32,000 characters gets 500 without a body.', nothing, unknownMember(32_000)],
  }),
]);
