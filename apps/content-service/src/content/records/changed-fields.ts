/** The given fields that differ from the record; undefined means not given. An update without changes then leaves the record untouched. */
export function changedFields<T extends object>(record: T, given: Partial<T>): Partial<T> {
  const changed = { ...given };
  for (const key in given)
    if (given[key] === undefined || given[key] === record[key]) Reflect.deleteProperty(changed, key);
  return changed;
}
