import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestApi } from '@almanac/testing';
import { PictureServer } from '../../launcher/src/demo/pictures/picture-server';
import { seedDemo } from '../../launcher/src/demo/seed-demo';
import { type OneAddress, startAtOneAddress } from './one-address';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The records of a list of the library. */
export async function itemsOf(api: TestApi, target: string): Promise<Item[]> {
  const { data }: { data: Item[] } = JSON.parse((await api.get(target)).text);
  return data;
}

export const namesOf = async (api: TestApi, target: string): Promise<string[]> =>
  (await itemsOf(api, target)).map(({ name }) => name);

/** Both services with the demo content, as `npm start -- --demo` fills it in. */
export class DemoSystem {
  private constructor(
    private readonly system: OneAddress,
    readonly admin: TestApi,
    private readonly passwords: ReadonlyMap<string, unknown>,
  ) {}

  static async start(): Promise<DemoSystem> {
    const pictures = await PictureServer.start();
    const system = await startAtOneAddress({ OUTGOING_ALLOWED_HOSTS: pictures.host });
    const { token } = await system.content.given.admin();
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-demo-'));
    const passwordsFile = path.join(folder, 'passwords.json');
    await seedDemo({ baseUrl: system.base, token, passwordsFile, pictureUrl: (name) => pictures.url(name) });
    pictures.close();
    const passwords: object = JSON.parse(readFileSync(passwordsFile, 'utf8'));
    rmSync(folder, { recursive: true });
    return new DemoSystem(system, new TestApi(system.base).as({ token }), new Map(Object.entries(passwords)));
  }

  get stranger(): TestApi {
    return new TestApi(this.system.base);
  }

  get content(): TestApi {
    return this.system.content.api;
  }

  close = (): Promise<void> => this.system.close();

  password(name: string): string {
    return String(this.passwords.get(name));
  }

  async idOf(kind: string, name: string): Promise<number> {
    const [item] = await itemsOf(this.admin, `/api/${kind}?filter[name]=${encodeURIComponent(name)}`);
    if (!item) throw new Error(`there is no ${name}`);
    return item.id;
  }

  /** A person of the demo with a token. */
  async callerWithEmail(email: string): Promise<TestApi> {
    const [user] = await itemsOf(this.admin, `/api/users?filter[email]=${email}`);
    const { text } = await this.admin.post(`/api/users/${user?.id}/tokens`, { name: 'Test' });
    const { token_id, secret }: { token_id: string; secret: string } = JSON.parse(text);
    return this.stranger.as({ token: `${token_id}:${secret}` });
  }
}
