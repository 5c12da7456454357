import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Report } from '../report/report.ts';
import type { ComparedPace } from './comparison.ts';
import { type Survey, surveyJournal, surveyPace } from './survey.ts';

/** A run to compare. A report alone gives less evidence for causes than a report with its journal. */
export interface ComparedRun {
  readonly report: Report;
  readonly survey?: Survey;
  /** Undefined if the exchanges were not kept. */
  readonly pace?: ReadonlyMap<Operation, ComparedPace>;
}

/** A report with as much of its journal as there is in a folder. */
export function withJournal(report: Report, folder: string): ComparedRun {
  return {
    report,
    ...(existsSync(join(folder, runFile)) ? { survey: surveyJournal(folder) } : {}),
    ...(existsSync(join(folder, exchangesFile)) ? { pace: surveyPace(folder) } : {}),
  };
}
