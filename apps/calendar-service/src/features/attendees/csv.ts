import { stringify } from 'csv-stringify/sync';

/**
 * A line of comma-separated values (RFC 4180), each in quotes. A text that spreadsheets would take for a formula gets an apostrophe before it,
 * because the person who signed up may have left it there for the organizer to run.
 */
export const csvLine = (values: readonly unknown[]): string =>
  stringify([[...values]], {
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    cast: { boolean: String },
  });
