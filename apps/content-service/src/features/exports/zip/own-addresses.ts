/** An address ends at a delimiter of HTML, Markdown or prose. Query and fragment are not part of it. */
const END = '[^?#"\'=()<>\\s\\]]*';

/**
 * Replaces addresses of this installation in a text (content-behaviour §16.3). Queries and fragments stay unchanged.
 * @param replace gets each path below the base address, such as `/books/guide/page/start`, and returns its replacement or undefined
 */
export function replaceOwnAddresses(
  text: string,
  baseUrl: string,
  replace: (path: string) => string | undefined,
): string {
  return text.replace(addressesUnder(baseUrl), (address: string, path: string) => replace(path) ?? address);
}

/** Paths of all addresses of this installation in a text. */
export const ownAddresses = (text: string, baseUrl: string): string[] =>
  Array.from(text.matchAll(addressesUnder(baseUrl)), ([, path]) => path ?? '');

const addressesUnder = (baseUrl: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])${baseUrl.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(/${END})`, 'g');
