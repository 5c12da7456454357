import type { MakeValid } from '../shared/requests.ts';

/** The plain listing: no body, no parameters. */
export const validList: MakeValid = () => ({ request: {} });
