import { type ClassifiedKey, classifyKeyData } from '../../generators/key-data/classify.ts';

// Whether a point has the prime order takes a millisecond, and a recording repeats its keys.
const remembered = new Map<string, ClassifiedKey>();
const rememberedAtMost = 4_096;

/** keyData read as an X.509 SubjectPublicKeyInfo, the only format that the document names (ruling 31). */
export function readKey(keyData: string): ClassifiedKey {
  const known = remembered.get(keyData);
  if (known !== undefined) return known;
  const key = classifyKeyData(keyData);
  if (remembered.size >= rememberedAtMost) remembered.clear();
  remembered.set(keyData, key);
  return key;
}
