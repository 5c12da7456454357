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
  /** The run ends within so many seconds; 60 unless given. */
  readonly seconds?: number;
  /** Its processes together never hold more than so many megabytes; 900 unless given. None of them holds more than 512 MiB. */
  readonly megabytes?: number;
  /** What the run keeps on disk is never more than so many megabytes; 200 unless given. */
  readonly keptMegabytes?: number;
  /** What one process may hold, if it is more than 512 MiB. */
  readonly processMebibytes?: number;
  /** Requirements or operations to run; everything unless given. */
  readonly only?: string;
  /** Runs with the settings that a user has who sets nothing but the target. */
  readonly atDefaults?: true;
  /** Runs everything at the default effort, not at `quick`. */
  readonly isStandard?: true;
  /** Belongs to the sample that `npm test` runs. */
  readonly sample?: true;
}

export const defaultSeconds = 60;
export const defaultMegabytes = 900;
export const defaultKeptMegabytes = 200;
export const processMebibytes = 512;

/** A few checks of each operation: enough of what a target says for every place where its words are shown. */
export const fewOfEach =
  'GT-SUCCESS,GT-FAILURE-FORM,GT-REQ-FORMAT,EX-SUCCESS,EX-FAILURE-FORM,EX-REQ-USERID,LU-SUCCESS,LU-FAILURE-FORM,LU-PAGE-CONTINUES,AUTH-REQUIRED';

/** The same of list-users. */
export const fewOfUsers = 'LU-SUCCESS,LU-FAILURE-FORM,LU-PAGE-CONTINUES,AUTH-REQUIRED@list-users';
