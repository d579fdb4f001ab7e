/** A failure with a message for the operator; the programs show it without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
