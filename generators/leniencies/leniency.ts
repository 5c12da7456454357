/** What a leniency is about: the syntax of a body, the name of a member, a value, the content of a key, a credential. */
export type LeniencyArea = 'json-text' | 'member-name' | 'value' | 'key-data' | 'credential';

/** A library or framework that is lenient by default, or with a setting that is common. */
interface LenientStack {
  /** Such as `Jackson` or `Go encoding/json`. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly behaviour: string;
  /** How to make it strict, in one sentence. */
  readonly remedy: string;
  /** The address of its documentation, source or issue that says so. */
  readonly source: string;
}

/**
 * One way in which common software accepts something other than what the document says (rulings 28 to 33). The data is in
 * the JSON files of this folder, one for each area; generators read the mutations, reports and docs the rest.
 */
export interface Leniency {
  /** Unique; the kind of the cases that show it. */
  readonly id: string;
  readonly area: LeniencyArea;
  /** One sentence that says what is accepted, such as "A blank string is read as a number." */
  readonly title: string;
  readonly rulings: readonly number[];
  /** The keyword by which requirements claim its cases; observed ones have their own keywords. */
  readonly keyword: string;
  /** The types of fields that it applies to; absent if it does not depend on a type. */
  readonly types?: readonly LenientType[];
  /** What to send: templates in which `$name` stands for a part of the valid input; each area documents its parts. */
  readonly templates: readonly string[];
  /**
   * Where a template of `json-text` belongs: it is the whole body, which is the default, the text of one value, or that of
   * one documented string, of which it has the parts.
   */
  readonly at?: 'body' | 'value' | 'string';
  /** Of what a template of `member-name` is the name, if not of the member: an object that has it, or a query parameter. */
  readonly of?: 'object' | 'parameter';
  /**
   * How a template of `json-text` becomes bytes; UTF-8 by default. `bytes`: each character of the template below U+0100 is
   * one byte, and its parts are UTF-8.
   */
  readonly encoding?: 'bytes' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';
  /** Whether it leads to another one: its result contains a value of the same field, which may be wrong itself. */
  readonly wraps?: true;
  /** Known to end the process of a common runtime, so it is sent after everything else. */
  readonly mayCrash?: true;
  /** What another standard says against it, if the document relies on that. */
  readonly standard?: { readonly document: string; readonly section: string; readonly quote: string };
  readonly stacks: readonly [LenientStack, ...LenientStack[]];
}

/** The types of fields; a name of an enumeration differs from other strings. */
export type LenientType = 'string' | 'enum' | 'integer' | 'boolean' | 'array' | 'object';
