import type { Credentials } from './settings/credentials';

export interface Announcement {
  readonly baseUrl: string;
  /** The gateway's address on this machine; a public BASE_URL may not be reachable from here. */
  readonly localUrl: string;
  readonly credentials: Credentials;
  readonly credentialsFile: string;
  readonly isTokenRefused: boolean;
}

/** The announcement after the first start; the secrets are never printed again. */
export function firstBanner(announcement: Announcement): string {
  const { credentials, credentialsFile } = announcement;
  const { adminEmail, adminPassword, adminApiToken } = credentials;
  return [
    ...startOf(announcement, adminApiToken),
    `Log in as ${adminEmail} with the password ${adminPassword} (shown this once; it and the token are in ${credentialsFile}). Stop with Ctrl+C.`,
  ].join('\n');
}

export function laterBanner(announcement: Announcement): string {
  const { credentialsFile } = announcement;
  const token = `$(node -p 'require(process.argv[1]).adminApiToken' ${quoted(credentialsFile)})`;
  return [
    ...startOf(announcement, token),
    `The administrator's e-mail, first password and token are in ${credentialsFile}. Stop with Ctrl+C.`,
  ].join('\n');
}

/**
 * The addresses, and the variables of the guides to paste into another terminal. A token that was removed, or lost its rights, is not made
 * again.
 */
function startOf({ baseUrl, localUrl, isTokenRefused }: Announcement, token: string): string[] {
  const refused = `The kept API token no longer works. Make another one at ${baseUrl}/my-account/tokens, or with: npm start -- --recover-admin`;
  return [
    `Almanac is ready: ${baseUrl}/ · calendar: ${baseUrl}/events/ · API documentation: ${baseUrl}/api/docs`,
    `export ALMANAC=${localUrl}`,
    isTokenRefused ? refused : `export TOKEN=${token}`,
  ];
}

const quoted = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
