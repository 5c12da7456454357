import type { Arbitrary } from 'fast-check';
import type { Request, Run } from '../../engine/check.ts';
import { jsonBytes, plainRequest } from '../../engine/plain-request.ts';
import {
  fullGenerateTopology,
  type GenerateTopologyRequest,
  minimalGenerateTopology,
  validGenerateTopology,
} from '../../generators/generate-topology.ts';
import { partyName } from '../../generators/party-names.ts';
import { bytesFrom, draw } from '../../generators/seeding.ts';
import type { MakeValid } from '../shared/cases.ts';

/** The configured synchronizer; checks of this operation need it, so it is always set. */
export function synchronizerOf(run: Run): string {
  const { synchronizer } = run.facts;
  if (synchronizer === null)
    throw new Error(
      'A check of generate-topology ran without a synchronizer; add it to the needs of its requirement.',
    );
  return synchronizer;
}

/** Creating a key costs as much as sending a request, so a quick run creates only this many of each spec. */
const keysOfEachAtQuick = 6;

/** What the keys of a run are derived from: the same in all of its checks, and others in every run. */
export function keyringOf({ seed, nonce }: Run): readonly string[] {
  return [seed, nonce];
}

/** Where most names are realistic, one in so many is not. */
const drawnOneIn = 6;

/** In a disguised run, a hint as people choose them, another one for each drawn one; otherwise the drawn one. */
export function hintAsSent({ names }: Pick<Run, 'names'>, drawn: string): string {
  if (names === 'drawn') return drawn;
  const [byte = 0] = bytesFrom(['hint-as-sent', drawn], 1);
  return names === 'mostly-realistic' && byte % drawnOneIn === 0 ? drawn : partyName(drawn);
}

/** A request with its hint as it is sent. */
export function withHintAsSent(run: Run, body: GenerateTopologyRequest): GenerateTopologyRequest {
  return { ...body, partyHint: hintAsSent(run, body.partyHint) };
}

/** Valid requests for case `index`, in the domain that any target accepts (ruling 11). */
export function validBodies(run: Run, index: number): Arbitrary<GenerateTopologyRequest> {
  const valid = validGenerateTopology({
    synchronizer: synchronizerOf(run),
    participantUids: run.facts.participantUids,
    identity: run.identity(index),
    keyring: keyringOf(run),
    keysOfEach: run.effort === 'quick' ? keysOfEachAtQuick : undefined,
  });
  return run.names === 'drawn' ? valid : valid.map((body) => withHintAsSent(run, body));
}

/** The valid request drawn for case `index`. */
export function drawnBody(run: Run, index: number): GenerateTopologyRequest {
  const [body] = draw(validBodies(run, index), run.seedAt(index), 1);
  return body as GenerateTopologyRequest;
}

/** A valid request of the required members alone. */
export function minimal(run: Run, ...parts: (string | number)[]): GenerateTopologyRequest {
  const body = minimalGenerateTopology(synchronizerOf(run), run.identity(...parts));
  return withHintAsSent(run, body);
}

/** A valid request with every optional field. */
export function fullBody(run: Run, index: number): GenerateTopologyRequest {
  const { participantUids } = run.facts;
  const body = fullGenerateTopology(
    { synchronizer: synchronizerOf(run), participantUids },
    run.identity(index),
  );
  return withHintAsSent(run, body);
}

/** Changes to a body, by name. */
export type BodyChanges = Readonly<Record<string, Partial<GenerateTopologyRequest>>>;

/** The same change with each of the named values. */
export function changes<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => Partial<GenerateTopologyRequest>,
): BodyChanges {
  return Object.fromEntries(Object.entries(values).map(([detail, value]) => [detail, change(value)]));
}

export function asRequest(body: unknown): Request {
  return { body: jsonBytes(body) };
}

/** A valid generate-topology request; if no synchronizer is configured, it is at least well-formed. */
export const validGenerate: MakeValid = (run, index) => ({
  request:
    run.facts.synchronizer === null
      ? plainRequest('generate-topology', { synchronizer: null, identity: run.identity(index) })
      : asRequest(drawnBody(run, index)),
});
