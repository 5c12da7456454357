/** A library, framework or standard, with what it does and what to set. */
export interface PitfallStack {
  /** Such as `Express` or `Go net/http`. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly behaviour: string;
  /** What to set or to write instead, in one sentence. */
  readonly remedy: string;
  /** The address of its documentation, source or issue. */
  readonly source: string;
}

/** What a finding must have in addition, to be of this pitfall. Each list names alternatives. */
export interface PitfallSign {
  /** Statuses of the response. */
  readonly statuses?: readonly number[];
  /** Media types of the response, in lower case; an empty one means that it has none. */
  readonly mediaTypes?: readonly string[];
  /** Schema keywords that the response breaks. */
  readonly keywords?: readonly string[];
  /** Kinds of input. */
  readonly inputs?: readonly string[];
  /** Why there was no complete response. */
  readonly failures?: readonly string[];
  /** All requests of the same kind have it. */
  readonly isEvery?: true;
  /** Documented fields of which responses have one in another spelling, such as `party_id`. */
  readonly renamed?: readonly string[];
  /** Texts in what was received, or in the message of the finding. */
  readonly texts?: readonly string[];
  /** Whether it only showed while other requests were in progress. */
  readonly isConcurrent?: boolean;
  /** Only some of the requests of the same kind have it. */
  readonly isSometimes?: true;
}

/**
 * What servers usually get wrong besides what the catalogue of leniencies has: in their responses, in rejections made by
 * a framework or an HTTP server, in pages, and in what requests share. The data is in the JSON files of this folder.
 */
export interface Pitfall {
  /** Unique. */
  readonly id: string;
  /** One sentence that says what goes wrong, such as "A rejection is an HTML page of the framework." */
  readonly title: string;
  /** The requirements that it breaks: ids, or beginnings of ids that end with `*`. */
  readonly requirements: readonly string[];
  /** The kinds of findings that it causes. */
  readonly findings: readonly string[];
  /** Its findings can be of any requirement, such as a missing response. */
  readonly everywhere?: true;
  /** If several pitfalls cause a finding, the one with more signs is more likely. */
  readonly sign?: PitfallSign;
  /** Other findings that go with it where it shows; they are no sign of it. */
  readonly follows?: readonly Followers[];
  /** Requirements that it breaks wherever it is the cause: one that passes on the same operation speaks against it. */
  readonly always?: readonly string[];
  readonly stacks: readonly [PitfallStack, ...PitfallStack[]];
}

/** Findings that go with those of a pitfall, on the same operation. */
export interface Followers extends Pick<Pitfall, 'requirements' | 'findings'> {
  /** Of which of its requirements one must be broken, if not any. */
  readonly behind?: readonly string[];
}

/** A framework or server that can be recognized by what it writes into answers. */
export interface Platform {
  readonly name: string;
  /** Texts of which one is enough. */
  readonly marks: readonly string[];
  /** The names of its stacks in the catalogues of pitfalls and leniencies. */
  readonly stacks: readonly string[];
  /** Stacks of the language are its own too. */
  readonly language?: string;
}
