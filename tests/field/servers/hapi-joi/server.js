// Stack: Node.js, @hapi/hapi with joi validation and jsonwebtoken.
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import jwt from 'jsonwebtoken';
import { executeRequest, topologyRequest, usersQuery } from './schemas.js';
import { generateTopology } from './topology.js';

const { PORT, JWT_SECRET, SYNCHRONIZER_ID } = process.env;
const TOPOLOGY_PATH = '/v2/parties/external/generate-topology';

// HTTP status -> code, error category, gRPC code
const INVALID = ['INVALID_ARGUMENT', 8, 3];
const INTERNAL = ['INTERNAL', 4, 13];
const ERRORS = { 401: ['UNAUTHENTICATED', 6, 16], 404: ['NOT_FOUND', 11, 5], 500: INTERNAL };

const ids = Array.from({ length: 11 }, (_, i) => `user-${String(i + 1).padStart(2, '0')}`);
const metadata = { resourceVersion: '0', annotations: {} };
const fields = { primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
const users = ['participant_admin', ...ids].map((id) => ({ id, ...fields }));

function authenticate(request, h) {
  const { authorization = '', 'sec-websocket-protocol': protocols = '' } = request.headers;
  const match = /^Bearer +(\S+)$/i.exec(authorization) ?? /jwt\.token\.([^\s,]+)/.exec(protocols);
  if (!match) throw Boom.unauthorized(null, 'Bearer');
  try {
    const credentials = jwt.verify(match[1], JWT_SECRET, { algorithms: ['HS256'] });
    return h.authenticated({ credentials });
  } catch {
    throw Boom.unauthorized('The token is not valid', 'Bearer');
  }
}

function formatError({ response, route }, h) {
  if (!response.isBoom) return h.continue;
  const { statusCode, payload } = response.output;
  const cause = payload.message;
  if (statusCode === 400 && route.path === TOPOLOGY_PATH) {
    return h.response(cause).code(400).type('text/plain');
  }
  const [code, errorCategory, grpcCodeValue] = ERRORS[statusCode] ?? INVALID;
  response.output.payload = { code, cause, context: {}, errorCategory, grpcCodeValue };
  return h.continue;
}

function topologyHandler({ payload }) {
  if (payload.synchronizer !== SYNCHRONIZER_ID) {
    throw Boom.notFound(`Unknown synchronizer ${payload.synchronizer}`);
  }
  return generateTopology(payload);
}

// A page token is the encoded id of the last user of the page before.
function usersHandler({ query: { pageSize, pageToken } }) {
  const lastId = Buffer.from(pageToken, 'base64url').toString();
  const start = users.findIndex((user) => user.id === lastId) + 1;
  if (pageToken && start === 0) throw Boom.badRequest('Invalid page token');
  const page = users.slice(start, start + (pageSize || 100));
  const more = start + page.length < users.length;
  const nextPageToken = more ? Buffer.from(page.at(-1).id).toString('base64url') : '';
  return { users: page, nextPageToken };
}

const server = Hapi.server({ host: '127.0.0.1', port: PORT });
server.auth.scheme('ledger-jwt', () => ({ authenticate }));
server.auth.strategy('jwt', 'ledger-jwt');
server.auth.default('jwt');
server.ext('onPreResponse', formatError);

const route = (method, path, validate, handler) =>
  server.route({ method, path, handler, options: { validate } });
route('POST', TOPOLOGY_PATH, { payload: topologyRequest }, topologyHandler);
route('POST', '/v2/interactive-submission/execute', { payload: executeRequest }, () => ({}));
route('GET', '/v2/users', { query: usersQuery }, usersHandler);

await server.start();
