import { TestApi } from '@almanac/testing';
import { readContentSettings } from '../config';
import { createContentApp } from '../start';
import type { ContentApp } from './content-app';

/** The service again, on the same database and files, with caches of its own. */
export async function startAnother({ environment }: ContentApp): Promise<{ api: TestApi; close(): Promise<void> }> {
  const app = await createContentApp(readContentSettings(environment));
  await app.listen(0, '127.0.0.1');
  return { api: new TestApi(await app.getUrl()), close: () => app.close() };
}
