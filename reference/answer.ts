/** A response before encoding: its content and form. */
export interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content:
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'text'; readonly text: string };
}

/** A response as written to the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Encodes a draft and sets its length. */
export function encode(draft: Draft): Answer {
  const text = draft.content.kind === 'json' ? JSON.stringify(draft.content.value) : draft.content.text;
  const body = Buffer.from(text, 'utf8');
  return {
    status: draft.status,
    headers: { ...draft.headers, 'Content-Length': String(body.length) },
    body,
  };
}
