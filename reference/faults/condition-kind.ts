/**
 * In which condition alone a fault shows: for some clients, under one scheme, on some connections, with some framing of
 * the body, with some types of keys, with some notation of the same content, with or without optional fields or parameters,
 * for some values, after something that was sent before, side by side with other requests, or by chance.
 */
export const conditionKinds = [
  'client',
  'scheme',
  'connection',
  'framing',
  'key-type',
  'notation',
  'optional-field',
  'value',
  'state',
  'concurrency',
  'chance',
] as const;

export type ConditionKind = (typeof conditionKinds)[number];
