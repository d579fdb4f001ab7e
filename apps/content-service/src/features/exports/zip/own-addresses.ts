/** An address ends where HTML, Markdown or a sentence goes on; what follows a query or a fragment is not part of it. */
const END = '[^?#"\'=()<>\\s\\]]*';

/**
 * A text with the addresses of this installation replaced (content-behaviour §16.3): `replace` is given each path below the base address,
 * such as `/books/guide/page/start`, and answers what stands for it or undefined. Queries and fragments stay where they are.
 */
export function replaceOwnAddresses(text: string, baseUrl: string, replace: (path: string) => string | undefined): string {
  return text.replace(addressesUnder(baseUrl), (address: string, path: string) => replace(path) ?? address);
}

/** The paths of such addresses. */
export const ownAddresses = (text: string, baseUrl: string): string[] =>
  Array.from(text.matchAll(addressesUnder(baseUrl)), ([, path]) => path ?? '');

const addressesUnder = (baseUrl: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])${baseUrl.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(/${END})`, 'g');
