import { BrowserSessions, type Visitor, Visitors } from '@almanac/web';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import { promisify } from 'node:util';
import { Database, Snapshots } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  Logger,
  type OnModuleInit,
} from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import { SETTINGS, type Settings } from '../../config';
import { type Account, Accounts, passwordMark } from '../../content/accounts/accounts';
import { KnownDevices } from './known-devices';

declare module 'express-session' {
  interface SessionData {
    /** The id of the user. Set after the password check, before the second factor. */
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
  private readonly browsers: BrowserSessions;
  private readonly handler: RequestHandler;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly accounts: Accounts,
    private readonly devices: KnownDevices,
    private readonly snapshots: Snapshots,
    @Inject(SETTINGS) settings: Settings,
  ) {
    super();
    const logger = new Logger('sessions');
    this.store = new PgStore({
      pool: database.pool,
      tableName: 'web_sessions',
      ttl: settings.sessionMinutes * 60,
      // The store's own timer would prune in each process.
      pruneSessionInterval: false,
      errorLog: (...details: unknown[]) => logger.error('the session store failed', ...details),
    });
    this.browsers = new BrowserSessions(settings);
    this.handler = this.browsers.handlerFor(this.store);
  }

  onModuleInit(): void {
    this.jobs.every(PRUNE_AFTER_SECONDS, 'web-sessions.prune', async () => {
      await this.database.query('DELETE FROM web_sessions WHERE expire <= now()');
    });
  }

  /** Whether a request carries the session cookie, valid or not. */
  isBroughtBy(request: Request): boolean {
    return this.browsers.isBroughtBy(request);
  }

  /** Gives the request its session: that of its cookie, or a new one, which is stored only once it holds data. */
  async load(request: Request, response: Response): Promise<Visitor<Account>> {
    const visitor = await this.visitorIn(await this.browsers.open(this.handler, request, response));
    if (visitor.stage !== 'guest') request.account = visitor.account;
    this.devices.renew(request);
    return visitor;
  }

  /** The stored session with this id, and its visitor, for another service. It counts as a request of the browser. */
  async read(id: string): Promise<{ data: SessionData | undefined; visitor: Visitor<Account> }> {
    const data = await promisify(this.store.get.bind(this.store))(id);
    if (!data) return { data: undefined, visitor: { stage: 'guest' } };
    await new Promise<void>((resolve) => this.store.touch(id, data, () => resolve()));
    return { data, visitor: await this.visitorIn(data) };
  }

  /** Stores a session for another service. */
  async write(id: string, data: SessionData): Promise<void> {
    await promisify(this.store.set.bind(this.store))(id, data);
  }

  private async visitorIn(data: Partial<SessionData>): Promise<Visitor<Account>> {
    if (data.userId === undefined) return visitorOf(data, undefined);
    // The snapshot makes caches of settings and decisions show every change before this request.
    const [account] = await Promise.all([this.accounts.byId(data.userId), this.snapshots.current()]);
    return visitorOf(data, account);
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

  /** The page to open after the log-in: the page requested before it, or the home page. */
  arrival({ session }: Request): { url: string } {
    const { returnTo = '/' } = session;
    delete session.returnTo;
    return { url: returnTo };
  }

  /** Logs out: deletes the stored session, so that the old cookie is worthless. */
  async end(request: Request): Promise<void> {
    await renewed(request);
  }
}

const renewed = ({ session: current }: Request): Promise<void> => promisify(current.regenerate.bind(current))();

type SessionProofs = Pick<Partial<SessionData>, 'passwordMark' | 'passedSecondFactor'>;

/**
 * The visitor, from the data of the session and the current account. A changed password, a deleted account, or a role that now requires a
 * second factor takes effect with the next request.
 */
export function visitorOf(session: SessionProofs, account: Account | undefined): Visitor<Account> {
  if (!account || session.passwordMark !== passwordMark(account)) return { stage: 'guest' };
  if (account.hasSecondFactor)
    return { stage: session.passedSecondFactor === true ? 'member' : 'second-factor', account };
  return { stage: account.needsSecondFactor ? 'set-up' : 'member', account };
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The account of a visitor after the password check, also before the second factor. Set on pages only. */
    account?: Account;
  }
}

/** The account of a visitor after the password check, also before the second factor. Only for pages that guests cannot open. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { account } = context.switchToHttp().getRequest<Request>();
  if (!account) throw new Error('A page without a stage has no account');
  return account;
});
