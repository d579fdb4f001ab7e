import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { type Visitor, Visitors } from '@almanac/web';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { SETTINGS, type Settings } from '../../config';
import { type Account, Accounts, passwordMark } from '../../content/accounts/accounts';
import { KnownDevices } from './known-devices';
import { derivedKey } from './secrets';
import { visitorOf } from './visitor';

declare module 'express-session' {
  interface SessionData {
    /** The user whose password was given. */
    userId?: number;
    passwordMark?: string;
    passedSecondFactor?: boolean;
    /** The page requested before the log-in; a path of this site. */
    returnTo?: string | undefined;
  }
}

const PRUNE_AFTER_SECONDS = 900;

const PgStore = connectPgSimple(session);

/** Browser sessions in PostgreSQL. A session is read and written only for requests that call `load`. */
@Injectable()
export class WebSessions extends Visitors implements OnModuleInit {
  private readonly store: InstanceType<typeof PgStore>;
  private readonly open: RequestHandler;
  private readonly isSecure: boolean;
  private readonly cookie: string;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly accounts: Accounts,
    private readonly devices: KnownDevices,
    @Inject(SETTINGS) settings: Settings,
  ) {
    super();
    const logger = new Logger('sessions');
    this.isSecure = settings.baseUrl.startsWith('https:');
    // With this prefix, browsers refuse such a cookie from a sibling domain or an unencrypted connection.
    this.cookie = this.isSecure ? '__Host-almanac-session' : 'almanac-session';
    this.store = new PgStore({
      pool: database.pool,
      tableName: 'web_sessions',
      ttl: settings.sessionMinutes * 60,
      // The store's own timer would prune in each process.
      pruneSessionInterval: false,
      errorLog: (...details: unknown[]) => logger.error('the session store failed', ...details),
    });
    this.open = session({
      name: this.cookie,
      secret: derivedKey(settings.serviceSecret, 'web sessions').toString('base64'),
      store: this.store,
      resave: false,
      saveUninitialized: false,
      proxy: true,
      // No `maxAge`: the cookie ends with the browser, the stored session after `sessionMinutes` without a request.
      cookie: { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/' },
    });
  }

  onModuleInit(): void {
    this.jobs.every(PRUNE_AFTER_SECONDS, 'web-sessions.prune', async () => {
      await this.database.query('DELETE FROM web_sessions WHERE expire <= now()');
    });
  }

  /** Whether a request carries the session cookie, valid or not. */
  isBroughtBy({ headers }: Request): boolean {
    return (headers.cookie ?? '').split(/;\s*/).some((pair) => pair.startsWith(`${this.cookie}=`));
  }

  /** Gives the request its session: that of its cookie, or a new one, which is stored only once it holds data. */
  async load(request: Request, response: Response): Promise<Visitor<Account>> {
    // Proxies may use plain HTTP between each other. The public address tells the protocol of the browser.
    if (this.isSecure) request.headers['x-forwarded-proto'] = 'https';
    await new Promise<void>((resolve, reject) => {
      this.open(request, response, (failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
    });
    const { userId } = request.session;
    const visitor = visitorOf(request.session, userId === undefined ? undefined : await this.accounts.byId(userId));
    if (visitor.stage !== 'guest') request.account = visitor.account;
    return visitor;
  }

  /** Logs a user in, or records a passed second factor. Changes the session id to prevent session fixation. */
  async begin(
    request: Request,
    account: Account,
    { passedSecondFactor }: { passedSecondFactor: boolean },
  ): Promise<Visitor<Account>> {
    const { returnTo } = request.session;
    await renewed(request);
    Object.assign(request.session, {
      userId: account.actor.id,
      passwordMark: passwordMark(account),
      passedSecondFactor,
      returnTo,
    });
    const visitor = visitorOf(request.session, account);
    if (visitor.stage === 'member') this.devices.remember(request, account.actor.id);
    return visitor;
  }

  /** The page to open after the log-in: the page requested before it, or the account page. */
  arrival({ session }: Request): { url: string } {
    const { returnTo = '/my-account' } = session;
    delete session.returnTo;
    return { url: returnTo };
  }

  /** Logs out: deletes the stored session, so that the old cookie is worthless. */
  async end(request: Request): Promise<void> {
    await renewed(request);
  }
}

const renewed = ({ session: current }: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    current.regenerate((failure?: unknown) => (failure ? reject(asError(failure)) : resolve()));
  });

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));
