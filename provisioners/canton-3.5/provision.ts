import type { SigningKey } from '../../generators/keys.ts';
import { bytesFrom, uuidOfBytes } from '../../generators/seeding.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import type {
  ProvisionedSettings,
  Provisioner,
  ProvisioningAnswer,
  ProvisioningContext,
} from '../provisioner.ts';
import {
  allocateRequest,
  createUserRequest,
  executeRequest,
  generateTopologyRequest,
  otherParticipants,
  partyKey,
  prefixOf,
  prepareRequest,
  rightsRequest,
  userIds,
} from './requests.ts';

/** Enough users for pages of several sizes, in addition to the node's own. */
const usersToCreate = 12;

const otherParticipantsToName = 2;

/** Rights are cached for some seconds, and a new party may submit only after a moment; in milliseconds. */
const patience = { attempts: 30, everyMs: 500 };

/** How many prepared transactions are requested concurrently. */
const preparedAtOnce = 8;

/** Provisions a Canton 3.5 node through its auxiliary endpoints. */
export const canton: Provisioner = {
  async provision(context) {
    const synchronizer = await connectedSynchronizer(context);
    const userId = context.subject;
    if (userId === null)
      throw new Error('The token does not name a user (sub), so no rights can be granted to it.');
    const key = partyKey(context);
    const { party, fingerprint } = await allocatedParty(context, synchronizer.id, key);
    await must(context, 'POST', rightsPath(userId), rightsRequest(userId, party));
    for (const id of userIds(context, usersToCreate)) await createUser(context, id);
    const submitter = { synchronizer: synchronizer.id, userId, party, fingerprint, key };
    const executeBodies = await preparedBodies(context, submitter);
    return { settings: settingsOf(context, synchronizer, userId), executeBodies };
  },
  clean,
};

const rightsPath = (userId: string): string => `/v2/users/${encodeURIComponent(userId)}/rights`;

function settingsOf(
  context: ProvisioningContext,
  synchronizer: Synchronizer,
  userId: string,
): ProvisionedSettings {
  return {
    TARGET_SYNCHRONIZER: synchronizer.id,
    ...(synchronizer.alias === '' ? {} : { TARGET_SYNCHRONIZER_ALIAS: synchronizer.alias }),
    TARGET_PARTICIPANT_UIDS: otherParticipants(context, otherParticipantsToName).join(','),
    TARGET_USER_ID: userId,
    TARGET_KNOWN_USERS: userIds(context, usersToCreate).join(','),
  };
}

interface Synchronizer {
  readonly id: string;
  readonly alias: string;
}

async function connectedSynchronizer(context: ProvisioningContext): Promise<Synchronizer> {
  const answer = await must(context, 'GET', '/v2/state/connected-synchronizers');
  const list = isObject(answer.body) ? answer.body.connectedSynchronizers : undefined;
  const [first] = Array.isArray(list) ? list : [];
  if (!isObject(first) || typeof first.synchronizerId !== 'string')
    throw new Error('The node is not connected to a synchronizer. Connect it to one first.');
  const { synchronizerId: id, synchronizerAlias: alias } = first;
  return { id, alias: typeof alias === 'string' && alias !== id ? alias : '' };
}

/** As whom transactions are submitted. */
interface Submitter {
  readonly synchronizer: string;
  readonly userId: string;
  readonly party: string;
  readonly fingerprint: string;
  readonly key: SigningKey;
}

async function allocatedParty(
  context: ProvisioningContext,
  synchronizer: string,
  key: SigningKey,
): Promise<Pick<Submitter, 'party' | 'fingerprint'>> {
  const hint = prefixOf(context);
  const { body } = await must(
    context,
    'POST',
    '/v2/parties/external/generate-topology',
    generateTopologyRequest(synchronizer, hint, key),
  );
  if (!isObject(body)) throw new Error('generate-topology did not return a JSON object.');
  const { topologyTransactions } = body;
  const texts = textsIn(body, 'partyId', 'publicKeyFingerprint', 'multiHash');
  if (texts === undefined || !Array.isArray(topologyTransactions))
    throw new Error('generate-topology returned a body without the required fields.');
  const topology = { ...texts, topologyTransactions: topologyTransactions.map(String) };
  const allocated = await context.call(
    'POST',
    '/v2/parties/external/allocate',
    allocateRequest(synchronizer, topology, key),
  );
  // A run repeated with the same nonce finds its party already allocated.
  if (allocated.status !== 200 && !/already exists/.test(allocated.shown))
    throw refused('allocate', allocated);
  return { party: texts.partyId, fingerprint: texts.publicKeyFingerprint };
}

async function createUser(context: ProvisioningContext, id: string): Promise<void> {
  const answer = await context.call('POST', '/v2/users', createUserRequest(id));
  if (answer.status !== 200 && answer.status !== 409) throw refused(`creating the user ${id}`, answer);
}

