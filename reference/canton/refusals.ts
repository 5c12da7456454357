import { type Refusal, refused } from '../refusal.ts';

export function invalidArguments(why: string, details: Partial<Refusal> = {}): Refusal {
  return refused('INVALID_ARGUMENT', `The submitted request has invalid arguments: ${why}`, details);
}

export function invalidField(why: string): Refusal {
  return refused(
    'INVALID_FIELD',
    `The submitted command has a field with invalid value: Invalid field ${why}`,
  );
}
