export interface TokenCredentials {
  readonly id: string;
  readonly secret: string;
}

/** Ids of other texts are in no row: its column takes 32 characters. */
const POSSIBLE_ID = /^\w{1,32}$/;
const OTHER_SCHEME = /^(basic|bearer) +(\S+)$/i;
/** A token's id and secret at the end of Basic credentials, or alone. */
const TOKEN_AT_THE_END = /(?:^|:)([A-Za-z0-9]{32}):([A-Za-z0-9]{32})$/;
const WHOLE_TOKEN = /^([A-Za-z0-9]{32}):([A-Za-z0-9]{32})$/;

/**
 * Reads the header's `Token <id>:<secret>`. The prefix is case-sensitive, with one space; parts after a second colon are ignored
 * (content-behaviour §1.1). `Bearer <id>:<secret>` and Basic credentials that end in a token are for clients that know no other scheme.
 * @returns the refusal of credentials that need no look-up; `unknown` for ids that no token can have
 */
export function parseAuthorization(header: string | undefined): TokenCredentials | 'missing' | 'malformed' | 'unknown' {
  const text = header?.trim();
  if (!text) return 'missing';
  if (!text.startsWith('Token ') || !text.includes(':')) return tokenOfOtherScheme(text) ?? 'malformed';
  const [id = '', secret = ''] = text.slice('Token '.length).split(':');
  return POSSIBLE_ID.test(id) ? { id, secret } : 'unknown';
}

function tokenOfOtherScheme(text: string): TokenCredentials | undefined {
  const [, scheme = '', credentials = ''] = OTHER_SCHEME.exec(text) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const token = isBasic
    ? TOKEN_AT_THE_END.exec(Buffer.from(credentials, 'base64').toString())
    : WHOLE_TOKEN.exec(credentials);
  const [, id, secret] = token ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
