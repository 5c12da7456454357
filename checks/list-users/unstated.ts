import type { Check } from '../../session/check.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { validList } from './valid.ts';

/** What the document leaves open in listing users, queries apart: observed, with the form of failures judged. */
export const unstatedChecks: readonly Check[] = [
  ...openSchemeChecks('list-users', validList),
  ...httpOpenChecks('list-users', validList),
];
