/** A target that is being served: the settings of a run against it, and how to end it. */
export interface Served {
  readonly settings: Readonly<Record<string, string>>;
  /** Throws where the run did what it must not, such as following a redirect. */
  readonly afterwards?: () => void;
  close(): Promise<void>;
}

/** One way in which a target misbehaves, and what a run against it may come to. */
export interface Behaviour {
  readonly name: string;
  readonly serve: () => Promise<Served>;
  /** The exit statuses that are right (docs/exit-status.md). */
  readonly statuses: readonly number[];
  /** What an inconclusive run must say, such as the setting to change. */
  readonly saysIfInconclusive?: RegExp;
  /** The run ends within so many seconds; 180 unless given. */
  readonly seconds?: number;
  /** Instead of `standard`, for targets that are only slow. */
  readonly effort?: 'quick';
  /** Runs with the settings that a user has who sets nothing but the target. */
  readonly atDefaults?: true;
  /** Belongs to the sample that `npm run test:load` runs. */
  readonly sample?: true;
}

/** What a run takes: time, memory of all its processes and of the largest of them, and space of its results. */
export interface Costs {
  readonly seconds: number;
  readonly mebibytes: number;
  readonly processMebibytes: number;
  readonly keptMegabytes: number;
}

/** Some 12,000 requests, of which a target may take one at a time, or let many wait for nothing. */
const defaultBounds: Costs = { seconds: 180, mebibytes: 1_500, processMebibytes: 512, keptMegabytes: 200 };

/** What a run against a target may take. */
export function boundsOf({ seconds = defaultBounds.seconds }: Behaviour): Costs {
  return { ...defaultBounds, seconds };
}
