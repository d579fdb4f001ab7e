import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the answers captured from the reference: beside the repository, or ALMANAC_CALENDAR_CAPTURES. See `describeWithReference`. */
export const CAPTURES =
  process.env['ALMANAC_CALENDAR_CAPTURES'] ?? path.resolve(__dirname, '../../../../../../shared/reference/calendar');

/** The reference's own prefix of all paths. */
const ROOT = /^.*\/events\/v1(?=\/|$)/;

/** A request to the reference and its answer. */
export interface Capture {
  name: string;
  method: string;
  /** Below the namespace, without the query, e.g. `/events`. */
  path: string;
  /** With its question mark; empty where there is none. */
  query: string;
  as: string;
  requestBody: Record<string, unknown>;
  /** A body that is no object, as it was sent. */
  text: string | undefined;
  contentType: string | undefined;
  status: number;
  body: Record<string, unknown>;
}

/** All captured calls of the API with JSON bodies; none when the folder is missing. */
export function readCaptures(): Capture[] {
  if (!existsSync(CAPTURES)) return [];
  return readdirSync(CAPTURES)
    .filter((file) => file.endsWith('.json') && !file.startsWith('_'))
    .flatMap((file) => {
      const { request, status, body } = JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8'));
      if (!ROOT.test(request.path) || !isRecord(body)) return [];
      return [
        {
          name: file.replace('.json', ''),
          method: request.method,
          path: request.path.replace(ROOT, '').split('?')[0],
          query: new URL(request.path, 'http://any').search,
          as: request.as,
          requestBody: isRecord(request.body) ? request.body : {},
          text: typeof request.body === 'string' ? request.body : undefined,
          contentType: request.headers?.['Content-Type'] ?? request.content_type ?? undefined,
          status,
          body,
        },
      ];
    });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
