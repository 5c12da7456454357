// The trend of several nights, from their reports and comparisons.

const marks = {
  passed: '✓',
  failed: '✗',
  warned: '!',
  inconclusive: '?',
  'not-exercised': '–',
  inapplicable: '–',
  observed: '✓',
};

/** The trend as Markdown: a row for each night, and a line for each requirement that was ever broken. */
export function trend(nights) {
  return `# Trend of ${nights.length} ${nights.length === 1 ? 'night' : 'nights'}

![broken requirements by night](trend.svg)

| night | target | verdict | MUST exercised | failed | warned | observed otherwise | regressions | causes |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
${nights.toReversed().map(row).join('\n')}
${unsteady(nights)}`;
}

function row({ name, report, comparison }) {
  const { verdict, coverage, counts, target } = report;
  const { exercised, total } = coverage.must;
  const changes = comparison?.changes.filter(({ regression }) => regression) ?? [];
  const causes = [...new Set(changes.map(({ cause }) => cause))].join(', ');
  const cells = [
    name,
    code(target.baseUrl),
    verdict,
    `${exercised} of ${total}`,
    counts.failed,
    counts.warned,
    comparison === null ? '' : comparison.observations.length,
    comparison === null ? '' : changes.length,
    causes,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Requirements that did not pass every night; oldest night first. */
function unsteady(nights) {
  const lines = new Map();
  nights.forEach(({ report }, at) => {
    for (const { requirement, operation, level, outcome } of report.results) {
      if (level === 'OPEN') continue;
      const key = `${requirement} on ${operation} (${level})`;
      const line = lines.get(key) ?? Array(nights.length).fill(' ');
      line[at] = marks[outcome];
      lines.set(key, line);
    }
  });
  const all = [...lines];
  const never = all.filter(([, line]) => line.every((mark) => mark === '–' || mark === ' '));
  const shown = all.filter((each) => !never.includes(each) && each[1].some((mark) => mark !== '✓'));
  const unseen = never.length === 0 ? '' : `\n${never.length} requirements were never exercised.\n`;
  if (shown.length === 0) return `\nEverything exercised passed every night.\n${unseen}`;
  const rows = shown.map(([key, line]) => `| \`${line.join('')}\` | ${key} |`);
  return `
✓ passed, ✗ broken, ! broken SHOULD, ? inconclusive, – not exercised; latest night last.

| nights | requirement |
| --- | --- |
${rows.join('\n')}
${unseen}`;
}

/** Text from a target as a code span in a table. */
function code(text) {
  const plain = text.replace(/[`|\p{Cc}\p{Cf}]/gu, ' ').slice(0, 100);
  return plain.trim() === '' ? '' : `\`${plain.trim()}\``;
}

/** The number of broken requirements per night, as bars. */
export function sparkline(nights) {
  const [bar, gap, height] = [12, 4, 60];
  const broken = nights.map(({ report }) => report.counts.failed + report.counts.warned);
  const most = Math.max(1, ...broken);
  const bars = broken.map((count, at) => {
    const tall = Math.max(2, Math.round((count / most) * height));
    const place = `x="${at * (bar + gap)}" y="${height - tall}" width="${bar}" height="${tall}"`;
    return `  <rect ${place} fill="${count === 0 ? '#2e7d32' : '#c62828'}"><title>${nights[at].name}: ${count}</title></rect>`;
  });
  const width = Math.max(1, nights.length * (bar + gap) - gap);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="Broken requirements by night">
${bars.join('\n')}
</svg>
`;
}
