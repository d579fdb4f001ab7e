import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An answer of the reference, with the request that it was given to. */
export interface Capture {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  requestBody: unknown;
  status: number;
  body: unknown;
}

/** Where the captured answers lie: beside the repository, or where ALMANAC_CAPTURES says. See `describeWithReference`. */
export const CAPTURES = process.env['ALMANAC_CAPTURES'] ?? path.resolve(__dirname, '../../../../../shared/reference/content');

/** Of searches those that find nothing; features/search makes what the others find. */
const SEARCHES = 'search-(?:count|empty|no|page(?=-0))';
const IN_SCOPE = new RegExp(
  `^(attachments|audit-log|image-gallery|books|chapters|comments|pages|shelves|tags|system|list|auth|route|accept|${SEARCHES})-(?!export).*[.]json$`,
);

/** The captures whose files have such names; none where the folder of captures is not at hand. */
export function readCaptures(names = IN_SCOPE): Capture[] {
  if (!existsSync(CAPTURES)) return [];
  return readdirSync(CAPTURES)
    .filter((file) => names.test(file))
    .map((file) => {
      const { request, status, body } = JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8'));
      return {
        name: file.replace('.json', ''),
        method: request.method,
        path: request.path,
        headers: request.headers,
        requestBody: request.body,
        status,
        body,
      };
    });
}
