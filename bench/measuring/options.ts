import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Duration of each case in each round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly pages: number;
  readonly events: number;
  /** Commits a second beside the load: each one invalidates the cached answers of the services. */
  readonly commits: number;
  /** Regular expression that selects cases by name. */
  readonly only: string;
  /** Folder for the CPU profiles of our programs; absent for none. */
  readonly profile: string | undefined;
  /** Another checkout, whose build runs beside ours: only such a comparison shows the effect of a change. */
  readonly beside: string | undefined;
}

/** Reads `npm run bench -- --seconds 5 --rounds 3 --only "page read"`. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
      pages: { type: 'string', default: '2000' },
      events: { type: 'string', default: '2000' },
      commits: { type: 'string', default: '0' },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
      beside: { type: 'string' },
    },
  });
  const { only, profile, beside, ...numbers } = values;
  const whole = (name: keyof typeof numbers): number => {
    const value = Number(numbers[name]);
    const least = name === 'commits' ? 0 : 1;
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a whole number from ${least}`);
    return value;
  };
  return {
    seconds: whole('seconds'),
    rounds: whole('rounds'),
    connections: whole('connections'),
    pages: whole('pages'),
    events: whole('events'),
    commits: whole('commits'),
    only,
    profile,
    beside,
  };
}
