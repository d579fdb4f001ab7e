/** Texts that spreadsheets would take for a formula, which whoever signed up could have left there for the organizer to run. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of comma-separated values (RFC 4180) that spreadsheets show as they are. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
