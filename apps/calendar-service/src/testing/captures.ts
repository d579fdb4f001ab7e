import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the answers captured from the reference lie: beside the repository, or where ALMANAC_CALENDAR_CAPTURES says. */
const FOLDER = process.env['ALMANAC_CALENDAR_CAPTURES'] ?? path.resolve(__dirname, '../../../../../shared/reference/calendar');

/** The reference's own prefix of all paths. */
const ROOT = /^.*\/events\/v1(?=\/|$)/;

/** A request to the reference and what it answered. */
export interface Capture {
  name: string;
  method: string;
  /** Below the namespace, without the query, e.g. `/events`. */
  path: string;
  as: string;
  requestBody: Record<string, unknown>;
  status: number;
  body: Record<string, unknown>;
}

/** All captured calls of the interface with JSON bodies; undefined when they are not at hand. */
export function readCaptures(): Capture[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && !file.startsWith('_'))
    .flatMap((file) => {
      const { request, status, body } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
      if (!ROOT.test(request.path) || !isRecord(body)) return [];
      return [
        {
          name: file.replace('.json', ''),
          method: request.method,
          path: request.path.replace(ROOT, '').split('?')[0],
          as: request.as,
          requestBody: isRecord(request.body) ? request.body : {},
          status,
          body,
        },
      ];
    });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
