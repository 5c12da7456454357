/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of segments(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The unescaped reference tokens of a pointer. */
export function segments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a pointer matches a pattern in which `*` matches one reference token and a final `**` any number of them. */
export function matchesPointer(pattern: string, pointer: string): boolean {
  const wanted = segments(pattern);
  const given = segments(pointer);
  if (wanted.at(-1) === '**') {
    wanted.pop();
    if (given.length < wanted.length) return false;
    given.length = wanted.length;
  }
  return (
    wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index])
  );
}

export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
