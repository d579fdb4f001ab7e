import { type Environment, freePort, KILL_AFTER_MS } from '@almanac/runtime';
import { grantServerTraversal } from '@almanac/embedded-postgres';
import { type Announcement, firstBanner, laterBanner } from './banner';
import { StoredCredentials } from './settings/credentials';
import { DataFolder } from './databases/data-folder';
import { checkStores } from './databases/file-stores';
import { checkDatabases } from './databases/given-databases';
import { RunRecord } from './earlier-run';
import { checkPort, reachableHost } from './settings/gateway-port';
import { isRefused } from './settings/refused-token';
import { OwnDatabases } from './databases/own-databases';
import { LogFile, type Output, outputWithFile } from './programs/output';
import { type Program, runToEnd, type WriteLine } from './programs/program-process';
import { environments, type ProgramName, type ProgramScripts } from './programs/programs';
import { becomesReady } from './programs/readiness';
import type { LauncherSettings } from './settings/settings';
import { SupervisedProgram } from './programs/supervised-program';

interface LauncherOptions {
  readonly settings: LauncherSettings;
  /** Environment that is passed on to the programs. */
  readonly env: Environment;
  readonly scripts: ProgramScripts;
  /** To the terminal. */
  readonly write: WriteLine;
  /** Whether the terminal shows the log, instead of a file. */
  readonly isVerbose: boolean;
  /** The name of the started system in the first line. */
  readonly subject: string;
}

/** The whole system on one machine: database, migrations, three programs. */
export class Launcher {
  private folder?: DataFolder;
  private databases?: OwnDatabases;
  private readonly programs: SupervisedProgram[] = [];
  private contentService?: Program;
  /** The terminal, and the log once the data folder is open. */
  private out: Output;

  constructor(private readonly options: LauncherOptions) {
    this.out = { say: options.write, log: options.write };
  }

  /** Address of the gateway from this machine. */
  get localUrl(): string {
    const { host, port } = this.options.settings;
    return `http://${reachableHost(host)}:${port}`;
  }

  /**
   * Returns the kept credentials once every program is ready. The caller must call `stop` afterwards, even after a failure.
   * @throws LaunchError when it cannot be started; the signal's reason when aborted
   */
  async start(signal: AbortSignal): Promise<StoredCredentials> {
    const { settings, write, isVerbose, subject } = this.options;
    const folder = (this.folder = await DataFolder.open(settings.dataDir));
    folder.closeToOthers(write);
    const record = new RunRecord(folder.at('programs.json'));
    await record.cleanUp();
    await checkPort(settings.port, settings.host);

    const stored = StoredCredentials.open(folder.at('credentials.json'), settings.chosen);
    for (const name of stored.overruled)
      write(`${name} has no effect: this data folder keeps the one of its first start (${stored.file}).`);

    signal.throwIfAborted();
    if (settings.databases) await checkDatabases(settings.databases);
    await checkStores(settings);
    const log = isVerbose ? undefined : new LogFile(folder.at('almanac.log'));
    write(`Starting ${subject} …${log ? ` (log: ${log.path})` : ''}`);
    if (log) this.out = outputWithFile(log, write);
    const databases = settings.databases ?? (await this.startDatabases(folder));
    const ports = await twoPorts();
    const env = environments(this.options.env, { settings, databases, credentials: stored.credentials, ports });
    const program = (name: ProgramName): Program => ({ name, script: this.options.scripts[name], env: env[name] });

    this.out.log('Preparing the databases …');
    this.contentService = program('content-service');
    await this.migrate([this.contentService, program('calendar-service')], signal);
    this.out.log('Starting the services …');
    const start = (name: ProgramName) => this.startProgram(program(name), record);
    const [content, calendar, gateway] = [start('content-service'), start('calendar-service'), start('gateway')];
    // The /readyz of the gateway asks the services, so check the gateway last.
    await Promise.all([
      becomesReady(content, `http://127.0.0.1:${ports.content}`, signal),
      becomesReady(calendar, `http://127.0.0.1:${ports.calendar}`, signal),
    ]);
    await becomesReady(gateway, this.localUrl, signal);
    return stored;
  }

  /** Resets the first administrator's password and prints it with a new token. Call once the system has started. */
  async recoverAdministrator(signal: AbortSignal): Promise<void> {
    if (this.contentService) await runToEnd(this.contentService, ['recover-admin'], this.options.write, signal);
  }

  /** Takes a line for the log. */
  readonly log: WriteLine = (line) => this.out.log(line);

  /** Text to print once the system runs. */
  async announcement(stored: StoredCredentials): Promise<string> {
    const announcement: Announcement = {
      baseUrl: this.options.settings.baseUrl,
      localUrl: this.localUrl,
      credentials: stored.credentials,
      credentialsFile: stored.file,
      isTokenRefused: await isRefused(this.localUrl, stored.credentials.adminApiToken),
    };
    return stored.areNew ? firstBanner(announcement) : laterBanner(announcement);
  }

  /** Stops the gateway first, so that no new requests arrive; then the services, then the database. */
  async stop(): Promise<void> {
    this.folder?.announceRelease();
    const front = this.programs.filter(({ name }) => name === 'gateway');
    const behind = this.programs.filter(({ name }) => name !== 'gateway');
    for (const group of [front, behind]) await Promise.all(group.map((program) => program.stop(KILL_AFTER_MS)));
    await this.databases?.stop();
    this.folder?.release();
  }

  /** Ends all processes at once. Saved data is safe. */
  kill(): void {
    for (const program of this.programs) program.kill();
    this.databases?.kill();
  }

  /** Waits for both, even when one fails: a migration must not lose its database midway. */
  private async migrate(services: readonly Program[], signal: AbortSignal): Promise<void> {
    const outcomes = await Promise.allSettled(
      services.map((service) => runToEnd(service, ['migrate'], this.out.log, signal)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private startProgram(program: Program, record: RunRecord): SupervisedProgram {
    const note = () => record.write(this.programs.flatMap(({ pid }) => pid ?? []));
    const started = new SupervisedProgram(program, this.out, note);
    this.programs.push(started);
    note();
    return started;
  }

  private async startDatabases(folder: DataFolder): Promise<OwnDatabases['urls']> {
    this.out.log('Starting PostgreSQL …');
    grantServerTraversal(folder.path, folder.at('postgres'));
    this.databases = await OwnDatabases.start(folder.at('postgres'), this.out.say);
    return this.databases.urls;
  }
}

async function twoPorts(): Promise<{ content: number; calendar: number }> {
  const content = await freePort();
  // The first port is not in use yet, so it may be offered again.
  for (;;) {
    const calendar = await freePort();
    if (calendar !== content) return { content, calendar };
  }
}
