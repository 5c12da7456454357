import { Agent } from 'undici';
import { onTestFinished } from 'vitest';
import type { RequestSpec } from '../../wire/as-sent.ts';
import { type Bounds, boundsFor } from '../../wire/bounds.ts';
import { type Outcome, type SendOptions, sendOnce } from '../../wire/send.ts';
import type { RawServer } from './raw-server.ts';

/** Sends one request to a raw server as the suite would, with short bounds; plain GET unless said otherwise. */
export function sendTo(
  server: Pick<RawServer, 'origin'>,
  spec: Partial<RequestSpec> = {},
  bounds: Partial<Bounds & SendOptions> = {},
  agent = agentOf(),
): Promise<Outcome> {
  const request = { method: 'GET', target: '/v2/users', headers: [], ...spec };
  return sendOnce(agent, server.origin, request, { ...boundsFor(2_000), ...bounds });
}

/** Connections that end with the test. */
export function agentOf(options: Agent.Options = {}): Agent {
  const agent = new Agent({ connections: 4, pipelining: 1, ...options });
  onTestFinished(() => agent.destroy());
  return agent;
}
