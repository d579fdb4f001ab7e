import { hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import type { RotatingSecret } from '@almanac/runtime';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData, type Store } from 'express-session';

const KEY_BYTES = 32;

interface SessionSettings {
  serviceSecret: RotatingSecret;
  /** The public address of the site. */
  baseUrl: string;
}

/** Signs the ids in session cookies. */
export const sessionKey = (serviceSecret: string): string =>
  Buffer.from(hkdfSync('sha256', serviceSecret, '', 'almanac web sessions', KEY_BYTES)).toString('base64');

/** The session cookie of the site. All services derive the same key from their common secret, so each can read the cookie. */
export class BrowserSessions {
  private readonly isSecure: boolean;
  private readonly cookie: string;
  /** The first signs. */
  private readonly keys: string[];
  private readonly isRotating: boolean;

  constructor({ serviceSecret, baseUrl }: SessionSettings) {
    this.isSecure = baseUrl.startsWith('https:');
    // With this prefix, browsers refuse such a cookie from a sibling domain or an unencrypted connection.
    this.cookie = this.isSecure ? '__Host-almanac-session' : 'almanac-session';
    this.keys = serviceSecret.accepted.map(sessionKey);
    this.isRotating = this.keys.length > 1;
  }

  /** Whether a request carries the session cookie, valid or not. */
  isBroughtBy({ headers }: Pick<Request, 'headers'>): boolean {
    return (headers.cookie ?? '').split(/;\s*/).some((pair) => pair.startsWith(`${this.cookie}=`));
  }

  /** Reads and writes the sessions of this store. */
  handlerFor(store: Store): RequestHandler {
    return session({
      name: this.cookie,
      secret: this.keys,
      store,
      resave: false,
      saveUninitialized: false,
      // Signs the cookies of active sessions anew, so that they outlive the former secret.
      rolling: this.isRotating,
      proxy: true,
      // No `maxAge`: the cookie ends with the browser, the stored session after some time without a request.
      cookie: { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/' },
    });
  }

  /**
   * Gives the request its session: that of its cookie, or a new one, which is stored only once it holds data.
   * @returns the data of the session; empty for a visitor without the cookie
   */
  async open(handler: RequestHandler, request: Request, response: Response): Promise<Partial<SessionData>> {
    // Proxies may use plain HTTP between each other. The public address tells the protocol of the browser.
    if (this.isSecure) request.headers['x-forwarded-proto'] = 'https';
    if (!this.isBroughtBy(request)) {
      createOnUse(handler, request, response);
      return {};
    }
    await new Promise<void>((resolve, reject) => {
      handler(request, response, (failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
    });
    return request.session;
  }
}

/** Whether the request has a session already. Reading `request.session` would create one. */
export const hasSession = (request: Partial<Pick<Request, 'sessionID'>>): boolean => request.sessionID !== undefined;

/** Creates the session when a page first uses it: most pages for visitors without a cookie need none, and it costs time. */
function createOnUse(handler: RequestHandler, request: Request, response: Response): void {
  Object.defineProperty(request, 'session', {
    configurable: true,
    get: () => {
      // The handler skips requests that have a session. Without a cookie, it creates one at once.
      Reflect.deleteProperty(request, 'session');
      handler(request, response, () => undefined);
      return request.session;
    },
  });
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

/**
 * Stores the changes of a form before its response is sent. Browsers follow a redirect as soon as they have read its headers,
 * and the next request must find the new session.
 */
export async function storeSession(request: Request): Promise<void> {
  if (request.method !== 'POST' || !hasSession(request)) return;
  await promisify(request.session.save.bind(request.session))();
}
