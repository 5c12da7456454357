import type { Slowed } from '../wire/wire.ts';

/** The annotation of the test of a run that says how many checks it conducts, each as a step. */
export const countAnnotation = 'checks';

/** The attachment of a step with the requirements that its check found broken, as the report names them: a JSON array of strings. */
export const brokenAttachment = 'broken';

/** The attachment of a step whose check ended because of an error of the suite, with its message. */
export const errorAttachment = 'error';

/** The attachment of a step whose check ended because results can no longer be written, with the sentence for the user. */
export const unwritableAttachment = 'unwritable';

/** The annotation of the test of a run that says, in a sentence, what slowed it down. */
export const slowedAnnotation = 'slowed';

/** A few such requests in so many slow nothing down. */
const worthSaying = { requests: 20, share: 0.01 };

/** What slowed a run down and what to do about it, in sentences; none if nothing did. */
export function slowedText({ sent, turnedAway, closed, atOnce, fewest }: Slowed): string[] {
  const isMany = (count: number): boolean =>
    count >= Math.max(worthSaying.requests, worthSaying.share * sent);
  const fewer = fewest < atOnce ? `, and at times sent only ${fewest} at once instead of ${atOnce}` : '';
  return [
    ...(isMany(turnedAway)
      ? [
          `slowed down: the target turned ${turnedAway} requests away as too many. The run paused${fewer}. Set CONFORMANCE_RATE or CONFORMANCE_CONCURRENCY to what the target accepts, or raise its limit.`,
        ]
      : []),
    ...(isMany(closed)
      ? [
          `slowed down: the target closed ${closed} kept connections on which a request was sent, which was sent again${turnedAway < closed ? fewer : ''}. Raise its keep-alive timeout, or the number of requests per connection.`,
        ]
      : []),
  ];
}
