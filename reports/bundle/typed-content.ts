import reportSchema from '../report/report.schema.json' with { type: 'json' };
import type { Report } from '../report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import { checkSchema } from './check-schema.ts';
import { type Files, testResultFile, verdictFile } from './manifest.ts';
import { parseWritten } from './parse-strictly.ts';
import statementSchema from './statement.schema.json' with { type: 'json' };
import { type Implementation, testResultType, verdictType } from './statements.ts';
import verdictSchema from './verdict.schema.json' with { type: 'json' };

const types: Readonly<Record<string, string>> = {
  [verdictFile]: verdictType,
  [testResultFile]: testResultType,
};

/** The digest of the manifest that a statement is about. */
export function statementIn(name: string, value: unknown): string {
  checkSchema(statementSchema, name, value);
  const { subject, predicateType } = value as {
    subject: readonly [{ digest: { sha256: string } }];
    predicateType: string;
  };
  if (predicateType !== types[name])
    throw new BundleRefused('schema', `${name} is a statement of another kind: ${predicateType}.`);
  return subject[0].digest.sha256;
}

/** The fields of the suite's own statement that do not follow from the report. */
export function verdictIn(statement: unknown): {
  readonly implementation: Implementation;
  readonly notAfter: string;
  readonly program: string;
} {
  const { predicate } = statement as { predicate: unknown };
  checkSchema(verdictSchema, verdictFile, predicate);
  const { implementation, notAfter, program } = predicate as {
    implementation: Implementation;
    notAfter: string;
    program: { sha256: string };
  };
  return { implementation, notAfter, program: program.sha256 };
}

/** The report of a bundle. */
export function reportIn(files: Files): Report {
  const value = parseWritten('schema', 'report.json', files.get('report.json') ?? Buffer.alloc(0));
  checkSchema(reportSchema, 'report.json', value);
  return value as Report;
}
