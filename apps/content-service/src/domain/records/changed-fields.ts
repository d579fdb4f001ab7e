/** The given fields that differ from the record's; undefined ones were not given. So an update that changes nothing leaves no trace in the record. */
export function changedFields<T extends object>(record: T, given: Partial<T>): Partial<T> {
  const changed = { ...given };
  for (const key in given) if (given[key] === undefined || given[key] === record[key]) Reflect.deleteProperty(changed, key);
  return changed;
}
