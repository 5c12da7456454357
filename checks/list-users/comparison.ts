import type { Sink } from '../../journal/judgement.ts';
import { isPage } from '../../session/answers-as-itself.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';
import type { Comparison } from '../answers/comparison.ts';

const requirement = 'LU-PAGE-SIZE';
const operation = 'list-users';

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
    const parameter = facts?.pageSizeParameter;
    const bySize = new Map<string, AskedSize[]>();
    for (const asked of all) {
      if (asked.parameter !== parameter) continue;
      const others = bySize.get(asked.size);
      if (others === undefined) bySize.set(asked.size, [asked]);
      else others.push(asked);
    }
    for (const [size, asked] of bySize) judgeSize(sink, size, asked);
  },
};

function judgeSize(sink: Sink, size: string, asked: readonly AskedSize[]): void {
  const taken = asked.find(({ isTaken }) => isTaken);
  const refused = asked.filter(({ isTaken }) => !isTaken);
  const [first] = refused;
  if (taken === undefined || first === undefined) return;
  sink.judged(requirement, refused.length);
  sink.finding({
    requirement,
    operation,
    kind: 'page-size-not-kept',
    parameters: { size, refused: refused.length, asked: asked.length },
    actual: `status ${first.status}`,
    exchanges: [...refused.slice(0, 5).map(({ exchange }) => exchange), taken.exchange],
  });
}

function askedSize({ id, request, answer }: Exchange): AskedSize | undefined {
  const [, parameter, size] = /^[^?]*\?([A-Za-z_.-]{1,64})=(\d{1,9})$/.exec(request.target) ?? [];
  if (answer === undefined || parameter === undefined || size === undefined) return undefined;
  const isTaken = wasAccepted(answer);
  // A page of HTML says nothing about sizes: its form is judged.
  if (!isTaken && (!rejections.includes(answer.status) || isPage(answer))) return undefined;
  return { exchange: id, parameter, size, status: answer.status, isTaken };
}
