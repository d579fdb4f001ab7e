import { stringify } from 'csv-stringify/sync';

/**
 * A line of comma-separated values (RFC 4180), each in quotes. Texts that a spreadsheet would run as a formula get an apostrophe in front: an
 * attendee could have entered a malicious one.
 */
export const csvLine = (values: readonly unknown[]): string =>
  stringify([[...values]], {
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    cast: { boolean: String },
  });
