import express, { type Express, type Request, type Response } from 'express';
import multer from 'multer';

/** A created record: form fields or JSON members. */
interface Recorded {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Member of the answer that holds the list, for paths that do not use `data`. */
const LISTS: Record<string, string> = {
  '/calendar/events/v1/venues': 'venues',
  '/calendar/events/v1/organizers': 'organizers',
  '/calendar/events/v1/categories': 'categories',
};

const BY_SLUG = /^(.*)\/by-slug\/(.*)$/;
const TOKEN = /^\/api\/users\/\d+\/tokens/;

/** Roles of a fresh installation. */
const ROLES = ['Admin', 'Editor', 'Viewer', 'Public'];

/** Stands in for both services: accepts, lists and records created items. Ids count from 1 across all kinds. */
export class RecordingApi {
  readonly recorded: Recorded[] = [];
  /** Paths of changes. */
  readonly changed: string[] = [];
  readonly app: Express = express();
  /** Accepted tokens; none means all. */
  readonly tokens = new Set<string>();
  /** Number of next answers that are 429. */
  refusals = 0;
  private failing: string | undefined;

  /** @param token the only one that it accepts, beside those that it makes; without it, it accepts all */
  constructor(token?: string) {
    if (token !== undefined) this.tokens.add(token);
    this.app.use((request, response, next) => {
      const sent = request.headers.authorization?.replace('Token ', '') ?? '';
      if (this.tokens.size === 0 || this.tokens.has(sent)) next();
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
    this.app.post('/*path', express.json(), multer().any(), (request, response) => this.create(request, response));
    this.app.put('/*path', (request, response) => {
      this.changed.push(request.path);
      response.json({});
    });
    this.app.delete('/*path', (request, response) => this.remove(request, response));
  }

  of(path: string): Recorded[] {
    return this.recorded.filter((entry) => entry.path === path);
  }

  add(path: string, body: Record<string, unknown>): number {
    return this.recorded.push({ path, body: { ...body } });
  }

  /** Answers 500 to creations at this path. */
  failsAt(path: string | undefined): void {
    this.failing = path;
  }

  private create({ path, body }: Request<object, object, Record<string, unknown>>, response: Response): void {
    if (path === this.failing) {
      response.status(500).json({});
      return;
    }
    const id = this.add(path, body);
    const isToken = TOKEN.test(path) && this.tokens.size > 0;
    if (isToken) this.tokens.add(`${id}:secret`);
    response.json({ ...body, id, local_id: id, token_id: String(id), secret: 'secret' });
  }

  private remove({ path }: Request, response: Response): void {
    if (TOKEN.test(path)) this.tokens.delete(`${path.replace(/.*\//, '')}:secret`);
    response.status(204).end();
  }

  private list({ path }: Request, response: Response): void {
    const [, collection, slug] = BY_SLUG.exec(path) ?? [];
    if (collection !== undefined) {
      const isThere = this.of(collection).some(({ body }) => body['slug'] === slug);
      response.status(isThere ? 200 : 404).json({});
      return;
    }
    const created = this.recorded.flatMap((entry, index) =>
      entry.path === path ? [{ id: index + 1, ...entry.body }] : [],
    );
    const fresh = path === '/api/roles' ? ROLES.map((role, index) => ({ id: index + 1, display_name: role })) : [];
    const items = [...fresh, ...created];
    response.json({ [LISTS[path] ?? 'data']: items, total: items.length });
  }
}
