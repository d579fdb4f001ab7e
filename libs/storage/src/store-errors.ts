/** The folder or bucket of a store is not there, unlike a single file of it. The message is a sentence for the operator. */
export class MissingStoreError extends Error {
  override readonly name = 'MissingStoreError';
}

/** The disk of a store is read-only, broken or not the program's own, as a bucket may refuse access. The message is a sentence for the operator. */
export class RefusedStoreError extends Error {
  override readonly name = 'RefusedStoreError';
}
