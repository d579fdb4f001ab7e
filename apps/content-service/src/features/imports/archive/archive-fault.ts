/** The reason to refuse an archive as a whole; the message is for the caller. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
