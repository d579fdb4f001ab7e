import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startWholeSystem } from '../../tools/whole-system';
import type { BenchOptions } from '../measuring/options';
import { type CpuMeter, childrenOf, meterOf, postmasterOf } from '../measuring/processor-time';
import { newToken, UNLIMITED } from '../measuring/stage';
import { seedCalendar } from '../seed/calendar';
import { seedContent } from '../seed/content';
import { onDatabase } from '../seed/seeding-client';
import { startCommits } from './commits';
import { createWritable, type Writable } from './writes';

export interface RunningBuild {
  readonly url: string;
  /** Process ids. */
  readonly programs: Readonly<Record<'gateway' | 'content' | 'calendar', number>>;
  readonly parts: Readonly<Record<'gateway' | 'content' | 'calendar' | 'postgresql', CpuMeter>>;
  readonly token: string;
  readonly events: readonly { id: number; slug: string }[];
  readonly writable: Writable;
  databaseUrl(service: 'content' | 'calendar'): string;
  stop(): Promise<void>;
}

/** Starts the build of a checkout with the same data as any other, behind its own gateway and PostgreSQL. @param settings for all programs */
export async function startBuild(
  root: string,
  { pages, events, commits, profile }: Pick<BenchOptions, 'pages' | 'events' | 'commits' | 'profile'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningBuild> {
  const token = newToken();
  const system = await startWholeSystem(
    'bench',
    {
      ADMIN_API_TOKEN: token,
      ...UNLIMITED,
      LOG_LEVEL: 'info',
      ...settings,
      ...(profile !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(profile)}` }),
    },
    root,
  );
  const { base, launcher } = system;
  try {
    await seedContent(system.databaseUrl('content'), pages, pages, true);
    const authorization = `Token ${token}`;
    await seedCalendar({ url: base }, events, authorization);
    const writable = await createWritable(base, authorization);
    for (const service of ['content', 'calendar'] as const) await analyze(system.databaseUrl(service));
    const answer = await fetch(`${base}/calendar/events/v1/events?per_page=50`);
    const listed = (await answer.json()) as { events: { id: number; slug: string }[] };
    const programs = {
      gateway: programOf(launcher, 'gateway'),
      content: programOf(launcher, 'content-service'),
      calendar: programOf(launcher, 'calendar-service'),
    };
    const parts = {
      gateway: meterOf(programs.gateway),
      content: meterOf(programs.content),
      calendar: meterOf(programs.calendar),
      postgresql: meterOf(await postmasterOf(system.databaseUrl('content'))),
    };
    const stopCommits = await startCommits(system.databaseUrl('content'), commits);
    return {
      url: base,
      programs,
      parts,
      token,
      events: listed.events,
      writable,
      databaseUrl: (service) => system.databaseUrl(service),
      stop: () => stopCommits().then(() => system.stop()),
    };
  } catch (failure) {
    await system.stop();
    throw failure;
  }
}

/** Plans and visibility as on a system that has run for a while. */
const analyze = (url: string) => onDatabase(url, (client) => client.query('VACUUM ANALYZE'));

function programOf(launcher: number, name: string): number {
  const found = descendantsOf(launcher).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`apps/${name}/src/main.js`),
  );
  if (found === undefined) throw new Error(`the ${name} does not run`);
  return found;
}

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