async function preparedBodies(context: ProvisioningContext, submitter: Submitter): Promise<JsonObject[]> {
  const bodies: JsonObject[] = [];
  // The first one waits until the party may submit; the others follow concurrently.
  bodies.push(await preparedBody(context, submitter, 0));
  for (let next = 1; next < context.executeBodies; next += preparedAtOnce) {
    const count = Math.min(preparedAtOnce, context.executeBodies - next);
    const some = Array.from({ length: count }, (_, at) => preparedBody(context, submitter, next + at));
    bodies.push(...(await Promise.all(some)));
  }
  return bodies;
}

async function preparedBody(
  context: ProvisioningContext,
  submitter: Submitter,
  index: number,
): Promise<JsonObject> {
  const uuid = (what: string): string =>
    uuidOfBytes(bytesFrom(['uuid', context.seed, context.nonce, what, index], 16));
  const request = prepareRequest({
    ...submitter,
    commandId: uuid('command'),
    contractId: uuid('contract'),
  });
  for (let attempt = 1; ; attempt += 1) {
    const answer = await context.call('POST', '/v2/interactive-submission/prepare', request);
    const prepared = textsIn(
      answer.body,
      'preparedTransaction',
      'preparedTransactionHash',
      'hashingSchemeVersion',
    );
    if (answer.status === 200 && prepared !== undefined)
      return executeRequest(prepared, { ...submitter, submissionId: uuid('submission') }, submitter.key);
    if (attempt >= patience.attempts) throw refused('prepare', answer);
    await new Promise((resolve) => setTimeout(resolve, patience.everyMs));
  }
}

/** The members with these names, if all of them are strings. */
function textsIn<N extends string>(body: unknown, ...names: readonly N[]): Record<N, string> | undefined {
  const isWhole = isObject(body) && names.every((name) => typeof body[name] === 'string');
  return isWhole ? (body as Record<N, string>) : undefined;
}

async function must(
  context: ProvisioningContext,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<ProvisioningAnswer> {
  const answer = await context.call(method, path, body);
  if (answer.status !== 200) throw refused(`${method} ${path}`, answer);
  return answer;
}

function refused(what: string, { shown }: ProvisioningAnswer): Error {
  return new Error(`${what} was rejected: ${shown}`);
}

/** How many pages of users are searched for leftovers. */
const pagesAtMost = 1_000;

/**
 * Deletes the users of a run and revokes the rights over its parties. Everything is found by name, so leftovers of a
 * killed run are removed too. The party itself remains: the node has no operation to delete an external party.
 */
export async function clean(context: ProvisioningContext): Promise<string[]> {
  const removed: string[] = [];
  for (const id of await ownUsers(context)) {
    const { status, shown } = await context.call('DELETE', `/v2/users/${encodeURIComponent(id)}`);
    if (status !== 200 && status !== 404) throw new Error(`The user ${id} could not be deleted: ${shown}`);
    removed.push(`user ${id}`);
  }
  const { subject } = context;
  if (subject === null) return removed;
  const path = rightsPath(subject);
  for (const party of await ownParties(context, path)) {
    const { status, shown } = await context.call('PATCH', path, rightsRequest(subject, party));
    if (status !== 200) throw new Error(`The right to act as ${party} could not be revoked: ${shown}`);
    removed.push(`right to act as ${party}`);
  }
  return removed;
}

async function ownUsers(context: ProvisioningContext): Promise<string[]> {
  const found: string[] = [];
  let token = '';
  for (let page = 0; page < pagesAtMost; page += 1) {
    const query = token === '' ? '' : `?pageToken=${encodeURIComponent(token)}`;
    const { status, body, shown } = await context.call('GET', `/v2/users${query}`);
    if (status !== 200 || !isObject(body)) throw new Error(`The users could not be listed: ${shown}`);
    const users = Array.isArray(body.users) ? body.users : [];
    for (const user of users) {
      const id: unknown = isObject(user) ? user.id : undefined;
      // Include the separator in the prefix: one nonce can be the beginning of another.
      if (typeof id === 'string' && id.startsWith(`${prefixOf(context)}-`)) found.push(id);
    }
    token = typeof body.nextPageToken === 'string' ? body.nextPageToken : '';
    if (token === '') return found;
  }
  throw new Error(`There are more than ${pagesAtMost} pages of users; the rest was not searched.`);
}

async function ownParties(context: ProvisioningContext, path: string): Promise<string[]> {
  const { status, body, shown } = await context.call('GET', path);
  if (status !== 200 || !isObject(body)) throw new Error(`The rights could not be listed: ${shown}`);
  const rights = Array.isArray(body.rights) ? body.rights : [];
  return rights.flatMap((right) => {
    const kind = isObject(right) && isObject(right.kind) ? right.kind.CanActAs : undefined;
    const value = isObject(kind) ? kind.value : undefined;
    const party = isObject(value) ? value.party : undefined;
    return typeof party === 'string' && party.startsWith(`${prefixOf(context)}::`) ? [party] : [];
  });
}
