import { idOf, textOf } from '../api/answers';
import type { DemoApi } from '../api/demo-api';
import type { DemoPasswords } from './demo-passwords';
import { demoPeople, demoRoles, type PersonKey } from './people';

const DAY_MS = 86_400_000;

/** The people of the demo, each with a token of its own while the demo is filled in, so that records have different authors. */
export class DemoAuthors {
  private readonly apis = new Map<PersonKey, DemoApi>();
  private readonly tokens: string[] = [];
  roles: ReadonlyMap<string, number> = new Map();

  constructor(private readonly admin: DemoApi) {}

  /** Creates missing roles and people. People who are there keep their roles and passwords. */
  async arrive(passwords: DemoPasswords): Promise<void> {
    const roles = await this.admin.idsByName('/api/roles?count=500', 'data', 'display_name');
    for (const role of demoRoles)
      if (!roles.has(role.display_name)) roles.set(role.display_name, await this.admin.create('/api/roles', role));
    this.roles = roles;

    const known = await this.admin.idsByName('/api/users?count=500', 'data', 'email');
    const arrivals = demoPeople.map(async ({ key, name, email, roles: names }) => {
      const user = { name, email, password: passwords.of(email), roles: names.map((role) => this.roleId(role)) };
      const id = known.get(email) ?? (await this.admin.create('/api/users', user));
      this.apis.set(key, this.admin.as(await this.newToken(id)));
    });
    await Promise.all(arrivals);
  }

  /** Removes the tokens. Those of an interrupted run expire. */
  async leave(admin: DemoApi): Promise<void> {
    await Promise.all(this.tokens.map((path) => admin.remove(path)));
  }

  of(person: PersonKey): DemoApi {
    const api = this.apis.get(person);
    if (!api) throw new Error(`${person} has not arrived`);
    return api;
  }

  roleId(name: string): number {
    const id = this.roles.get(name);
    if (id === undefined) throw new Error(`there is no role ${name}`);
    return id;
  }

  private async newToken(userId: number): Promise<string> {
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const token = await this.admin.post(`/api/users/${userId}/tokens`, { name: 'Demo content', expires_at: tomorrow });
    this.tokens.push(`/api/users/${userId}/tokens/${idOf(token)}`);
    return `${textOf(token, 'token_id')}:${textOf(token, 'secret')}`;
  }
}
