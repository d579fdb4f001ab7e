import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { newPassword } from '../../settings/credentials';

/**
 * Passwords of the demo's people and of its protected event, by e-mail address or title. They are random, because a known password would open every
 * demo. The file is for its owner only, as `credentials.json`. It is written before the first password is used, so that an interrupted run loses none.
 */
export class DemoPasswords {
  private constructor(private readonly passwords: ReadonlyMap<string, string>) {}

  static open(file: string, names: readonly string[]): DemoPasswords {
    const stored = existsSync(file) ? passwordsIn(readFileSync(file, 'utf8')) : new Map<string, string>();
    const passwords = new Map(names.map((name) => [name, stored.get(name) ?? newPassword()]));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(passwords), null, 2)}\n`, { mode: 0o600 });
    return new DemoPasswords(passwords);
  }

  of(name: string): string {
    const password = this.passwords.get(name);
    if (password === undefined) throw new Error(`there is no password for ${name}`);
    return password;
  }
}

function passwordsIn(json: string): Map<string, string> {
  const found: unknown = JSON.parse(json);
  const entries: [string, unknown][] = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  return new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
