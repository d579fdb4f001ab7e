import type { Credentials } from './settings/credentials';

export interface Announcement {
  readonly baseUrl: string;
  /** The gateway's address on this machine; a public BASE_URL may not be reachable from here. */
  readonly localUrl: string;
  readonly credentials: Credentials;
  readonly credentialsFile: string;
}

/** The announcement after the first start; the secrets are never printed again. */
export function firstBanner({ baseUrl, localUrl, credentials, credentialsFile }: Announcement): string {
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

Stop with Ctrl+C.
`;
}

export function laterBanner({ baseUrl, credentialsFile }: Announcement): string {
  return `
Almanac is ready: ${baseUrl}/
The administrator's e-mail, first password and API token are in ${credentialsFile}
Stop with Ctrl+C.
`;
}
