import type { Exchange } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';
import { isPage } from '../answers/answers-as-itself.ts';
import type { Comparison } from '../judge.ts';
import { type Asked, judgeKeptSize } from './judge-sizes.ts';

const requirement = 'LU-PAGE-SIZE';

/** Statuses by which a server rejects a value; others may be about the connection, the credential or the time. */
const rejections: readonly number[] = [400, 404, 409, 422];

/** What became of a request for a first page with a size and nothing else. */
interface AskedSize {
  readonly exchange: string;
  /** The name and value of the parameter. */
  readonly parameter: string;
  readonly size: string;
  readonly status: number;
  readonly isTaken: boolean;
}

/** A size that is accepted once stays accepted, whichever case asks for it (ruling 37). */
export const comparison: Comparison<AskedSize> = {
  requirements: [requirement],
  ofValidAlone: true,
  read: askedSize,
  compare(sink, all, facts) {
    const bySize = new Map<string, Asked>();
    for (const { exchange, parameter, size, status, isTaken } of all) {
      if (parameter !== facts?.pageSizeParameter) continue;
      const asked = bySize.get(size) ?? { taken: [], refused: [] };
      bySize.set(size, asked);
      if (isTaken) asked.taken.push(exchange);
      else asked.refused.push({ exchange, status });
    }
    for (const [size, asked] of bySize) judgeKeptSize(sink, size, asked);
  },
};

function askedSize({ id, request, answer }: Exchange): AskedSize | undefined {
  const [, parameter, size] = /^[^?]*\?([A-Za-z_.-]{1,64})=(\d{1,9})$/.exec(request.target) ?? [];
  if (answer === undefined || parameter === undefined || size === undefined) return undefined;
  const isTaken = wasAccepted(answer);
  // A page of HTML says nothing about sizes: its form is judged.
  if (!isTaken && (!rejections.includes(answer.status) || isPage(answer))) return undefined;
  return { exchange: id, parameter, size, status: answer.status, isTaken };
}
