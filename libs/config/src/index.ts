import { type Environment, SettingsReader } from './settings-reader';

export { SettingsReader, type Environment, type RotatingSecret } from './settings-reader';

/** All faults of the environment at once. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * Builds an app's settings object.
 * @throws SettingsError listing every fault
 */
export function readSettings<T extends object>(env: Environment, build: (settings: SettingsReader) => T): Readonly<T> {
  const reader = new SettingsReader(env);
  const settings = build(reader);
  if (reader.faults.length > 0) throw new SettingsError(reader.faults);
  return Object.freeze(settings);
}
