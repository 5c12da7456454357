import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { planAsSuite, type RequestSpec } from '../../wire/as-sent.ts';
import { type Bounds, boundsFor } from '../../wire/bounds.ts';
import { type Connections, createConnections } from '../../wire/connections.ts';
import { type Outcome, type SendOptions, sendOnce } from '../../wire/send.ts';
import type { RawServer } from './raw-server.ts';

/** Sends one request to a raw server as the suite would, with short bounds; plain GET unless said otherwise. */
export function sendTo(
  server: Pick<RawServer, 'origin'>,
  spec: Partial<RequestSpec> = {},
  bounds: Partial<Bounds & SendOptions> = {},
  connections = connectionsTo(server),
): Promise<Outcome> {
  const request = { method: 'GET', target: '/v2/users', headers: [], ...spec };
  const planned = planAsSuite(server.origin.host, request);
  return connections.use('kept', planned, (open) =>
    sendOnce(open, planned, { ...boundsFor(2_000), ...bounds }),
  );
}

/** Connections that end with the test. */
export function connectionsTo(
  { origin }: Pick<RawServer, 'origin'>,
  open = async () => connect({ host: origin.hostname, port: Number(origin.port) }),
): Connections {
  const connections = createConnections(open, {
    room: () => Number.POSITIVE_INFINITY,
    turnedAway: () => undefined,
  });
  onTestFinished(() => connections.close());
  return connections;
}
