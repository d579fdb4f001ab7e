import { Database } from '@almanac/database';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { SETTINGS, type Settings } from '../../config';
import { type Account, Accounts, passwordMark } from '../accounts/accounts';
import { KnownDevices } from '../attempts/known-devices';
import { derivedKey } from '../secrets/derived-key';
import { type Visitor, visitorOf } from './visitor';

declare module 'express-session' {
  interface SessionData {
    /** Whose password was given. */
    userId?: number;
    passwordMark?: string;
    passedSecondFactor?: boolean;
    /** The page that was asked for before the log-in; a path of this site. */
    returnTo?: string;
  }
}

const PgStore = connectPgSimple(session);

/** The sessions of browsers, in PostgreSQL. Nothing is read or written for requests that do not ask for theirs. */
@Injectable()
export class WebSessions implements OnApplicationShutdown {
  private readonly store: InstanceType<typeof PgStore>;
  private readonly open: RequestHandler;
  private readonly isSecure: boolean;
  private readonly cookie: string;

  constructor(
    database: Database,
    private readonly accounts: Accounts,
    private readonly devices: KnownDevices,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const logger = new Logger('sessions');
    this.isSecure = settings.baseUrl.startsWith('https:');
    // With this prefix browsers refuse a cookie of that name from a neighbouring domain or a plain connection.
    this.cookie = this.isSecure ? '__Host-almanac-session' : 'almanac-session';
    this.store = new PgStore({
      pool: database.pool,
      tableName: 'web_sessions',
      ttl: settings.sessionMinutes * 60,
      errorLog: (...details: unknown[]) => logger.error('the session store failed', ...details),
    });
    this.open = session({
      name: this.cookie,
      secret: derivedKey(settings.serviceSecret, 'web sessions').toString('base64'),
      store: this.store,
      resave: false,
      saveUninitialized: false,
      proxy: true,
      // No age: it ends with the browser, and after so many minutes without a request.
      cookie: { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/' },
    });
  }

  onApplicationShutdown(): void {
    this.store.close();
  }

  /** Whether a request brings our cookie, whatever is in it. */
  isBroughtBy({ headers }: Request): boolean {
    return (headers.cookie ?? '').split(/;\s*/).some((pair) => pair.startsWith(`${this.cookie}=`));
  }

  /** Gives the request its session: the one that its cookie names, or a new one that is stored once something is put into it. */
  async load(request: Request, response: Response): Promise<Visitor> {
    // Proxies on the way may speak plain HTTP to each other; what the browser speaks is what the public address says.
    if (this.isSecure) request.headers['x-forwarded-proto'] = 'https';
    await new Promise<void>((resolve, reject) => {
      this.open(request, response, (failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
    });
    const { userId } = request.session;
    return visitorOf(request.session, userId === undefined ? undefined : await this.accounts.byId(userId));
  }

  /** Logs somebody in, or notes what else they proved. The session's id changes, so that one known from before is worth nothing. */
  async begin(request: Request, account: Account, { passedSecondFactor }: { passedSecondFactor: boolean }): Promise<Visitor> {
    const { returnTo } = request.session;
    await renewed(request);
    Object.assign(request.session, { userId: account.actor.id, passwordMark: passwordMark(account), passedSecondFactor, returnTo });
    const visitor = visitorOf(request.session, account);
    if (visitor.stage === 'member') this.devices.remember(request, account.actor.id);
    return visitor;
  }

  /** Where somebody goes who has just been let in: what they asked for at first, or their account. */
  arrival({ session }: Request): { url: string } {
    const { returnTo = '/my-account' } = session;
    delete session.returnTo;
    return { url: returnTo };
  }

  /**
   * Stores what a form has changed before its answer leaves: browsers follow a redirection as soon as they have read its head,
   * and must not get there before their session.
   */
  static async store({ method, session: current }: Request): Promise<void> {
    if (method !== 'POST') return;
    await new Promise<void>((resolve, reject) => {
      current.save((failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
    });
  }

  /** Logs out: the session is removed, not only forgotten by the browser. */
  async end(request: Request): Promise<void> {
    await renewed(request);
  }
}

const renewed = ({ session: current }: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    current.regenerate((failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
  });

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));
