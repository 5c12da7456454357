import type { Conductor } from '../../harness/conductor.ts';
import type { Facts, Wrong } from '../../harness/record.ts';
import type { OperationRequest } from '../../harness/wire.ts';
import { sharedTwin } from './shared-twin.ts';

/** A request with one fault; everything else in it is valid. */
export interface Faulty {
  readonly name: string;
  readonly wrong: Exclude<Wrong, 'valid'>;
  readonly request: OperationRequest;
}

/** A valid request, the requests that differ from it by one fault each, and what judges need to know of it. */
export interface Base {
  readonly valid: OperationRequest;
  readonly faulty: readonly Faulty[];
  readonly facts?: Facts;
}

/**
 * Sends every faulty request of each base, each base's valid twin once, in the same check and on the same body
 * (ruling 25). `base` gives the base of round `index`.
 */
export async function conductRefusals(conductor: Conductor, base: (index: number) => Base): Promise<void> {
  const first = base(0);
  const rounds = conductor.rounds(first.faulty.length);
  const bases = [first, ...Array.from({ length: rounds - 1 }, (_, index) => base(index + 1))];
  await Promise.all(bases.map((each) => conductBase(conductor, each)));
}

async function conductBase(conductor: Conductor, { valid, faulty, facts }: Base): Promise<void> {
  const twin = sharedTwin(valid);
  await Promise.all(
    faulty.map(({ name, wrong, request }) =>
      conductor.inCase({ name, wrong, ...(facts === undefined ? {} : { facts }) }, async (builder) => {
        await twin(builder);
        await builder.send('probe', request);
      }),
    ),
  );
}
