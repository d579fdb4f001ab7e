/** Without the columns that are undefined, because their fields were not sent. */
export const sentColumns = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
