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
  const { baseUrl, localUrl, credentials, credentialsFile } = announcement;
  return `
Almanac is ready: ${baseUrl}

  Administrator  ${credentials.adminEmail}
  Password       ${credentials.adminPassword}
  API token      ${credentials.adminApiToken}

  These are shown this once and kept in ${credentialsFile}

  Library    ${baseUrl}/
  Log in     ${baseUrl}/login
  API        ${baseUrl}/api/docs
  Calendar   ${baseUrl}/calendar/events/v1/doc

  Try it:  curl -H "Authorization: Token ${credentials.adminApiToken}" ${localUrl}/api/books

  A front end of another origin needs a setting:  CORS_ALLOWED_ORIGINS=http://localhost:3000 npm start
${tokenNote(announcement)}
Stop with Ctrl+C.
`;
}

export function laterBanner(announcement: Announcement): string {
  const { baseUrl, credentialsFile } = announcement;
  return `
Almanac is ready: ${baseUrl}/
The administrator's e-mail, first password and API token are in ${credentialsFile}
${tokenNote(announcement)}Stop with Ctrl+C.
`;
}

/** The token was removed, or lost its rights. A start does not make it again. */
function tokenNote({ isTokenRefused, baseUrl }: Announcement): string {
  if (!isTokenRefused) return '';
  return `The kept API token no longer works. Make another one at ${baseUrl}/my-account/tokens, or with: npm start -- --recover-admin
`;
}
