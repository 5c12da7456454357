import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type Fault, fault, openCondition } from './fault.ts';
import { queryOf } from './query.ts';
import type { RecordingContext } from './recording-context.ts';

const greatestInt32 = 2_147_483_647;

/** A page size that nobody can call odd: a positive int32 in plain digits. */
export function pageSizeOf(value: string): number | undefined {
  const size = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
  return size > 0 && size <= greatestInt32 ? size : undefined;
}

/**
 * What the query leaves open (ruling 16): every page size may be refused (ruling 17), and whether a page token is one
 * that the target gave cannot be known; an empty token is as good as none. Refusals carry the error object.
 */
export function queryFaults(operation: Operation, target: string, context: RecordingContext): Fault[] {
  return queryOf(target).flatMap(([name, value]): Fault[] => {
    if (operation !== 'list-users') return [unknownParameter(operation, name)];
    if (name === context.pageSizeParameter) return [pageSizeFault(value)];
    if (name !== context.pageTokenParameter) return [unknownParameter(operation, name)];
    return value === '' ? [] : [queryFault('odd-page-token', 'a page token')];
  });
}

function pageSizeFault(value: string): Fault {
  const isPlain = pageSizeOf(value) !== undefined;
  return isPlain
    ? queryFault('large-page-size', `a page size of ${value}`)
    : queryFault('odd-page-size', 'a page size that is no positive int32');
}

function queryFault(kind: string, name: string): Fault {
  return fault(claimantOfKind(kind), '', kind, name);
}

/** A parameter that the document does not name may be refused, in the form of any refusal (rulings 13, 14 and 16). */
function unknownParameter(operation: Operation, name: string): Fault {
  const requirement = operation === 'list-users' ? 'LU-OPEN-PARAMETERS' : undefined;
  return openCondition(operation, `a query parameter ${name}`, requirement);
}
