import { someFaults } from './faults.mjs';
import { suiteFirstFindings } from './first-findings.mjs';
import { count, quantile, seconds, table } from './numbers.mjs';
import { described, findSchemathesis, schemathesisRun } from './schemathesis.mjs';
import { served } from './suite.mjs';

/** Kinds of failure also reported for the conformant server, over three seeds, are not findings. */
async function onConformant(tool, description) {
  const server = await served();
  try {
    const runs = [];
    for (const seed of [1, 2, 3]) runs.push(await schemathesisRun(tool, description, server.settings, seed));
    return { first: runs[0], known: new Set(runs.flatMap(({ failures }) => [...failures.keys()])) };
  } finally {
    server.stop();
  }
}

async function toolFirstFindings(tool, description, faults, known) {
  const found = new Map();
  for (const fault of faults) {
    const server = await served('--fault', fault);
    try {
      const { failures } = await schemathesisRun(tool, description, server.settings, 1);
      const times = [...failures].filter(([kind]) => !known.has(kind)).map(([, at]) => at);
      if (times.length > 0) found.set(fault, Math.min(...times));
    } finally {
      server.stop();
    }
  }
  return found;
}

/** The suite and Schemathesis on the same server, description and faults; only the suite if the tool is missing. */
export async function sideBySide({ faults: many, install, standard }) {
  const { answered, took } = factsOf(standard);
  const faults = await someFaults(many);
  const suite = await suiteFirstFindings(faults);
  const tool = findSchemathesis(install);
  const ours = [
    'this suite',
    count(standard.report.counts.exchanges / took),
    count(answered / took),
    ...found(suite, faults),
  ];
  const head = [
    '',
    'requests per second',
    'judged facts per second',
    `faults found, of ${faults.length}`,
    'first finding, median',
    'last',
  ];
  const explained = `All of a \`standard\` run, with start-up. A judged fact is one response judged by one requirement, or one check of the tool on a response. Times are from the start of the command. The ${faults.length} faults are spread evenly over the catalogue, and were written to prove this suite.`;
  if (tool.command === undefined)
    return {
      heading: 'Time to a first finding',
      lines: [...table(head, [ours]), '', tool.missing, '', explained],
    };
  const description = await described();
  const { first, known } = await onConformant(tool.command, description);
  const theirs = await toolFirstFindings(tool.command, description, faults, known);
  const row = [
    'Schemathesis',
    count(first.requests / first.seconds),
    count(first.checks / first.seconds),
    ...found(theirs, faults),
  ];
  const more = answered / took / (first.checks / first.seconds);
  return {
    heading: 'Side by side with Schemathesis',
    lines: [
      ...table(head, [ours, row]),
      '',
      `This suite judges ${count(more)} times as many facts per second.`,
      '',
      `${explained} Schemathesis got \`schemas/openapi.json\` with an accepted example for each body, a token, phases examples, coverage and fuzzing, 50 examples, seed 1. Its findings are kinds of failure that three runs on the conformant server do not have. See [compared with generic tools](compared-with-generic-tools.md).`,
    ],
  };
}

function factsOf({ report, seconds: took }) {
  return { answered: report.results.reduce((sum, { answersJudged }) => sum + answersJudged, 0), took };
}

function found(times, faults) {
  const all = faults.flatMap((fault) => times.get(fault) ?? []);
  if (all.length === 0) return ['0', '–', '–'];
  return [String(all.length), seconds(quantile(all, 0.5)), seconds(Math.max(...all))];
}
