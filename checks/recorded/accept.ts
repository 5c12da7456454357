/**
 * Whether an Accept header includes a media type. Ranges that are malformed or have parameters other than `q` do not
 * count, except a charset of UTF-8, the encoding that JSON has anyway (RFC 9110 §12.5.1).
 */
export function takes(accept: string, type: string): boolean {
  const ranges = accept.split(',').map(readRange);
  const [main] = type.split('/', 1);
  for (const range of [type, `${main}/*`, '*/*']) {
    const found = ranges.filter((each) => each.range === range);
    if (found.length > 0) return found.some(({ isTaken }) => isTaken);
  }
  return false;
}

function readRange(text: string): { range: string; isTaken: boolean } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const isTaken = parameters.every((parameter) => {
    const quality = /^q=([\d.]+)$/.exec(parameter)?.[1];
    return quality === undefined ? /^charset="?utf-?8"?$/.test(parameter) : Number(quality) > 0;
  });
  return { range, isTaken };
}
