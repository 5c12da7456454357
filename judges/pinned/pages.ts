import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { isObject, shown } from '../../json/read-json.ts';
import type { PinnedRule, View } from './view.ts';

/** The ids of a page; undefined if the answer is not a page or a user has no id. */
function idsOf({ answer }: View): string[] | undefined {
  if (!isObject(answer.body) || !Array.isArray(answer.body.users)) return undefined;
  const ids = answer.body.users.map((user) => (isObject(user) ? user.id : undefined));
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Users are unique and in ascending order of the bytes of their ids. */
export const judgeOrder: PinnedRule = (view) => {
  const ids = idsOf(view);
  if (ids === undefined) return 'silent';
  const at = ids.findIndex((id, index) => index > 0 && compare(ids[index - 1] ?? '', id) >= 0);
  if (at === -1) return undefined;
  return {
    pointer: `/users/${at}/id`,
    kind: 'users-unordered',
    actual: `${shown(ids[at])} after ${shown(ids[at - 1])}`,
  };
};

/**
 * A full page has a token that names its last user. Any other page is the last one and has no token. Parameters:
 * `size`, the name of the page size parameter, `default` and `maximum`.
 */
export const judgePage: PinnedRule = (view, parameters) => {
  const ids = idsOf(view);
  if (ids === undefined || !isObject(view.answer.body)) return 'silent';
  const { nextPageToken: token } = view.answer.body;
  const size = sizeOf(view.request, parameters);
  const last = ids.at(-1);
  if (size === undefined) return 'silent';
  if (ids.length > size) {
    return { pointer: '/users', kind: 'page-overfull', actual: `${ids.length}` };
  }
  const expected = ids.length < size || last === undefined ? '' : writeToken(last);
  if (token === expected) return undefined;
  return {
    pointer: '/nextPageToken',
    kind: expected === '' ? 'page-token-needless' : 'page-token-wrong',
    actual: `${shown(token)} after ${ids.length} users of ${size}`,
  };
};

/** Undefined if the requested size is not a valid one. */
function sizeOf(
  { query }: View['request'],
  parameters: Readonly<Record<string, unknown>>,
): number | undefined {
  const [text = '0'] = query[String(parameters.size)] ?? [];
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const asked = Number(text);
  return asked === 0 ? Number(parameters.default) : Math.min(asked, Number(parameters.maximum));
}

/** A page starts after the user that the request's token names. Parameter: `token`, the name of the parameter. */
export const judgePageStart: PinnedRule = (view, parameters) => {
  const [token = ''] = view.request.query[String(parameters.token)] ?? [];
  const ids = idsOf(view);
  if (ids === undefined || token === '') return 'silent';
  const behind = readToken(token);
  if (behind === undefined) {
    return { kind: 'page-token-invalid', actual: shown(token) };
  }
  const before = ids.find((id) => compare(id, behind) <= 0);
  if (before === undefined) return undefined;
  return {
    pointer: '/users',
    kind: 'page-start-wrong',
    actual: `${shown(before)} in the page after ${shown(behind)}`,
  };
};

/** Padded base64url of a message whose field 1 is the id. */
function writeToken(id: string): string {
  const bytes = new BinaryWriter().tag(1, 2).string(id).finish();
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

function readToken(token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(token)) return undefined;
  try {
    const reader = new BinaryReader(Buffer.from(token, 'base64url'));
    let id = '';
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === 1 && type === 2) id = reader.string();
      else reader.skip(type);
    }
    return id === '' ? undefined : id;
  } catch {
    return undefined;
  }
}
