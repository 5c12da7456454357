/** A count with digit grouping, such as `7,298`, in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
