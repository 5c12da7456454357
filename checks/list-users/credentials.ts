import { credentialChecks } from '../conduct/credentials.ts';
import { schemeChecks } from '../conduct/schemes.ts';
import { conductListSchemes, validList } from './valid.ts';

/** The credential table and both schemes on list-users. */
export const listCredentialChecks = [
  ...credentialChecks('list-users', validList),
  ...schemeChecks('list-users', conductListSchemes),
];
