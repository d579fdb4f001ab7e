/** Thrown to redirect a browser to another page of this site. */
export class SeeOther extends Error {
  override readonly name = 'SeeOther';

  /** @param path a path of this site; untrusted input must go through `localPath` first */
  constructor(readonly path: string) {
    super(`See ${path}`);
  }
}

/** A placeholder origin: URLs are parsed against it to detect those that leave the site. */
const HERE = 'http://here.invalid';
const START_OF_LOCAL_PATH = /^\/(?![/\\])/;

/** The path, query and fragment when the text leads to a page of this site, else undefined. Prevents open redirects. */
export function localPath(text: string | undefined): string | undefined {
  // Browsers drop control characters from addresses, so two slashes separated by one would meet.
  if (text === undefined || !START_OF_LOCAL_PATH.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  const path = `${pathname}${search}${hash}`;
  return origin === HERE && START_OF_LOCAL_PATH.test(path) ? path : undefined;
}
