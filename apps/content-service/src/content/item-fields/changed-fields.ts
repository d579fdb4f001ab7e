type Changes<T> = { [K in keyof T]?: T[K] | undefined };

/** The given fields that differ from the record; undefined means not given. An update without changes then leaves the record untouched. */
export function changedFields<T extends object>(record: T, changes: Changes<T>): Partial<T> {
  const changed: Partial<T> = {};
  for (const key in changes) {
    const value = changes[key];
    if (value !== undefined && value !== record[key]) changed[key] = value;
  }
  return changed;
}
