import { type Environment, type SettingRule, SettingsReader } from './settings-reader';

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
  // A variable that is read twice has one fault.
  if (reader.faults.length > 0) throw new SettingsError([...new Set(reader.faults)]);
  return Object.freeze(settings);
}

/** The table of an app's settings: the rules of all variables that `build` reads, in its order. */
export function rulesOf(build: (settings: SettingsReader) => object): readonly SettingRule[] {
  const reader = new SettingsReader({});
  build(reader);
  return [...reader.rules.values()];
}

/** Ports of a program: of its requests and, unless it is 0, of its metrics. */
export function readPorts(s: SettingsReader, fallback: number): { port: number; metricsPort: number } {
  const port = s.integer('PORT', fallback, { max: 65_535 });
  const metricsPort = s.integer('METRICS_PORT', 0, { max: 65_535 });
  if (metricsPort !== 0 && metricsPort === port) s.faults.push('METRICS_PORT must differ from PORT');
  return { port, metricsPort };
}
