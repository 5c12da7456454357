import { isObject } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { isSuccess, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

const options: readonly FaultRow[] = [
  {
    id: 'threshold-of-one-resets-connection',
    title: 'A valid request with a confirmationThreshold of 1 resets the connection.',
    requirements: ['GT-SUCCESS', 'GT-REQ-THRESHOLD-TYPE'],
    apply: spoilDelivery(({ input }, answer) => isObject(input) && input.confirmationThreshold === 1 && isSuccess(answer), ways.resetWithoutAnswer),
  },
  {
    id: 'observing-participants-are-never-answered',
    title: 'A valid request with observing participants is never answered.',
    requirements: ['GT-REQ-OBSERVING', 'GT-SUCCESS'],
    apply: spoilDelivery(
      ({ input }, answer) => isObject(input) && Array.isArray(input.observingParticipantUids) && input.observingParticipantUids.length > 0 && isSuccess(answer),
      ways.neverAnswered,
    ),
  },
  {
    id: 'confirming-participants-stop-in-the-middle',
    title: 'The answer to a valid request with other confirming participants stops in the middle.',
    requirements: ['GT-REQ-OTHERCONFIRMING', 'GT-SUCCESS'],
    apply: spoilDelivery(
      ({ input }, answer) =>
        isObject(input) && Array.isArray(input.otherConfirmingParticipantUids) && input.otherConfirmingParticipantUids.length > 0 && isSuccess(answer),
      ways.stopped,
    ),
  },
];

const pages: readonly FaultRow[] = [
  {
    id: 'page-size-of-two-resets-connection',
    title: 'A listing with a page size of 2 resets the connection.',
    requirements: ['LU-PAGE-SIZE', 'LU-SUCCESS', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES'],
    apply: spoilDelivery(({ target }) => /pageSize=2(&|$)/.test(target), ways.resetWithoutAnswer),
  },
  {
    id: 'page-size-of-100-is-cut',
    title: 'A listing with a page size of 100 is cut in the middle.',
    requirements: ['LU-PAGE-SIZE', 'LU-SUCCESS', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES'],
    apply: spoilDelivery(({ target }, answer) => /pageSize=100(&|$)/.test(target) && isSuccess(answer), ways.cutInTheMiddle),
  },
];

/** Valid requests with one option that get no whole response, while others do (ruling 26). */
export const spoiledOptionFaults: readonly Fault[] = [...faultsOf('generate-topology', options), ...faultsOf('list-users', pages)];
