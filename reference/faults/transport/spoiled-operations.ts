import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { isSuccess, type Spoil, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

const requirementsOf = {
  'generate-topology': { success: 'GT-SUCCESS', media: 'GT-RES-MEDIA' },
  'execute-submission': { success: 'EX-SUCCESS', media: 'EX-RES-MEDIA' },
  'list-users': { success: 'LU-SUCCESS', media: 'LU-RES-MEDIA' },
} as const;

type Way = readonly [id: string, what: string, broken: 'success' | 'media', spoil: Spoil, on: readonly (keyof typeof requirementsOf)[]];

const generate = 'generate-topology';
const execute = 'execute-submission';
const list = 'list-users';

const table: readonly Way[] = [
  ['is-cut', 'is cut in the middle', 'success', ways.cutInTheMiddle, [generate, list]],
  ['is-cut-between-chunks', 'ends without its last chunk', 'success', ways.cutBetweenChunks, [execute]],
  ['never-comes', 'never comes', 'success', ways.neverAnswered, [execute]],
  ['has-no-body', 'has headers, and its body never comes', 'success', ways.headersAlone, [generate]],
  ['is-a-closed-connection', 'is a closed connection', 'success', ways.closedWithoutAnswer, [generate, execute]],
  ['stops-in-the-middle', 'stops in the middle, and its connection stays open', 'success', ways.stopped, [execute]],
  ['is-cut-above-a-mebibyte', 'is cut above a mebibyte', 'success', ways.cutAboveMebibyte, [list]],
  ['is-shorter-than-it-says', 'is shorter than its Content-Length', 'success', ways.lengthTooLarge, [generate, list]],
  ['is-a-reset-connection', 'is a reset connection', 'success', ways.resetWithoutAnswer, [list]],
  ['stops-in-its-status-line', 'stops in its status line, and its connection stays open', 'success', ways.stoppedInStatusLine, [generate]],
  ['is-called-gzip', 'declares gzip but is not compressed', 'success', ways.calledGzip, [generate, execute, list]],
  ['is-cut-gzip', 'is gzip without its end', 'success', ways.cutGzip, [generate]],
  ['is-broken-gzip', 'is gzip with a wrong checksum', 'success', ways.brokenGzip, [list]],
  ['lacks-last-byte', 'lacks its last byte, and its Content-Length agrees', 'media', ways.lastByteMissing, [generate, execute, list]],
  ['is-longer-than-it-says', 'is longer than its Content-Length', 'media', ways.lengthTooSmall, [execute]],
  ['is-no-http', 'is not HTTP', 'success', ways.noHttp, [execute]],
  ['is-no-utf-8', 'is not valid UTF-8', 'media', ways.invalidUtf8, [generate, execute, list]],
  ['is-utf-16', 'is UTF-16', 'media', ways.utf16, [generate, list]],
  ['has-comma-behind', 'has a trailing comma after its JSON', 'media', ways.commaBehind, [list]],
];

/** Successes of one operation that cannot be read, while the other operations respond (rulings 2 and 26). */
export const spoiledOperationFaults: readonly Fault[] = table.flatMap(([id, what, broken, spoil, on]) =>
  on.flatMap((operation) => {
    const { success, media } = requirementsOf[operation];
    return faultsOf(operation, [
      {
        id: `success-${id}`,
        title: `A success of ${operation} ${what}.`,
        requirements: broken === 'media' ? [media, success] : [success],
        apply: spoilDelivery((call, answer) => call.operation === operation && isSuccess(answer), spoil),
      },
    ]);
  }),
);
