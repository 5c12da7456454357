import type { Behaviour } from '../behaviour.ts';
import { type Asked, always, inFront, type Misbehave, oneIn, type When, whole } from '../front.ts';

const json = 'Content-Type: application/json';

/** Every string of a JSON answer with this in front of it; names stay as they are. */
function inEveryString(text: string) {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return `${text}${value}`;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]));
  };
  const misbehave: Misbehave = (socket, { status, headers, body }) => {
    const parsed = parse(body.toString());
    const changed = parsed === undefined ? `${text}${body.toString()}` : JSON.stringify(change(parsed));
    socket.write(whole({ status, headers, body: Buffer.from(changed) }));
  };
  return () => inFront(misbehave);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The text of each answer changed as a whole. */
function rewritten(change: (text: string, asked: Asked) => string | Buffer, when: When = always) {
  return () =>
    inFront((socket, { status, headers, body }, asked) => {
      socket.write(whole({ status, headers, body: Buffer.from(change(body.toString(), asked)) }));
    }, when);
}

/** The same for each refusal, where a server puts its own words. */
function refusing(text: string, type = json) {
  return () =>
    inFront((socket, { headers, status, body }) => {
      if (status < 300) socket.write(whole({ status, headers, body }));
      else socket.write(whole({ status, headers: [type], body: Buffer.from(text) }));
    });
}

const error = (text: string): string =>
  JSON.stringify({
    code: text,
    cause: text,
    context: { [text]: text },
    errorCategory: 8,
    correlationId: text,
    resources: [[text, text]],
  });

const credentialOf = ({ head }: Asked): string =>
  /^authorization: *bearer (.+)$/im.exec(head)?.[1]?.trim() ?? 'none';

const escapes = '\u001b[2J\u001b[31m\u001b]0;pwned\u0007\u009b2J\u001bP+q\u001b\\\u0008\u0007\r';
const workflow =
  '\n::error::stolen\n::set-output name=a::b\n::add-mask::x\n##[error]x\n##vso[task.complete]\n##teamcity[buildStop]\n::stop-commands::x\n';
const markup =
  '</script><script>process.exit(0)</script><img src=x onerror=alert(1)>"\'><svg/onload=alert(1)>]]><!--&lt;';
const shell = "$(touch pwned) `touch pwned` '; touch pwned; # | touch pwned && touch pwned \n touch pwned\n";

