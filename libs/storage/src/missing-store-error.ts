/** The folder or bucket of a store is not there, unlike a single file of it. The message is a sentence for the operator. */
export class MissingStoreError extends Error {
  override readonly name = 'MissingStoreError';
}
