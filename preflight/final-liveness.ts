import { randomUUID } from 'node:crypto';
import { listingOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import type { Access } from '../session/open-session.ts';
import { plainRequest } from '../session/plain-request.ts';
import { readExecuteBodies } from '../settings/execute-bodies.ts';
import { UsageError } from '../settings/usage-error.ts';
import { present } from '../wire/credential.ts';
import type { Exchange } from '../wire/exchange.ts';

/** A target that restarts gets so long before it counts as gone. */
const pauseMs = 500;

/**
 * Asks a target once more on every operation when everything else is done, and gives the exchanges where none brings an
 * answer: what got none in the run was then no matter of one operation, as nothing answers anywhere (ruling 26). Empty
 * where something answers, or where nothing can be asked.
 * @param open opens the access that this closes again
 */
export async function askWhetherGone(open: () => Access): Promise<readonly Exchange[]> {
  let access: Access | undefined;
  try {
    access = open();
    return await ask(access);
  } catch (error) {
    // A token that cannot be had any more, or a file that is gone, must not take the run's results with it.
    if (error instanceof UsageError) return [];
    throw error;
  } finally {
    await access?.wire.close();
  }
}

async function ask({ target, wire, tokens }: Access): Promise<readonly Exchange[]> {
  const credential = present('bearer', await tokens.current());
  const executeBody = readExecuteBodies(target.executeRequestFile)[0];
  const askOne = (operation: Operation, attempt: number): Promise<Exchange> => {
    const request = plainRequest(operation, target.synchronizer ?? null, randomUUID(), executeBody);
    const id = `final-liveness@${operation}/${attempt}`;
    return wire.send(id, operation, { ...request, connection: 'fresh' }, credential);
  };
  // The listing changes nothing and costs the least: where it is answered, nothing else is asked.
  const listing = await askOne(listingOperation, 1);
  if (listing.answer !== undefined) return [];
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const exchanges = await Promise.all(operationStems.map((operation) => askOne(operation, 2)));
  return exchanges.some(({ answer }) => answer !== undefined) ? [] : [listing, ...exchanges];
}