/** Words that want to be more than words. */
const rows: readonly Behaviour[] = [
  { name: 'terminal escapes in every string', serve: inEveryString(escapes), statuses: [1], sample: true },
  { name: 'terminal escapes in every error', serve: refusing(error(escapes)), statuses: [0, 1] },
  { name: 'CI runner commands in every string', serve: inEveryString(workflow), statuses: [1] },
  { name: 'CI runner commands in every error', serve: refusing(error(workflow)), statuses: [0, 1] },
  {
    name: 'CI runner commands as every error, in plain text',
    serve: refusing(workflow, 'Content-Type: text/plain'),
    statuses: [1],
  },
  { name: 'HTML and scripts in every string', serve: inEveryString(markup), statuses: [1] },
  { name: 'HTML and scripts in every error', serve: refusing(error(markup)), statuses: [0, 1] },
  {
    name: 'an HTML page as every error',
    serve: refusing(`<!doctype html><title>502</title>${markup}`, 'Content-Type: text/html'),
    statuses: [1],
  },
  { name: 'shell commands in every string', serve: inEveryString(shell), statuses: [1] },
  { name: 'shell commands in every error', serve: refusing(error(shell)), statuses: [0, 1] },
  {
    name: 'bidirectional overrides and invisible characters',
    serve: inEveryString('\u202e\u2066txet\u2069\u200b\ufeff\u00ad'),
    statuses: [1],
  },
  {
    name: 'NUL and control characters in every string',
    serve: inEveryString('\u0000\u0001\u0002\u007f\u0085'),
    statuses: [1],
  },
  {
    name: 'spreadsheet formulas and printf formats',
    serve: inEveryString("=cmd|' /C calc'!A0 %s%n%x {{7*7}} "),
    statuses: [1],
  },
  {
    name: 'members named __proto__ and constructor',
    serve: rewritten((text) =>
      text.replace(
        '{',
        '{"__proto__":{"polluted":true,"users":1},"constructor":{"prototype":{"polluted":1}},"toString":1,',
      ),
    ),
    statuses: [0, 1],
  },
  {
    name: 'duplicate members, the second one wrong',
    serve: rewritten((text) => text.replace(/\}\s*$/, ',"users":7,"users":null,"partyId":3}')),
    statuses: [1],
  },
  {
    name: 'invalid UTF-8 in every response',
    serve: rewritten((text) =>
      Buffer.from(`${text.slice(0, -1)}\xff\xfe\xc0\x80${text.slice(-1)}`, 'latin1'),
    ),
    statuses: [1],
  },
  {
    name: 'lone surrogates in every string',
    serve: rewritten((text) => text.replace(/:"/g, ':"\\ud800\\udfff\\ud834')),
    statuses: [0, 1],
  },
  {
    name: 'a byte order mark before every response',
    serve: rewritten((text) => `\ufeff${text}`),
    statuses: [1],
  },
  {
    name: 'JSON with comments and trailing commas',
    serve: rewritten((text) => text.replace('{', '{/* x */').replace(/\}$/, ',}')),
    statuses: [1],
  },
  {
    name: 'strings that slow down regular expressions',
    serve: inEveryString(
      `${'a'.repeat(5_000)}!${'='.repeat(5_000)}${'%41'.repeat(2_000)}${'\\u0041'.repeat(2_000)}`,
    ),
    statuses: [1],
  },
  {
    name: 'the token in every string',
    serve: rewritten((text, asked) => text.replace(/:"/g, `:"${credentialOf(asked)} `)),
    statuses: [1],
  },
  {
    name: 'the token in base64 in every string',
    serve: rewritten((text, asked) =>
      text.replace(/:"/g, `:"${Buffer.from(credentialOf(asked)).toString('base64')} `),
    ),
    statuses: [1],
  },
  {
    name: 'the token in JSON escapes',
    serve: rewritten((text, asked) =>
      text.replace(
        /:"/g,
        `:"${Array.from(credentialOf(asked), (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')} `,
      ),
    ),
    statuses: [1],
  },
  {
    name: 'the token in headers and in the reason phrase',
    serve: () =>
      inFront((socket, honest, asked) => {
        const echo = credentialOf(asked);
        const answer = whole({
          ...honest,
          headers: [...honest.headers, `X-Echo: ${echo}`, `Set-Cookie: token=${echo}`],
        });
        socket.write(Buffer.from(answer.toString('latin1').replace('Status', `You sent ${echo}`), 'latin1'));
      }),
    statuses: [0],
  },
  {
    name: 'the token at the end of truncated responses',
    serve: () =>
      inFront((socket, _, asked) => {
        socket.write(
          `HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 999999\r\n\r\n{"users":["${credentialOf(asked)}`,
          () => socket.destroy(),
        );
      }, oneIn(7)),
    statuses: [0, 1, 3],
  },
  {
    name: 'different responses each time',
    serve: () => {
      let nth = 0;
      return rewritten((text) => {
        nth += 1;
        return text.replace(/:"/g, `:"${nth}-`);
      })();
    },
    statuses: [1],
  },
  {
    name: 'cookies of another host',
    serve: () =>
      inFront((socket, honest) =>
        socket.write(
          whole({
            ...honest,
            headers: [
              ...honest.headers,
              'Set-Cookie: a=b; Domain=example.org',
              'Strict-Transport-Security: max-age=9',
              'Alt-Svc: h2="example.org:443"',
              'Refresh: 0; url=http://example.org/',
            ],
          }),
        ),
      ),
    statuses: [0],
  },
];

export const textBehaviours: readonly Behaviour[] = rows;
