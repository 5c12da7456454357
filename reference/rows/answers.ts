import type { Call } from '../call.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import { type Action, at } from './engine.ts';

// What rows do with answers, when they are composed and when they are encoded.

/** Another JSON value; undefined leaves it as it is, and so does a text. */
export const value = (make: (value: Json, call: Call) => Json): Action =>
  at('answer', (call) => {
    const made = call.text === undefined ? make(call.value, call) : undefined;
    if (made !== undefined) call.value = made;
  });

/** Other members of a JSON object, beside those that it has. */
export const members = (make: object | ((members: Json, call: Call) => object | undefined)): Action =>
  value((before, call) => {
    const made = typeof make === 'function' ? isObject(before) && make(before, call) : make;
    return isObject(before) && made ? { ...before, ...made } : undefined;
  });

/** The value with what is at a pointer replaced, or left out where that is undefined; `*` stands for each element. */
function put(
  node: Json,
  [step, ...rest]: readonly string[],
  make: (value: Json, index: number) => Json,
  at = 0,
): Json {
  if (step === undefined) return make(node, at);
  if (step === '*')
    return Array.isArray(node) ? node.map((each, index) => put(each, rest, make, index)) : node;
  if (!isObject(node)) return node;
  const made = put(node[step], rest, make, at);
  const { [step]: _before, ...others } = node;
  return made === undefined ? others : { ...node, [step]: made };
}

/** Another value at a pointer into the answer, in each element where it has `*`; undefined leaves it out. */
export const set = (pointer: string, to: Json | ((value: Json, index: number) => Json)): Action =>
  value((all) => put(all, pointer.split('/').slice(1), typeof to === 'function' ? to : () => to));

/** A member of the answer is left out. */
export const drop = (pointer: string): Action => set(pointer, undefined);

/** Another text in place of the value, or made from its JSON. */
export const text = (make: string | ((before: string, call: Call) => string)): Action =>
  at('answer', (call) => {
    const before = call.text ?? JSON.stringify(call.value);
    call.text = typeof make === 'string' ? make : make(before, call);
  });

/** The same JSON in another notation; undefined leaves it as it is. */
export const json = (write: (value: Json, call: Call) => string | undefined): Action =>
  at('encode', (call) => {
    const written = call.text === undefined ? write(call.value, call) : undefined;
    if (written !== undefined) call.bytes = Buffer.from(written);
  });

/** Another form altogether: the JSON value in place of a text. */
export const asValue = (make: Json | ((text: string) => Json)): Action =>
  at('answer', (call) => {
    const before = call.text ?? JSON.stringify(call.value);
    [call.value, call.text] = [typeof make === 'function' ? make(before) : make, undefined];
  });

export const status = (code: number | ((call: Call) => number)): Action =>
  at('answer', (call) => {
    call.status = typeof code === 'number' ? code : code(call);
  });

type Headers = Readonly<Record<string, string | undefined>>;

/** The headers with others; undefined takes one away. */
function withHeaders(before: Call['responseHeaders'], more: Headers): Record<string, string> {
  const all = Object.entries({ ...before, ...more });
  return Object.fromEntries(all.filter((each): each is [string, string] => each[1] !== undefined));
}

/** Headers of the answer; undefined takes one away. */
export const headers = (make: Headers | ((call: Call) => Headers | undefined)): Action =>
  at('answer', (call) => {
    const more = typeof make === 'function' ? make(call) : make;
    if (more !== undefined) call.responseHeaders = withHeaders(call.responseHeaders, more);
  });

export const media = (type?: string): Action => headers({ 'Content-Type': type });

/** Another answer altogether, whatever became of the request. */
export const answered = (code: number, type: string | undefined, content = '', more: Headers = {}): Action =>
  at('encode', (call) => {
    call.status = code;
    call.responseHeaders = withHeaders({}, { 'Content-Type': type, ...more });
    call.bytes = Buffer.from(content);
  });

/** Other bytes, and headers that belong to them; undefined leaves them as they are. */
export const encoded = (
  make: (bytes: Buffer, call: Call) => Buffer | undefined,
  more: Headers = {},
): Action =>
  at('encode', (call) => {
    const made = make(call.bytes, call);
    if (made === undefined) return;
    call.bytes = made;
    call.responseHeaders = withHeaders(call.responseHeaders, more);
  });

/** Counts each answer, where a server differs only in what it was started with. */
export const asItIs: Action = at('answer', () => true);
