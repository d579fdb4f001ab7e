/** Streams a JSON array, so that it is never in memory as a whole. */
export async function* jsonList<T>(
  items: readonly T[],
  write: (item: T) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield '[';
  for (const [place, item] of items.entries()) {
    if (place > 0) yield ',';
    yield* write(item);
  }
  yield ']';
}
