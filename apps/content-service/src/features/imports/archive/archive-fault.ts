/** Why an archive as a whole is refused, in words for whoever sent it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
