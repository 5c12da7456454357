import type { Circumstance } from '../journal/circumstances.ts';
import type { CaseRecord, ChainPage, Role } from '../journal/record.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { Header, Scheme } from '../wire/credential.ts';
import type { Dress } from '../wire/dress.ts';
import type { OperationRequest } from '../wire/operation-request.ts';
import type { TextOf } from '../wire/token-texts.ts';
import type { Wire } from '../wire/wire.ts';
import type { Clock, ReadMoment } from './clock.ts';
import type { Health } from './health.ts';

/** The purpose of an exchange; for a page, which page it is. */
export type RequestRole = Exclude<Role, 'page'> | ChainPage;

/** What a case builder needs from its run. */
export interface CaseParts extends Pick<CaseRecord, 'id' | 'requirement' | 'operation' | 'judge'> {
  readonly wire: Wire;
  readonly bounds: Bounds;
  /** Defaults to the scheme that the target is known to accept. */
  readonly validCredential: (scheme?: Scheme) => readonly Header[];
  /** The text of a token, asked for when a request with it is about to be sent. */
  readonly tokenText: TextOf;
  /** The same with a token that was not sent before; undefined if none can be made. */
  readonly newCredential?: readonly Header[] | undefined;
  readonly plain: () => OperationRequest;
  /** The client as which a request is sent, from what identifies it; if omitted, as the suite itself. */
  readonly dress?: (key: string) => Dress;
  /** Under which circumstances a request is sent; if omitted, the case does not record any. */
  readonly circumstance?: (
    request: OperationRequest,
    credential: readonly Header[] | Scheme | undefined,
  ) => Circumstance;
  readonly health: Health;
  readonly clock: Clock;
  readonly moment: ReadMoment;
  /** False if failures should not be confirmed with valid requests before and after a further attempt (ruling 26). */
  readonly confirms?: false;
}
