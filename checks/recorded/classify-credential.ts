import { requirement as entry } from '../../requirements/catalogue.ts';
import { demandOf } from '../../requirements/claims.ts';
import { headerValues } from '../../wire/exchange.ts';
import { markStart } from '../../wire/secrets.ts';
import { isJwt } from '../../wire/token.ts';
import { tokenFaults } from './credential-kind.ts';
import { credentialFault, openCredential, type RecordedFault } from './fault.ts';
import type { RecordedExchange } from './reading/recorded-exchange.ts';

/** Where a token stood: what the recorder, or this suite, writes in its place. */
function holdsToken(text: string): boolean {
  return text.includes('<jwt>') || text.includes(markStart);
}

function isToken(text: string): boolean {
  return text === '<jwt>' || /^\[redacted:[^\]]*\]$/.test(text);
}

/**
 * What is wrong with the credential of a request, or open about it: by its headers, and by the record's name where
 * they hold a token. Nothing for the ordinary token behind the word Bearer.
 */
export function credentialFaults(record: RecordedExchange): RecordedFault[] {
  const { headers, target } = record.exchange.request;
  const [authorization] = headerValues(headers, 'authorization');
  const [apiKey] = headerValues(headers, 'sec-websocket-protocol');
  if (authorization === undefined && apiKey === undefined) {
    return [holdsToken(target) ? openCredential('a token in the query') : credentialFault('none')];
  }
  if (apiKey === undefined) return authorizationFaults(authorization ?? '', record);
  if (authorization === undefined) return apiKeyFaults(apiKey, record);
  // Which of two credentials counts is not said, so only two that must be refused must be refused together.
  const both = [authorizationFaults(authorization, record), apiKeyFaults(apiKey, record)];
  return both.every((faults) => faults.some(isRefused)) ? both.flat() : [openCredential('two credentials')];
}

function isRefused({ requirement }: RecordedFault): boolean {
  const known = entry(requirement);
  return known.level === 'MUST' && demandOf(known) === 'rejected';
}

function authorizationFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const [, scheme = '', gap = '', rest = ''] = /^(\S*)([ \t]*)(.*)$/.exec(value.trimStart()) ?? [];
  const credentials = rest.trimEnd();
  if (scheme === '') return [credentialFault('empty')];
  if (/^basic$/i.test(scheme)) return [credentialFault('basic')];
  if (!/^bearer$/i.test(scheme)) {
    if (credentials === '' && !holdsToken(scheme)) return [credentialFault('not-a-jwt')];
    return [openCredential('another scheme'), ...(holdsToken(value) ? tokenFaults(record) : [])];
  }
  if (credentials === '') return [credentialFault('empty')];
  return [
    ...(scheme === 'Bearer' ? [] : [credentialFault('scheme-case', 'AUTH-OPEN-SCHEME-CASE')]),
    ...(gap === ' ' ? [] : [openCredential('another gap behind the scheme')]),
    ...writtenTokenFaults(credentials, record),
  ];
}

/** A token as it stands in the record: replaced, or written out where it is none that the target would take. */
function writtenTokenFaults(text: string, record: RecordedExchange): RecordedFault[] {
  if (isToken(text)) return tokenFaults(record);
  if (holdsToken(text) || isJwt(text))
    return [openCredential('a token with something beside it'), ...tokenFaults(record)];
  return [credentialFault('not-a-jwt')];
}

/** Ruling 20: three forms, of which one must work. Which one is open, and so is any other with a token in it. */
function apiKeyFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const protocols = value.split(',').map((protocol) => protocol.trim());
  const tokens = protocols.filter((protocol) => protocol !== 'daml.ws.auth');
  if (tokens.length === 0) return [credentialFault('none')];
  if (tokens.every((protocol) => /^(jwt\.token\.)?$/.test(protocol))) return [credentialFault('empty')];
  const written = tokens.map((protocol) => protocol.replace(/^jwt\.token\./, ''));
  if (!written.some((text) => holdsToken(text) || isJwt(text))) return [credentialFault('not-a-jwt')];
  return [credentialFault('api-key-form', 'AUTH-OPEN-APIKEY-FORM'), ...tokenFaults(record)];
}
