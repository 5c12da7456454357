import type { Call, Claims } from '../call.ts';
import { withStatus } from '../faults/altered-draft.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import { asItIs, changeAnswers, together, withHeader } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

type ReadProtocol = (protocols: string) => string | undefined;

/** Only one form of the API key; Authorization is read as usual. */
function apiKeyAs(read: ReadProtocol): Change {
  return changeStage('readCredential', (usual, { fire }) => (call) => {
    const { authorization, 'sec-websocket-protocol': protocols } = call.headers;
    if (authorization !== undefined || protocols === undefined) return usual(call);
    fire();
    return read(protocols);
  });
}

const bare: ReadProtocol = (protocols) => (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(protocols) ? protocols : undefined);
const marked: ReadProtocol = (protocols) => /^jwt\.token\.([^,]+)$/.exec(protocols)?.[1];
const withProtocol: ReadProtocol = (protocols) => /^jwt\.token\.([^,]+), *daml\.ws\.auth$/.exec(protocols)?.[1];

/** Rejections of credentials in Sec-WebSocket-Protocol have another status. */
function apiKeyRefusedWith(status: number): Change {
  return changeAnswers((draft, { headers }, refusal) =>
    refusal?.code === 'UNAUTHENTICATED' && headers['sec-websocket-protocol'] !== undefined ? withStatus(draft, status) : undefined,
  );
}

/** Only this form of Authorization; the first group is the token. */
function authorizationAs(form: RegExp): Change {
  return changeStage('readCredential', (usual, { fire }) => (call) => {
    const { authorization } = call.headers;
    if (authorization === undefined) return usual(call);
    fire();
    return form.exec(authorization)?.[1];
  });
}

/** Tokens need more than a valid signature. */
function onlyTokens(suffice: (claims: Claims, call: Call) => boolean): Change {
  return changeStage('verifyCredential', (verify, { fire }) => async (token, call) => {
    const claims = await verify(token, call);
    fire();
    return claims !== undefined && suffice(claims, call) ? claims : undefined;
  });
}

const thirteenHours = 13 * 60 * 60;

/** How credentials are sent, and which valid ones are accepted (rulings 19 to 21). */
export const credentialVariants = variantsOf(everyOperation, readings.apiKeyForms, {
  'api-key-is-the-bare-token': {
    title: 'Sec-WebSocket-Protocol must be the bare token.',
    apply: apiKeyAs(bare),
  },
  'api-key-is-marked': {
    title: 'Sec-WebSocket-Protocol must be jwt.token.<JWT>.',
    apply: apiKeyAs(marked),
  },
  'api-key-with-protocol': {
    title: 'Sec-WebSocket-Protocol must be jwt.token.<JWT>,daml.ws.auth.',
    apply: apiKeyAs(withProtocol),
  },
  'api-key-is-marked-and-others-are-400': {
    title: 'Sec-WebSocket-Protocol must be jwt.token.<JWT>; in another form it is answered 400.',
    quote: readings.credentialObserved,
    apply: together(apiKeyAs(marked), apiKeyRefusedWith(400)),
  },
  'api-key-with-protocol-and-others-are-426': {
    title: 'Sec-WebSocket-Protocol must be jwt.token.<JWT>,daml.ws.auth; in another form it is answered 426.',
    quote: readings.credentialObserved,
    apply: together(apiKeyAs(withProtocol), apiKeyRefusedWith(426)),
  },
  'api-key-protocol-is-answered': {
    title: 'An answer names the requested protocol.',
    quote: readings.http,
    apply: changeAnswers((draft, { headers }) =>
      headers['sec-websocket-protocol'] === undefined ? undefined : withHeader(draft, 'Sec-WebSocket-Protocol', 'daml.ws.auth'),
    ),
  },
  'bearer-in-this-case-alone': {
    title: 'The scheme must be written Bearer, with one space after it.',
    quote: readings.schemeCase,
    apply: authorizationAs(/^Bearer (\S+)$/),
  },
  'any-word-before-the-token': {
    title: 'Authorization may have any word before the token, even Basic.',
    quote: readings.basic,
    apply: authorizationAs(/^[A-Za-z]+ +(\S.*)$/),
  },
  'tokens-must-expire': {
    title: 'A token without exp, or valid for more than thirteen hours, is rejected.',
    quote: readings.tokenLifetime,
    apply: onlyTokens(({ exp }) => exp !== undefined && exp - Date.now() / 1000 < thirteenHours),
  },
  'tokens-must-have-claims': {
    title: 'A token needs a scope, an issue time, and the name of an existing user.',
    quote: readings.claims,
    apply: onlyTokens(({ scope, iat, sub }, { ledger }) => scope === 'daml_ledger_api' && typeof iat === 'number' && sub === ledger.userId),
  },
  'decodes-before-it-authenticates': {
    title: 'The structure of a request is checked before its credential.',
    quote: readings.decodesFirst,
    apply: together(
      changeStage('order', () => ['decode', 'structure', 'authenticate', 'semantics']),
      asItIs,
    ),
  },
});
