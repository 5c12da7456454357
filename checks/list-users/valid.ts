import type { MakeValid } from '../conduct/valid-request.ts';

/** The plain listing: no body, no parameters. */
export const validList: MakeValid = () => ({ request: {} });
