import type { Behaviour } from '../behaviour.ts';
import { always, type Honest, inFront, oneIn, type When, whole } from '../front.ts';

const json = 'Content-Type: application/json';
const text = 'Content-Type: text/plain';

function response(status: number, headers: readonly string[], body: string): () => Honest {
  return () => ({ status, headers, body: Buffer.from(body) });
}

function instead(of: (honest: Honest) => Honest, when: When = always) {
  return () => inFront((socket, honest) => socket.write(whole(of(honest))), when);
}

const rejections = (of: (honest: Honest) => Honest) => (honest: Honest) =>
  honest.status >= 400 ? of(honest) : honest;

const accepted = (of: (body: string) => string) => (honest: Honest) =>
  honest.status >= 400 ? honest : { ...honest, body: Buffer.from(of(honest.body.toString())) };

/** Three times what a run on a conformant target takes here, behind the same proxy. */
const seconds = 80;

/** Complete responses that are merely wrong: the more findings a run has, the more it repeats and looks into. */
export const answerBehaviours: readonly Behaviour[] = [
  { name: 'only conformant responses', serve: instead((honest) => honest), statuses: [0], seconds },
  { name: 'every response 500', serve: instead(response(500, [json], '{}')), statuses: [3], seconds },
  { name: 'every response 404 in JSON', serve: instead(response(404, [json], '{}')), statuses: [3], seconds },
  { name: 'every response 401', serve: instead(response(401, [json], '{}')), statuses: [3], seconds },
  { name: 'every response 400', serve: instead(response(400, [text], 'bad')), statuses: [1], seconds },
  { name: 'every response 200 with {}', serve: instead(response(200, [json], '{}')), statuses: [1], seconds },
  {
    name: 'every rejection 404',
    serve: instead(rejections((honest) => ({ ...honest, status: 404 }))),
    statuses: [1],
    seconds,
  },
  {
    name: 'every rejection 422 with a custom object',
    serve: instead(rejections(response(422, [json], '{"detail":"no"}'))),
    statuses: [1],
    seconds,
  },
  {
    name: 'every rejection an HTML page',
    serve: instead(rejections(response(400, ['Content-Type: text/html'], '<html>no</html>'))),
    statuses: [1],
    seconds,
  },
  {
    name: 'nothing is rejected',
    serve: instead(rejections(response(200, [json], '{}'))),
    statuses: [1],
    seconds,
  },
  {
    name: 'successes with other member names',
    serve: instead(accepted((body) => body.replace(/"(users|partyId|topologyTransactions)"/g, '"x$1"'))),
    statuses: [1],
    seconds,
  },
  {
    name: 'successes with null',
    serve: instead(accepted(() => 'null')),
    statuses: [1, 3],
    seconds,
  },
  {
    name: 'one response in ten is a 500',
    serve: instead(response(500, [text], 'no'), oneIn(10)),
    statuses: [1],
    seconds,
  },
  {
    name: 'every second response is a 500',
    serve: instead(response(500, [text], 'no'), oneIn(2)),
    statuses: [1],
    seconds,
  },
];
