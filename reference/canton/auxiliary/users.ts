import type { AuxiliaryEndpoint } from '../../auxiliary-endpoint.ts';
import type { User } from '../../directory.ts';
import type { Ledger } from '../../ledger.ts';
import { type Refusal, refused } from '../../refusal.ts';
import { isObject } from '../../rules/json-types.ts';
import { invalidField } from '../refusals.ts';
import { userId } from '../user-rules.ts';
import { bodyOf, success } from './json.ts';

/** Creating and deleting users, and their rights. */
export const userEndpoints: readonly AuxiliaryEndpoint[] = [
  {
    method: 'POST',
    path: '/users',
    answer: (call) => {
      const { user, rights } = bodyOf(call);
      const made = userFrom(user);
      if (!userId.test(made.id)) {
        return { refusal: invalidField(`user.id: User ID "${made.id}" does not match regex`) };
      }
      if (find(call.ledger, made.id) !== undefined) {
        const words = `creating user failed, as user "${made.id}" already exists`;
        return { refusal: refused('USER_ALREADY_EXISTS', words, { resources: resourcesOf(made.id) }) };
      }
      call.ledger.directory.insert(made);
      const granted = rightsOf(call.ledger, made.id);
      for (const right of Array.isArray(rights) ? rights : []) granted.set(...entryOf(right));
      return success({ user: shown(made) });
    },
  },
  {
    method: 'GET',
    path: '/users/:id',
    answer: ({ ledger }, id) => {
      const user = find(ledger, id);
      return user === undefined ? { refusal: unknown('getting user', id) } : success({ user: shown(user) });
    },
  },
  {
    method: 'DELETE',
    path: '/users/:id',
    answer: ({ ledger }, id) => {
      if (find(ledger, id) === undefined) return { refusal: unknown('deleting user', id) };
      ledger.directory.remove(id);
      rightsOf(ledger, id).clear();
      return success({});
    },
  },
  {
    method: 'GET',
    path: '/users/:id/rights',
    answer: ({ ledger }, id) =>
      find(ledger, id) === undefined
        ? { refusal: unknown('list user rights', id) }
        : success({ rights: [...rightsOf(ledger, id).values()] }),
  },
  {
    method: 'POST',
    path: '/users/:id/rights',
    answer: (call, id) => {
      if (find(call.ledger, id) === undefined) return { refusal: unknown('granting user rights', id) };
      const held = rightsOf(call.ledger, id);
      const fresh = rightsIn(bodyOf(call)).filter(([text]) => !held.has(text));
      for (const [text, right] of fresh) held.set(text, right);
      return success({ newlyGrantedRights: fresh.map(([, right]) => right) });
    },
  },
  {
    method: 'PATCH',
    path: '/users/:id/rights',
    answer: (call, id) => {
      if (find(call.ledger, id) === undefined) return { refusal: unknown('revoking user rights', id) };
      const held = rightsOf(call.ledger, id);
      const gone = rightsIn(bodyOf(call)).filter(([text]) => held.delete(text));
      return success({ newlyRevokedRights: gone.map(([, right]) => right) });
    },
  },
];

function rightsIn({ rights }: Readonly<Record<string, unknown>>): [string, unknown][] {
  return (Array.isArray(rights) ? rights : []).map(entryOf);
}

function find({ directory }: Ledger, id: string): User | undefined {
  return directory.page('', directory.size()).find((user) => user.id === id);
}

function userFrom(given: unknown): User {
  const user = isObject(given) ? given : {};
  const metadata = isObject(user.metadata) ? user.metadata : {};
  return {
    id: String(user.id ?? ''),
    primaryParty: String(user.primaryParty ?? ''),
    isDeactivated: user.isDeactivated === true,
    metadata: {
      resourceVersion: '0',
      annotations: isObject(metadata.annotations) ? (metadata.annotations as Record<string, string>) : {},
    },
    identityProviderId: '',
  };
}

function shown(user: User): object {
  return { ...user, primaryPartyAuthentication: false };
}

function unknown(what: string, id: string): Refusal {
  return refused('USER_NOT_FOUND', `${what} failed for unknown user "${id}"`, {
    resources: resourcesOf(id),
  });
}

function resourcesOf(id: string) {
  return [['ErrorResource(USER)', id]] as const;
}

const held = new WeakMap<Ledger, Map<string, Map<string, unknown>>>();

/** The rights of a user by their JSON text; the server's own user is a participant administrator. */
function rightsOf(ledger: Ledger, user: string): Map<string, unknown> {
  const all = held.get(ledger) ?? new Map<string, Map<string, unknown>>();
  held.set(ledger, all);
  const known = all.get(user) ?? new Map(user === ledger.userId ? [entryOf(administrator)] : []);
  all.set(user, known);
  return known;
}

const administrator = { kind: { ParticipantAdmin: { value: {} } } };

function entryOf(right: unknown): [string, unknown] {
  return [JSON.stringify(right), right];
}
