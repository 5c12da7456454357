export const seconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
export const count = (value) => Math.round(value).toLocaleString('en-US');
export const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MiB`;
export const ratio = (value) => value.toFixed(2);
export const isKept = (kept) => (kept ? 'kept' : 'missed');

/** A Markdown table. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A quantile of some numbers. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
