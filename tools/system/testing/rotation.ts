import { TestApi, until } from '@almanac/testing';
import type { ContentApp } from '../../../apps/content-service/src/testing/content-app';
import { BusyCaller } from './busy-caller';
import { Fleet } from './fleet';

type Settings = Readonly<Record<string, string>>;

interface Rotation {
  before: Settings;
  after: Settings;
  addKey: () => Promise<unknown>;
  removeOldKey: () => Promise<unknown>;
  /** The requests that callers send all the time. */
  requests: ConstructorParameters<typeof BusyCaller>[2];
  /** Called before the first of them. */
  prepare?: (api: TestApi) => Promise<unknown>;
}

export const OLD = 'the-old-password';
export const NEW = 'the-new-password';
/** The result of a rotation that no caller notices. */
export const SMOOTH = { failures: [], exitCodes: [0, 0] };

/** The steps of "Rotate keys of other servers" in docs/runbook.md. */
export async function rotate(
  content: ContentApp,
  { before, after, addKey, removeOldKey, requests, prepare }: Rotation,
): Promise<{ failures: readonly string[]; exitCodes: (number | null)[] }> {
  const environment = { ...content.environment, SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'error', ...before };
  const fleet = await Fleet.start('content-service', environment);
  try {
    await Promise.all([fleet.grow(), fleet.grow()]);
    const { token } = await content.given.admin();
    await prepare?.(new TestApi(fleet.url).as({ token }));
    const callers = [1, 2].map(() => new BusyCaller(fleet.url, token, requests));
    const progress = async () => {
      const answered = callers.map((caller) => caller.answered);
      await until(() => callers.every((caller, at) => caller.answered > (answered[at] ?? 0) + requests.length));
    };
    await progress();
    await addKey();
    Object.assign(environment, after);
    const exitCodes = [await fleet.replaceOne(), await fleet.replaceOne()];
    await removeOldKey();
    await progress();
    await Promise.all(callers.map((caller) => caller.stop()));
    return { failures: callers.flatMap(({ failures }) => failures), exitCodes };
  } finally {
    await fleet.end();
  }
}
