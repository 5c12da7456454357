import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { violationsOf } from '../json/ajv.ts';
import { depthOf } from '../json/depth-of.ts';
import { isObject } from '../json/read-json.ts';
import { readBytes } from './read-file.ts';
import { UsageError } from './usage-error.ts';
import { type Waiver, wrongDays } from './waiver.ts';
import waiversSchema from './waivers.schema.json' with { type: 'json' };

/** A waiver takes some 200 bytes: a gate with more than this of them waives everything. */
const mebibytesAtMost = 1;

/** A list of objects has two levels. */
const deepest = 100;

/** A step into the document: a key, or an index of a list. */
type WaiverPath = readonly (string | number)[];

/**
 * Reads the waivers from a YAML file, unchanged.
 * @param path relative to the current directory
 * @throws UsageError with a sentence per problem: file, line, and what to write.
 */
export function readWaivers(path: string): readonly Waiver[] {
  const lines = new LineCounter();
  const bytes = readBytes(
    path,
    `CONFORMANCE_WAIVERS names a file that cannot be read: ${path}. Correct the path, relative to the current directory, or unset it.`,
    mebibytesAtMost,
  );
  const text = bytes.toString();
  // The parser calls itself for each level, which a line of dashes has too.
  const tooDeep = new UsageError([`${path} is nested too deeply. Write a list of waivers.`]);
  if (depthOf(bytes) > deepest || /(?:[-?:][ \t]+){200}/.test(text)) throw tooDeep;
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.some(({ message }) => message.startsWith('Maximum call stack'))) throw tooDeep;
  const at = (offset: number): string => `${path}, line ${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    throw new UsageError(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: invalid YAML: ${message}. Correct it.`),
    );
  const value = plainValue(document, path);
  const place = (steps: WaiverPath): string => at(offsetOf(document, steps));
  const violations = violationsOf(waiversSchema, value);
  if (violations.length > 0)
    throw new UsageError([
      ...new Set(violations.map((violation) => `${place(pathOf(violation, value))}: ${sentence(violation)}`)),
    ]);
  const { waivers } = value as { readonly waivers: readonly Waiver[] };
  const wrong = waivers.flatMap((waiver, index) => {
    const problem = wrongDays(waiver, new Date().toISOString().slice(0, 10));
    return problem === undefined
      ? []
      : [
          `${place(['waivers', index, 'expires'])}: the waiver of ${waiver.requirement} is invalid: ${problem}`,
        ];
  });
  if (wrong.length > 0) throw new UsageError(wrong);
  return waivers;
}

function plainValue(document: Document, path: string): unknown {
  try {
    return document.toJS() as unknown;
  } catch {
    throw new UsageError([
      `${path} refers to parts of itself in a way that cannot be resolved. Write each waiver out.`,
    ]);
  }
}

/** The path to the problem; for an unknown key, the path to the key itself. */
function pathOf({ instancePath, keyword, params }: ErrorObject, value: unknown): WaiverPath {
  let inside = value;
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => {
      const key = Array.isArray(inside) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
      inside =
        isObject(inside) || Array.isArray(inside)
          ? (inside as Record<string | number, unknown>)[key]
          : undefined;
      return key;
    });
  return keyword === 'additionalProperties' ? [...steps, String(params.additionalProperty)] : steps;
}

/** The offset of a node, or of the document if there is no such node. */
function offsetOf(document: Document, steps: WaiverPath): number {
  const node = steps.length === 0 ? document.contents : document.getIn(steps, true);
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

const properties: Readonly<Record<string, { readonly description: string }>> =
  waiversSchema.$defs.waiver.properties;

function sentence({ keyword, params, instancePath, parentSchema }: ErrorObject): string {
  const name = instancePath.split('/').at(-1) ?? '';
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return `${missing} is missing. ${properties[missing]?.description ?? waiversSchema.description}`;
  }
  if (keyword === 'additionalProperties') {
    const known = instancePath === '' ? ['waivers'] : Object.keys(properties);
    return `${params.additionalProperty} is not a key of ${instancePath === '' ? 'the file' : 'a waiver'}. Use ${known.join(', ')}.`;
  }
  const what = /^\d+$/.test(name) ? 'this waiver' : name;
  return `${what === '' ? 'the file' : what} is invalid. ${String(parentSchema?.description ?? '')}`.trim();
}
