import { type Environment, SettingsError } from '@almanac/runtime';
import path from 'node:path';
import { PictureServer } from './demo/pictures/picture-server';
import { seedDemo } from './demo/seed-demo';
import { LaunchError } from './settings/launch-error';
import { Launcher } from './launcher';
import { type ProgramScripts, withLogDefaults } from './programs/programs';
import type { StoredCredentials } from './settings/credentials';
import { type LauncherSettings, readLauncherSettings } from './settings/settings';

const HELP = `Usage: npm start [-- --demo | --recover-admin | --verbose]

Starts Almanac on this machine and keeps it running until Ctrl+C.

  --demo            fill an empty system with people, a library and a calendar
  --recover-admin   give the first administrator a new password and a token
  --verbose         show the log of the programs here, instead of keeping it in a file of the data folder
  --help            show this text

Settings are environment variables (PORT, BASE_URL, DATA_DIR, …); see docs/settings.md.`;

const KNOWN_ARGUMENTS = ['--demo', '--recover-admin', '--verbose', '--help'];

/** Ctrl+C arrives twice, from the terminal and through npm. Only a later signal is a second request to stop. */
const SAME_REQUEST_MS = 1_000;
const PARENT_CHECK_MS = 200;

/** Runs the system until it is stopped. Returns the exit code: 0 after a normal stop, 1 when the start failed or the stop was forced. */
export async function launch(args: readonly string[], env: Environment, scripts: ProgramScripts): Promise<number> {
  const unknown = args.find((arg) => !KNOWN_ARGUMENTS.includes(arg));
  if (unknown !== undefined) {
    console.log(`Unknown argument ${unknown}.\n\n${HELP}`);
    return 1;
  }
  if (args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  try {
    const passed = withLogDefaults(env, process.stdout.isTTY || !args.includes('--verbose'));
    return await run(readLauncherSettings(env), passed, scripts, args);
  } catch (error) {
    if (!(error instanceof SettingsError) && !(error instanceof LaunchError)) throw error;
    console.error(`Almanac cannot start. ${error.message}`);
    return 1;
  }
}

async function run(
  settings: LauncherSettings,
  env: Environment,
  scripts: ProgramScripts,
  args: readonly string[],
): Promise<number> {
  // For the programs as well: what they store is for the owner of the data folder only.
  process.umask(0o077);
  const write = (line: string) => console.log(line);
  const isVerbose = args.includes('--verbose');
  // Lives as long as the programs that may fetch from it, so that no other program gets its port.
  const pictures = args.includes('--demo') ? await PictureServer.start() : undefined;
  const allowed = pictures && { OUTGOING_ALLOWED_HOSTS: pictures.allowedBeside(env['OUTGOING_ALLOWED_HOSTS']) };
  const subject = pictures ? 'Almanac with demo content' : 'Almanac';
  const launcher = new Launcher({ settings, env: { ...env, ...allowed }, scripts, write, isVerbose, subject });
  const stop = stopSignal(env, () => launcher.kill());
  try {
    const stored = await launcher.start(stop.signal);
    if (pictures) await addDemo({ launcher, stored, pictures, write, signal: stop.signal });
    // Last, so that it is at the end of the output.
    write(await launcher.announcement(stored));
    if (stored.areNew) stored.markAnnounced();
    if (args.includes('--recover-admin')) await launcher.recoverAdministrator(stop.signal);
    await stop.requested;
    write('Almanac is stopping …');
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await launcher.stop();
  }
  return stop.wasForced() ? 1 : 0;
}

interface StopSignal {
  readonly signal: AbortSignal;
  readonly requested: Promise<void>;
  wasForced(): boolean;
}

function stopSignal(env: Environment, force: () => void): StopSignal {
  const controller = new AbortController();
  let firstAtMs: number | undefined;
  let forced = false;
  const requested = new Promise<void>((resolve) =>
    controller.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const onSignal = () => {
    firstAtMs ??= Date.now();
    controller.abort();
    if (Date.now() - firstAtMs < SAME_REQUEST_MS) return;
    forced = true;
    force();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  if (env['npm_lifecycle_event'] !== undefined) onParentExit(onSignal);
  return { signal: controller.signal, requested, wasForced: () => forced };
}

/**
 * npm sends a signal only to the shell that runs the launcher. The shell dies without passing it on, so its end counts
 * as the signal.
 */
function onParentExit(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

interface DemoTarget {
  readonly launcher: Launcher;
  readonly stored: StoredCredentials;
  readonly pictures: PictureServer;
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A failure only prints a message: the system runs without demo content. */
async function addDemo({ launcher, stored, pictures, write, signal }: DemoTarget): Promise<void> {
  const { localUrl: baseUrl, log } = launcher;
  const passwordsFile = path.join(path.dirname(stored.file), 'demo-passwords.json');
  const token = stored.credentials.adminApiToken;
  const pictureUrl = (name: string) => pictures.url(name);
  try {
    const { wasThere } = await seedDemo({ baseUrl, token, passwordsFile, pictureUrl, signal, log });
    log(
      wasThere
        ? 'The demo content is already there.'
        : `The demo content is in place. Passwords of its people: ${passwordsFile}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!signal.aborted)
      write(`The demo content could not be filled in: ${reason}\nA further start with --demo completes it.`);
  }
}
