export interface TokenCredentials {
  readonly id: string;
  readonly secret: string;
}

/**
 * Reads the header's `Token <id>:<secret>`; the word and its one space are matched to the letter, parts after a second colon are ignored
 * (content-behaviour §1.1).
 */
export function parseAuthorization(header: string | undefined): TokenCredentials | 'missing' | 'malformed' {
  const text = header?.trim();
  if (!text) return 'missing';
  if (!text.startsWith('Token ') || !text.includes(':')) return 'malformed';
  const [id = '', secret = ''] = text.slice('Token '.length).split(':');
  return { id, secret };
}
