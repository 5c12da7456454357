import type { Draft } from '../answer.ts';
import { isObject } from '../rules/json-types.ts';

/** A JSON object by member. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of a draft whose content is a JSON object. */
export function membersOf({ content }: Draft): Members | undefined {
  return content.kind === 'json' && isObject(content.value) ? content.value : undefined;
}

/** The draft with another JSON value and the same headers. */
export function withJson(draft: Draft, value: unknown): Draft {
  return { ...draft, content: { kind: 'json', value } };
}

/** The draft with a text as its content, whatever the headers say. */
export function withText(draft: Draft, text: string): Draft {
  return { ...draft, content: { kind: 'text', text } };
}

/** The draft with another Content-Type, or without one. */
export function withMediaType(draft: Draft, mediaType: string | undefined): Draft {
  const { 'Content-Type': _former, ...headers } = draft.headers;
  return { ...draft, headers: mediaType === undefined ? headers : { ...headers, 'Content-Type': mediaType } };
}

export function withStatus(draft: Draft, status: number): Draft {
  return { ...draft, status };
}

export function without(members: Members, name: string): Members {
  const { [name]: _left, ...rest } = members;
  return rest;
}
