/** No place of its own: URLs are parsed against it to see whether they stay. */
const HERE = 'http://here.invalid';
const START_OF_LOCAL_PATH = /^\/(?![/\\])/;

/** The path, query and fragment when the text leads to a page of this site, else undefined: nobody may be led elsewhere by a link to us. */
export function localPath(text: string | undefined): string | undefined {
  // Browsers drop control characters from addresses, which could bring two slashes together.
  if (text === undefined || !START_OF_LOCAL_PATH.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text, HERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  const path = `${pathname}${search}${hash}`;
  return origin === HERE && START_OF_LOCAL_PATH.test(path) ? path : undefined;
}
