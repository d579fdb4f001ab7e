import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export class RecordedFile {
  constructor(
    readonly name: string,
    readonly bytes: Buffer,
  ) {}
}

/** What was created: form fields or JSON members. */
export interface Recorded {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which list of which name each collection answers with. */
const LISTS: Record<string, string> = {
  '/calendar/events/v1/venues': 'venues',
  '/calendar/events/v1/organizers': 'organizers',
  '/calendar/events/v1/categories': 'categories',
  '/calendar/events/v1/events': 'events',
};

/** A stand-in for both services, which accepts what is created, lists it, and remembers it all. */
export class RecordingApi {
  readonly recorded: Recorded[] = [];
  /** As many answers from now on are 429 with this wait. */
  refusals = 0;

  constructor(private readonly token: string) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Token ${this.token}`) return send(response, 401, {});
    if (this.refusals > 0) {
      this.refusals -= 1;
      response.setHeader('Retry-After', '1');
      return send(response, 429, { error: { code: 429, message: 'Too Many Attempts.' } });
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'GET') return this.list(path, response);
    const body = await readBody(request);
    this.recorded.push({ path, body });
    send(response, 200, { id: this.recorded.length, ...body });
  }

  of(path: string): Recorded['body'][] {
    return this.recorded.filter((entry) => entry.path === path).map(({ body }) => body);
  }

  private list(path: string, response: ServerResponse): void {
    const found = this.recorded.map((entry, index) => ({ id: index + 1, ...entry })).filter((entry) => entry.path === path);
    const items = found.map(({ id, body }) => ({ id, ...body }));
    // The calendar answers a page beyond the end, an empty first page among them, with 404.
    if (LISTS[path] === 'events' && items.length === 0) return send(response, 404, { code: 'event-archive-page-not-found' });
    send(response, 200, { [LISTS[path] ?? 'data']: items, total: items.length });
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return JSON.parse(await text(request));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = await new Response(Buffer.concat(chunks), { headers: { 'Content-Type': type } }).formData();
  const fields: [string, unknown][] = [];
  for (const [name, value] of form) {
    fields.push([name, typeof value === 'string' ? value : new RecordedFile(value.name, Buffer.from(await value.arrayBuffer()))]);
  }
  return Object.fromEntries(fields);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
