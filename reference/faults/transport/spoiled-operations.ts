import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { isSuccess, type Spoil, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

interface BrokenRequirements {
  readonly noAnswer: string;
  readonly media: string;
  readonly quote: string;
}

const blames = {
  'generate-topology': { noAnswer: 'GT-SUCCESS', media: 'GT-RES-MEDIA', quote: quotes.generateSuccess },
  'execute-submission': { noAnswer: 'EX-SUCCESS', media: 'EX-RES-MEDIA', quote: quotes.executeSuccess },
  'list-users': { noAnswer: 'LU-SUCCESS', media: 'LU-RES-MEDIA', quote: quotes.listSuccess },
} satisfies Readonly<Partial<Record<Operation, BrokenRequirements>>>;

type Way = readonly [
  id: string,
  what: string,
  blame: 'noAnswer' | 'media',
  spoil: Spoil,
  on: readonly (keyof typeof blames)[],
];

const generate = 'generate-topology';
const execute = 'execute-submission';
const list = 'list-users';

const table: readonly Way[] = [
  ['is-cut', 'is cut in the middle', 'noAnswer', ways.cutInTheMiddle, [generate, list]],
  ['is-cut-between-chunks', 'ends without its last chunk', 'noAnswer', ways.cutBetweenChunks, [execute]],
  ['never-comes', 'never comes', 'noAnswer', ways.neverAnswered, [execute]],
  ['has-no-body', 'has headers, and its body never comes', 'noAnswer', ways.headersAlone, [generate]],
  [
    'is-a-closed-connection',
    'is a closed connection',
    'noAnswer',
    ways.closedWithoutAnswer,
    [generate, execute],
  ],
  ['never-ends', 'never ends', 'noAnswer', ways.endless, [execute]],
  ['is-called-gzip', 'is called gzip and is not', 'noAnswer', ways.calledGzip, [generate, execute, list]],
  ['is-cut-gzip', 'is gzip without its end', 'noAnswer', ways.cutGzip, [generate]],
  ['is-broken-gzip', 'is gzip with a wrong checksum', 'noAnswer', ways.brokenGzip, [list]],
  [
    'lacks-last-byte',
    'lacks its last byte, and its Content-Length agrees',
    'media',
    ways.lastByteMissing,
    [generate, execute, list],
  ],
  ['is-longer-than-it-says', 'is longer than its Content-Length', 'media', ways.lengthTooSmall, [execute]],
  ['is-no-http', 'is not HTTP', 'noAnswer', ways.noHttp, [execute]],
  ['is-no-utf-8', 'is not valid UTF-8', 'media', ways.invalidUtf8, [generate, execute, list]],
  ['is-utf-16', 'is UTF-16', 'media', ways.utf16, [generate, list]],
  ['has-comma-behind', 'has a trailing comma after its JSON', 'media', ways.commaBehind, [list]],
];

/** Successes of one operation that cannot be read, while the other operations respond (rulings 2 and 26). */
export const spoiledOperationFaults: readonly Fault[] = table.flatMap(([id, what, blame, spoil, on]) =>
  on.map((operation): Fault => {
    const { noAnswer, media, quote } = blames[operation];
    return {
      id: `${operation}-success-${id}`,
      title: `A success of ${operation} ${what}.`,
      operations: [operation],
      requirements: blame === 'media' ? [media, noAnswer] : [noAnswer],
      quote,
      when: 'always',
      apply: spoilDelivery((call, answer) => call.operation === operation && isSuccess(answer), spoil),
    };
  }),
);
