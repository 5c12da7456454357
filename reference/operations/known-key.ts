import { readPublicKey } from '../keys/public-key.ts';
import { remember } from '../keys/remember.ts';

/** `readPublicKey` with its last results kept: parsing a key is the dearest step of generate-topology. */
export const readKnownKey = remember(readPublicKey);
