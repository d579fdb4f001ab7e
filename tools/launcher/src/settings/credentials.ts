import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fits, SECRETS } from '@almanac/runtime';
import { LaunchError } from './launch-error';
import type { ChosenCredentials } from './settings';

/** The first administrator's credentials, and the secret that both services share. */
export interface Credentials {
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** `<id>:<secret>` */
  readonly adminApiToken: string;
  readonly serviceSecret: string;
}

/** Names in the file, in its order, with the settings that set them. */
const SETTINGS: readonly (readonly [name: keyof Credentials, setting: string])[] = [
  ['adminEmail', 'ADMIN_EMAIL'],
  ['adminPassword', 'ADMIN_PASSWORD'],
  ['adminApiToken', 'ADMIN_API_TOKEN'],
  ['serviceSecret', 'SERVICE_SECRET'],
];

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Without characters that look alike on a screen. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** `credentials.json` of a data folder: generated at the first start, kept from then on, readable by its owner only. */
export class StoredCredentials {
  private constructor(
    readonly file: string,
    readonly credentials: Credentials,
    /** Whether they have been printed. A first start that fails half-way must not lose them. */
    private announced: boolean,
    /** Names of settings that have no effect, because they differ from the kept values. */
    readonly overruled: readonly string[],
  ) {}

  /** @throws LaunchError when the file cannot be read or is damaged */
  static open(file: string, chosen: ChosenCredentials): StoredCredentials {
    if (!existsSync(file)) {
      const made = new StoredCredentials(file, { ...generate(), ...chosen }, false, []);
      made.save();
      return made;
    }
    const { announced, ...credentials } = parse(file);
    // The programs would name the variable, which has no effect any more.
    if (!fits(credentials.serviceSecret, SECRETS))
      throw new LaunchError(
        `serviceSecret in ${file} ${SECRETS.complaint}. Write a new one there. Webhooks then need new secrets, and users set up their two-step log-in again (docs/runbook.md, "Rotate SERVICE_SECRET").`,
      );
    const overruled = SETTINGS.filter(([name]) => chosen[name] !== undefined && chosen[name] !== credentials[name]).map(
      ([, setting]) => setting,
    );
    return new StoredCredentials(file, credentials, announced, overruled);
  }

  get areNew(): boolean {
    return !this.announced;
  }

  markAnnounced(): void {
    this.announced = true;
    this.save();
  }

  private save(): void {
    const content = JSON.stringify({ ...this.credentials, announced: this.announced }, null, 2);
    writeFileSync(`${this.file}.new`, `${content}\n`, { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A random password that can be typed from a screen. */
export const newPassword = (): string => randomText(READABLE, 20);

function generate(): Credentials {
  return {
    adminEmail: 'admin@almanac.local',
    adminPassword: newPassword(),
    adminApiToken: `${randomText(ALPHANUMERIC, 32)}:${randomText(ALPHANUMERIC, 32)}`,
    serviceSecret: randomBytes(32).toString('base64url'),
  };
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function parse(file: string): Credentials & { announced: boolean } {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isComplete(found)) return found;
  } catch (cause) {
    throw new LaunchError(
      `${file} cannot be read; put it back from a backup (it holds the administrator's first password).`,
      { cause },
    );
  }
  throw new LaunchError(`${file} is damaged; put it back from a backup (it holds the administrator's first password).`);
}

function isComplete(found: unknown): found is Credentials & { announced: boolean } {
  if (typeof found !== 'object' || found === null) return false;
  const entries = new Map<string, unknown>(Object.entries(found));
  return (
    SETTINGS.every(([name]) => typeof entries.get(name) === 'string') && typeof entries.get('announced') === 'boolean'
  );
}
