import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  INTROSPECTION_PATH,
  type IntrospectionAnswer,
  REPORTED_EVENTS_PATH,
  SERVICE_SECRET_HEADER,
} from '@almanac/auth';
import { SESSION_PATH, sessionKey, type SharedSession, SITE_PATH } from '@almanac/web';

export const SERVICE_SECRET = 'a secret between the services of a test';

/** A caller of the calendar, known to the stand-in. */
export interface Person {
  id: number;
  token: string;
}

/** Stands in for content-service in the calendar's tests: knows tokens and users. A real server, so that real requests go out. */
export class ContentStandIn {
  /** The events that were reported for webhooks. */
  readonly reported: { event: string; related_item: Record<string, unknown> }[] = [];
  /** So many reports are refused next. */
  refusesReports = 0;
  private readonly permissionsOf = new Map<number, readonly string[]>();
  /** The scopes of narrowed tokens, by their secret. */
  private readonly scopes = new Map<string, ReadonlySet<string>>();
  /** JSON of the sessions of browsers, by id. */
  private readonly sessions = new Map<string, string>();
  /** Sessions and the name of the site are refused. */
  hasNoSessions = false;
  private made = 0;
  private readonly lockedOut = new Set<number>();
  private readonly revoked = new Set<string>();
  private readonly server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    this.answer(request, response).catch((failure: unknown) => response.writeHead(500).end(String(failure)));
  });

  static async start(): Promise<ContentStandIn> {
    const standIn = new ContentStandIn();
    await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    const address = this.server.address();
    if (!isListening(address)) throw new Error('the stand-in for content-service does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** A user with these permissions; ids count up from 1. */
  user(permissions: readonly string[]): Person {
    const id = (this.made += 1);
    this.permissionsOf.set(id, permissions);
    return { id, token: `${id}:secret` };
  }

  /** A user with a good token whose roles do not let them call the API. */
  lockedOutUser(permissions: readonly string[]): Person {
    const person = this.user(permissions);
    this.lockOut(person);
    return person;
  }

  /** Takes the right to call the API from the user's roles. */
  lockOut({ id }: Person): void {
    this.lockedOut.add(id);
  }

  /** The same user with a token that is restricted to these permissions. */
  narrowed({ id }: Person, scope: readonly string[]): Person {
    const secret = `narrowed-${this.scopes.size + 1}`;
    this.scopes.set(secret, new Set(scope));
    return { id, token: `${id}:${secret}` };
  }

  /** Deletes this token; the user and other tokens stay. */
  revoke({ token }: Person): void {
    this.revoked.add(token);
  }

  /** Replaces the permissions of the user. */
  change({ id }: Person, permissions: readonly string[]): void {
    this.permissionsOf.set(id, permissions);
  }

  /** Deletes the user. */
  remove({ id }: Person): void {
    this.permissionsOf.delete(id);
  }

  /** Logs the user in. @returns the `Cookie` header of the browser */
  session({ id }: Person): string {
    const key = `session-of-${id}`;
    const cookie = { originalMaxAge: null, httpOnly: true, path: '/' };
    this.sessions.set(key, JSON.stringify({ cookie, userId: id }));
    const signature = createHmac('sha256', sessionKey(SERVICE_SECRET)).update(key).digest('base64').replace(/=+$/, '');
    return `__Host-almanac-session=${encodeURIComponent(`s:${key}.${signature}`)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const [status, answer] =
      request.headers[SERVICE_SECRET_HEADER] === SERVICE_SECRET ? this.answerTo(request, body) : [403, {}];
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 204 ? '' : JSON.stringify(answer));
  }

  private answerTo({ method, url: path = '' }: IncomingMessage, body: string): [status: number, answer: object] {
    if (path === SESSION_PATH || path === SITE_PATH) {
      if (this.hasNoSessions) return [503, {}];
      if (path === SITE_PATH) return [200, { name: 'Harbour Library', logo: '/uploads/images/harbour.png' }];
      return method === 'PUT' ? this.storeSession(body) : [200, this.readSession(body)];
    }
    if (path === INTROSPECTION_PATH) return [200, this.introspect(body)];
    if (path === REPORTED_EVENTS_PATH) return [this.takeReport(body), {}];
    const owner = /^\/internal\/users\/(\d+)\/rights$/.exec(path)?.[1];
    if (owner !== undefined)
      return this.permissionsOf.has(Number(owner)) ? [200, this.introspect(`"id":"${owner}"`)] : [404, {}];
    const userId = Number(/^\/internal\/users\/(\d+)$/.exec(path)?.[1]);
    return this.permissionsOf.has(userId) ? [200, { id: userId }] : [404, {}];
  }

  private storeSession(body: string): [status: number, answer: object] {
    const { id, data }: { id: string; data: string } = JSON.parse(body);
    this.sessions.set(id, data);
    return [204, {}];
  }

  private readSession(body: string): SharedSession {
    const { id }: { id: string } = JSON.parse(body);
    const data = this.sessions.get(id) ?? null;
    const { userId }: { userId?: number } = JSON.parse(data ?? '{}');
    const answer = userId === undefined ? undefined : this.introspect(`"id":"${userId}"`);
    return answer?.active ? { data, stage: 'member', actor: answer.actor } : { data, stage: 'guest', actor: null };
  }

  private takeReport(body: string): number {
    if (this.refusesReports > 0) {
      this.refusesReports -= 1;
      return 503;
    }
    if (Buffer.byteLength(body) > MAX_REPORT_BYTES) return 413;
    const { events }: { events: string } = JSON.parse(body);
    const reported: typeof this.reported = JSON.parse(events);
    this.reported.push(...reported);
    return 204;
  }

  private introspect(body: string): IntrospectionAnswer {
    const id = Number(/"id":"(\d+)"/.exec(body)?.[1]);
    const held = this.permissionsOf.get(id);
    const secret = /"secret":"([^"]+)"/.exec(body)?.[1] ?? '';
    if (held === undefined || this.revoked.has(`${id}:${secret}`)) return { active: false, reason: 'unknown' };
    if (this.lockedOut.has(id)) return { active: false, reason: 'no-api-access' };
    const scope = this.scopes.get(secret);
    const permissions = held.filter((right) => scope?.has(right) ?? true);
    const limits = scope && { reach: [...scope], readOnly: false };
    return {
      active: true,
      actor: {
        id,
        name: `User ${id}`,
        slug: `user-${id}`,
        roleIds: [],
        permissions,
        isAdmin: false,
        ...(limits && { limits }),
      },
    };
  }
}

const isListening = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Content's limit for bodies of requests without a user. */
const MAX_REPORT_BYTES = 64 * 1024;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
