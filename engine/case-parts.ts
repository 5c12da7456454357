import type { Circumstance } from '../journal/circumstances.ts';
import type { CaseRecord, ChainPage, Role } from '../journal/record.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { ClientStyle } from '../wire/client-style.ts';
import type { Header, Scheme } from '../wire/credential.ts';
import type { OperationRequest } from '../wire/operation-request.ts';
import type { TextOf } from '../wire/token-texts.ts';
import type { Wire } from '../wire/wire.ts';
import type { Clock, ReadMoment } from './clock.ts';
import type { Health } from './health.ts';

/** The purpose of an exchange; for a page, which page it is. */
export type RequestRole = Exclude<Role, 'page'> | ChainPage;

/** What the requests of a case follow from, in a run and where it is generated again. */
export interface CaseOrigin extends Pick<CaseRecord, 'id' | 'requirement' | 'operation' | 'judge'> {
  /** Defaults to the scheme that the target is known to accept. */
  readonly validCredential: (scheme?: Scheme) => readonly Header[];
  /** The same with a token that was not sent before; undefined if none can be made. */
  readonly newCredential?: readonly Header[] | undefined;
  readonly plain: () => OperationRequest;
  /** The client as which a request is sent, from what identifies it; if omitted, as the suite itself. */
  readonly style?: (key: string) => ClientStyle;
  /** Under which circumstances a request is sent; if omitted, the case does not record any. */
  readonly circumstance?: (
    request: OperationRequest,
    credential: readonly Header[] | Scheme | undefined,
  ) => Circumstance;
}

/** A case, and what it is sent with. */
export interface CaseParts extends CaseOrigin {
  readonly wire: Wire;
  readonly bounds: Bounds;
  /** The text of a token, asked for when a request with it is about to be sent. */
  readonly tokenText: TextOf;
  readonly health: Health;
  readonly clock: Clock;
  readonly moment: ReadMoment;
  /** False if failures should not be confirmed with valid requests before and after a further attempt (ruling 26). */
  readonly confirms?: false;
}
