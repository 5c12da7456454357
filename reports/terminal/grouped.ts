/** A count as people read it: `7,298`. The same on every machine. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
