import { requirement as entry } from '../../requirements/catalogue.ts';
import { demandOf } from '../../requirements/requirement-for.ts';
import { headerValues } from '../../wire/exchange.ts';
import { markStart } from '../../wire/secrets.ts';
import { isJwt } from '../../wire/token.ts';
import { literalTokenFaults, tokenFaults } from './credential-kind.ts';
import { credentialFault, openCredential, type RecordedFault } from './fault.ts';
import type { RecordedExchange } from './reading/recorded-exchange.ts';

/** Whether a token was here: recorders, and this suite, write a placeholder for it. */
function holdsToken(text: string): boolean {
  return text.includes('<jwt>') || text.includes(markStart);
}

function isToken(text: string): boolean {
  return text === '<jwt>' || /^\[redacted:[^\]]*\]$/.test(text);
}

/**
 * Faults and open points of a request's credential, from its headers and, if they have a token, the record's name. None
 * for the ordinary token after `Bearer`.
 */
export function credentialFaults(record: RecordedExchange): RecordedFault[] {
  const { headers, target } = record.exchange.request;
  const [authorization] = headerValues(headers, 'authorization');
  const [apiKey] = headerValues(headers, 'sec-websocket-protocol');
  if (authorization === undefined && apiKey === undefined) {
    const isElsewhere = holdsToken(target) || headers.some(([, value]) => holdsToken(value));
    return [isElsewhere ? credentialFault('token-form') : credentialFault('none')];
  }
  if (apiKey === undefined) return authorizationFaults(authorization ?? '', record);
  if (authorization === undefined) return apiKeyFaults(apiKey, record);
  // It is open which of two credentials counts, so a request must be rejected only if both must be.
  const both = [authorizationFaults(authorization, record), apiKeyFaults(apiKey, record)];
  return both.every((faults) => faults.some(isRefused)) ? both.flat() : [openCredential('two credentials')];
}

function isRefused({ requirement }: RecordedFault): boolean {
  const known = entry(requirement);
  return known.level === 'MUST' && demandOf(known) === 'rejected';
}

function authorizationFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const [, scheme = '', gap = '', rest = ''] = /^(\S*)([ \t]*)(.*)$/s.exec(value.trimStart()) ?? [];
  const credentials = rest.trimEnd();
  if (scheme === '') return [credentialFault('empty')];
  if (/^basic$/i.test(scheme)) return [credentialFault('basic')];
  if (!/^bearer$/i.test(scheme)) {
    const shown = credentials === '' ? literalTokenFaults(scheme, record) : [];
    if (shown.length > 0) return shown;
    if (credentials === '' && !holdsToken(scheme)) return [credentialFault('not-a-jwt')];
    // The word may be missing, or without a blank behind it (ruling 33).
    if (credentials === '' || /^bearer/i.test(scheme))
      return [credentialFault('token-form'), ...tokenFaults(record)];
    return [openCredential('another scheme'), ...(holdsToken(value) ? tokenFaults(record) : [])];
  }
  if (credentials === '') return [credentialFault('empty')];
  return [
    ...(scheme === 'Bearer' ? [] : [credentialFault('scheme-case', 'AUTH-OPEN-SCHEME-CASE')]),
    ...(gap === ' ' ? [] : [credentialFault('token-form')]),
    ...writtenTokenFaults(credentials, record),
  ];
}

/** Further words in front of a token, padding or a full stop behind it: other spellings of it (ruling 33). */
const otherSpelling = /^(?:[A-Za-z]+ +)*(?:<jwt>|\[redacted:[^\]]*\])(?:=+|\.)?$/;

/** A token in the record: a placeholder, or the text itself if it is not a valid token. */
function writtenTokenFaults(text: string, record: RecordedExchange): RecordedFault[] {
  if (isToken(text)) return tokenFaults(record);
  const shown = literalTokenFaults(text, record);
  if (shown.length > 0) return shown;
  if (isJwt(text)) return [openCredential('a token in the recording'), ...tokenFaults(record)];
  if (!holdsToken(text)) return [credentialFault('not-a-jwt')];
  const kind = otherSpelling.test(text) ? 'token-form' : 'text-around-token';
  return [credentialFault(kind), ...tokenFaults(record)];
}

/** Ruling 20: one of three forms must work. Which one is open, and so is any other form with a token in it. */
function apiKeyFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const protocols = value.split(',').map((protocol) => protocol.trim());
  const tokens = protocols.filter((protocol) => protocol !== 'daml.ws.auth');
  if (tokens.length === 0) return [credentialFault('none')];
  if (tokens.every((protocol) => /^(jwt\.token\.)?$/.test(protocol))) return [credentialFault('empty')];
  const written = tokens.map((protocol) => protocol.replace(/^jwt\.token\./, ''));
  const shown = written.flatMap((text) => literalTokenFaults(text, record));
  if (shown.length > 0) return shown;
  if (!written.some((text) => holdsToken(text) || isJwt(text))) return [credentialFault('not-a-jwt')];
  return [credentialFault('api-key-form', 'AUTH-OPEN-APIKEY-FORM'), ...tokenFaults(record)];
}
