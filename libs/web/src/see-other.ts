/** Thrown to redirect a browser to another page of this site. */
export class SeeOther extends Error {
  override readonly name = 'SeeOther';

  /** @param path a path of this site; untrusted input must go through `localPath` first */
  constructor(readonly path: string) {
    super(`See ${path}`);
  }
}
