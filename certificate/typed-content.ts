import reportSchema from '../reports/report/report.schema.json' with { type: 'json' };
import type { Report } from '../reports/report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import { checkSchema } from './check-schema.ts';
import { type Files, testResultFile, verdictFile } from './manifest.ts';
import { parseWritten } from './parse-strictly.ts';
import statementSchema from './statement.schema.json' with { type: 'json' };
import { type Artifact, type Declared, testResultType, verdictType } from './statements.ts';
import verdictSchema from './verdict.schema.json' with { type: 'json' };

const types: Readonly<Record<string, string>> = {
  [verdictFile]: verdictType,
  [testResultFile]: testResultType,
};

/** The digest of the manifest that a statement is about, and the artifacts that it names besides. */
export function statementIn(
  name: string,
  value: unknown,
): { readonly manifest: string; readonly artifacts: readonly Artifact[] } {
  checkSchema(statementSchema, name, value);
  const { subject, predicateType } = value as {
    subject: readonly [Subject, ...Subject[]];
    predicateType: string;
  };
  if (predicateType !== types[name])
    throw new BundleRefused('schema', `${name} is a statement of another kind: ${predicateType}.`);
  const [manifest, ...others] = subject;
  const artifacts = others.map((each) => ({ name: each.name, sha256: each.digest.sha256 }));
  if (new Set(subject.map((each) => each.name)).size < subject.length)
    throw new BundleRefused('schema', `${name} has two subjects of one name.`);
  return { manifest: manifest.digest.sha256, artifacts };
}

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** The fields of the suite's own statement that do not follow from the report. */
export function verdictIn(
  statement: unknown,
): Pick<Declared, 'implementation' | 'notAfter' | 'program' | 'assurance'> {
  const { predicate } = statement as { predicate: unknown };
  checkSchema(verdictSchema, verdictFile, predicate);
  const { implementation, notAfter, program, assurance } = predicate as Pick<
    Declared,
    'implementation' | 'notAfter' | 'assurance'
  > & { readonly program: { readonly sha256: string } };
  return { implementation, notAfter, program: program.sha256, assurance };
}

/** The report of a bundle. */
export function reportIn(files: Files): Report {
  const value = parseWritten('schema', 'report.json', files.get('report.json') ?? Buffer.alloc(0));
  checkSchema(reportSchema, 'report.json', value);
  return value as Report;
}
