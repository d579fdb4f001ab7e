/** Thrown to lead a browser to another page of this site. */
export class SeeOther extends Error {
  override readonly name = 'SeeOther';

  /** @param path of this site; what a stranger had a say in goes through `localPath` first */
  constructor(readonly path: string) {
    super(`See ${path}`);
  }
}
