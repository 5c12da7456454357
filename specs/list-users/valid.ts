import type { MakeValid } from '../shared/cases.ts';

/** The plain listing: no body, no parameters. */
export const validList: MakeValid = () => ({ request: {} });
