const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** A number with a fraction or an exponent, or a string that looks like one: most texts have neither. */
const perhapsFraction = /(?:^|[[:,\s])-?\d+[.eE]/;

/** Whether the exact value of a JSON number has a fraction. */
function hasFraction(number: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const dropped = whole.length + fraction.length - digits.length;
  return /[1-9]/.test(digits) && Number(exponent) - fraction.length + dropped < 0;
}

/**
 * Parses one JSON value. A number with a fraction that a double cannot hold, such as 1.00000000000000000001, becomes a
 * number with a fraction that it can, so that it is not mistaken for an integer (ruling 30).
 * @throws SyntaxError if the text is not exactly one JSON value.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!perhapsFraction.test(text)) return value;
  let isChanged = false;
  const exact = text.replace(tokens, (token) => {
    if (token.startsWith('"') || !hasFraction(token) || !Number.isInteger(Number(token))) return token;
    isChanged = true;
    return '0.5';
  });
  return isChanged ? JSON.parse(exact) : value;
}
