import express, { type Express, type Request, type Response } from 'express';
import multer from 'multer';

/** A created record: form fields or JSON members. */
export interface Recorded {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: Buffer }[];
}

/** Member of the answer that holds the list, for paths that do not use `data`. */
const LISTS: Record<string, string> = {
  '/calendar/events/v1/venues': 'venues',
  '/calendar/events/v1/organizers': 'organizers',
  '/calendar/events/v1/categories': 'categories',
  '/calendar/events/v1/events': 'events',
};

/** Stands in for both services: accepts, lists and records created items. Ids count from 1 across all kinds. */
export class RecordingApi {
  readonly recorded: Recorded[] = [];
  readonly app: Express = express();
  /** Number of next answers that are 429. */
  refusals = 0;

  /** @param token the only one that it accepts; without it, it accepts all */
  constructor(token?: string) {
    this.app.use((request, response, next) => {
      if (token === undefined || request.headers.authorization === `Token ${token}`) next();
      else response.status(401).json({});
    });
    this.app.use((_, response, next) => {
      if (this.refusals === 0) {
        next();
        return;
      }
      this.refusals -= 1;
      response.status(429).setHeader('Retry-After', '1').json({});
    });
    this.app.get('/*path', (request, response) => this.list(request, response));
    this.app.post('/*path', express.json(), multer().any(), (request, response) => this.record(request, response));
  }

  of(path: string): Recorded[] {
    return this.recorded.filter((entry) => entry.path === path);
  }

  private record({ path, body, files }: Request<object, object, Record<string, unknown>>, response: Response): void {
    const uploads = Array.isArray(files) ? files : [];
    this.recorded.push({
      path,
      body: { ...body },
      files: uploads.map(({ fieldname, originalname, buffer }) => ({
        field: fieldname,
        name: originalname,
        bytes: buffer,
      })),
    });
    response.json({ id: this.recorded.length, ...body });
  }

  private list({ path }: Request, response: Response): void {
    const items = this.recorded.flatMap((entry, index) =>
      entry.path === path ? [{ id: index + 1, ...entry.body }] : [],
    );
    // The calendar answers 404 to a page beyond the end, even to an empty first page.
    if (LISTS[path] === 'events' && items.length === 0)
      response.status(404).json({ code: 'event-archive-page-not-found' });
    else response.json({ [LISTS[path] ?? 'data']: items, total: items.length });
  }
}
