import { readPublicKey } from '../keys/public-key.ts';
import { remember } from '../keys/remember.ts';

/** `readPublicKey` with a cache: parsing a key is the most expensive step of generate-topology. */
export const readKnownKey = remember(readPublicKey);
