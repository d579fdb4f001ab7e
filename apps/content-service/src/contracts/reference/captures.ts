import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A captured response of the reference, with its request. */
export interface Capture {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  requestBody: unknown;
  status: number;
  responseHeaders: Record<string, string>;
  body: unknown;
}

/** The folder of the captures: beside the repository, or the path in ALMANAC_CAPTURES. See `describeWithReference`. */
export const CAPTURES =
  process.env['ALMANAC_CAPTURES'] ?? path.resolve(__dirname, '../../../../../../shared/reference/content');

/** Only searches without results; the tests of features/search replay the others with their data. */
const SEARCHES = 'search-(?:count|empty|no|page(?=-0))';
const IN_SCOPE = new RegExp(
  `^(attachments|audit-log|image-gallery|books|chapters|comments|pages|shelves|tags|system|list|auth|route|accept|${SEARCHES})-(?!export).*[.]json$`,
);

/** The captures whose file names match; none if the folder of captures is missing. */
export function readCaptures(names = IN_SCOPE): Capture[] {
  if (!existsSync(CAPTURES)) return [];
  return readdirSync(CAPTURES)
    .filter((file) => names.test(file))
    .map((file) => {
      const { request, status, headers, body } = JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8'));
      return {
        name: file.replace('.json', ''),
        method: request.method,
        path: request.path,
        headers: request.headers,
        requestBody: request.body,
        status,
        responseHeaders: headers,
        body,
      };
    });
}

/** The captures with these names, in this order. @throws Error if one of them is missing */
export function capturesInOrder(names: readonly string[]): Capture[] {
  const found = new Map(readCaptures(/[.]json$/).map((capture) => [capture.name, capture]));
  if (found.size === 0) return [];
  return names.map((name) => {
    const capture = found.get(name);
    if (!capture) throw new Error(`${CAPTURES} has no ${name}.json`);
    return capture;
  });
}
