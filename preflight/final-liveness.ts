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

/** How long to wait for a target that restarts before it counts as gone. */
const pauseMs = 500;

/**
 * After the run, sends one more request per operation and returns the exchanges if none is answered: the target as a
 * whole is then gone, so unanswered requests were not specific to one operation (ruling 26). Empty if anything is
 * answered, or if no request can be sent.
 * @param open opens the connections; they are closed before this returns
 */
export async function askWhetherGone(open: () => Access): Promise<readonly Exchange[]> {
  let access: Access | undefined;
  try {
    access = open();
    return await ask(access);
  } catch (error) {
    // A token or file that is no longer available must not cost the run its results.
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
  // Listing is the cheapest request and changes nothing; if it is answered, nothing else is sent.
  const listing = await askOne(listingOperation, 1);
  if (listing.answer !== undefined) return [];
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const exchanges = await Promise.all(operationStems.map((operation) => askOne(operation, 2)));
  return exchanges.some(({ answer }) => answer !== undefined) ? [] : [listing, ...exchanges];
}
