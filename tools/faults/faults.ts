import { createDataSource, migrate } from '@almanac/database';
import { errorCode } from '@almanac/runtime';
import type { RedisServer, SilencingProxy } from '@almanac/testing';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Replicas } from '../system/testing/fleet';
import type { Installation } from './installation';
import type { S3Server } from './s3-server';
import { Uploads } from './uploads';

/** The running installation, and those of its servers that this machine has. */
export interface World {
  installation: Installation;
  proxies: readonly SilencingProxy[];
  redis: RedisServer | undefined;
  s3: S3Server | undefined;
  /** The small file system of PostgreSQL. */
  smallDisk: string | undefined;
  /** A page for uploads. */
  pageId: number;
  /** Notes something that went wrong beside the load. */
  report: (fault: string) => void;
}

export interface Fault {
  name: string;
  /** No request may fail because of it. */
  isHarmless?: true;
  /** The longest time of a request of the load; uploads are no part of it. */
  answersWithinMs?: number;
  /** Part of the short run. */
  isShort?: true;
  /** Causes the fault and ends it, as an operator's platform would. */
  inflict(world: World): Promise<void>;
  /** @returns the missing part of the machine */
  missing?(world: World): string | undefined;
}

const HOLD_MS = 3_000;
/** Longer than the 9 s after which a service closes a silent connection. */
const PAUSE_MS = 11_000;
const SILENCE_MS = 20_000;
/** A write that waits longer for a connection is refused. */
const BUSY_AFTER_MS = 10_000;
/** Uploads at once that could take all connections for writing of two processes. */
const MORE_THAN_WRITERS = 16;

const killed = (program: string, fleet: (installation: Installation) => Replicas): Fault => ({
  name: `kill -9 of one of two processes: ${program}`,
  isShort: true,
  inflict: ({ installation }) => fleet(installation).killOne(),
});

const missingRedis = ({ redis }: World) => (redis ? undefined : 'a Redis server');
const missingS3 = ({ s3 }: World) => (s3 ? undefined : 'the S3 server of tools/ci/s3.sh');

export const FAULTS: readonly Fault[] = [
  killed('content', ({ contents }) => contents),
  killed('calendar', ({ calendars }) => calendars),
  killed('gateway', ({ gateways }) => gateways),
  {
    name: 'kill -9 of PostgreSQL',
    isShort: true,
    async inflict({ installation: { database } }) {
      await database.kill();
      await database.restart();
    },
  },
  {
    name: 'PostgreSQL paused for 11 s',
    async inflict({ installation: { database } }) {
      database.pause();
      await sleep(PAUSE_MS);
      database.resume();
    },
  },
  {
    name: 'connections to PostgreSQL fall silent',
    inflict({ proxies }) {
      for (const proxy of proxies) proxy.silence();
      return Promise.resolve();
    },
  },
  {
    name: 'Redis gone for 3 s',
    isHarmless: true,
    isShort: true,
    missing: missingRedis,
    async inflict({ redis }) {
      await redis?.stop();
      await sleep(HOLD_MS);
      await redis?.run();
    },
  },
  {
    name: 'Redis silent for 3 s',
    isHarmless: true,
    missing: missingRedis,
    async inflict({ redis }) {
      redis?.pause();
      await sleep(HOLD_MS);
      redis?.resume();
    },
  },
  {
    name: 'S3 answers 503 for 3 s',
    isHarmless: true,
    missing: missingS3,
    inflict: (world) =>
      uploading(world, async (s3) => {
        s3.isRefusing = true;
        await sleep(HOLD_MS);
        s3.isRefusing = false;
      }),
  },
  {
    name: 'S3 is slow: 2 s for each request',
    isHarmless: true,
    missing: missingS3,
    inflict: (world) =>
      uploading(world, async (s3) => {
        s3.delayMs = 2_000;
        await sleep(HOLD_MS);
        s3.delayMs = 0;
      }),
  },
  {
    name: 'S3 silent for 20 s',
    isHarmless: true,
    answersWithinMs: BUSY_AFTER_MS,
    missing: missingS3,
    inflict: (world) => uploading(world, (s3) => s3.silentDuring(sleep(SILENCE_MS)), MORE_THAN_WRITERS),
  },
  {
    name: 'disk of PostgreSQL full for 3 s',
    missing: ({ smallDisk }) => (smallDisk === undefined ? 'the right to mount a small file system' : undefined),
    async inflict({ smallDisk = '', installation: { database } }) {
      const file = path.join(smallDisk, 'filler');
      fill(file);
      await sleep(HOLD_MS);
      rmSync(file);
      await database.ensureRunning();
    },
  },
  {
    name: 'clocks of the services jump an hour ahead and back',
    isHarmless: true,
    async inflict({ installation: { contents, calendars } }) {
      const jump = () => {
        for (const { pid } of [...contents.replicas, ...calendars.replicas]) process.kill(pid, 'SIGUSR2');
      };
      jump();
      await sleep(HOLD_MS);
      jump();
    },
  },
  {
    name: 'one process of each program replaced',
    isHarmless: true,
    isShort: true,
    async inflict({ installation, report }) {
      for (const fleet of installation.fleets) {
        const code = await fleet.replaceOne();
        if (code !== 0) report(`a process ended with ${code}`);
      }
    },
  },
  {
    name: 'migration of large tables, forth and back',
    isHarmless: true,
    async inflict({ installation: { databaseUrls } }) {
      await migrateBackAndForth(databaseUrls.content, MoreBooks1);
      await migrateBackAndForth(databaseUrls.calendar, MoreEvents1);
    },
  },
];

async function uploading(
  { s3, installation, pageId, report }: World,
  fault: (s3: S3Server) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  if (!s3) return;
  const uploads = new Uploads(installation.url, pageId, atOnce);
  await fault(s3);
  const before = uploads.acknowledged.size;
  while (uploads.acknowledged.size === before) await sleep(100);
  await uploads.stop();
  for (const answer of uploads.odd) report(`an upload got ${answer}`);
  const lost = await uploads.countLost();
  if (lost > 0) report(`${lost} acknowledged uploads are lost`);
}

/** Writes until the disk is full. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const block of [1_048_576, 4_096])
      for (const bytes = Buffer.alloc(block, 1); ;) if (writeSync(descriptor, bytes) < block) break;
  } catch (failure) {
    if (errorCode(failure) !== 'ENOSPC') throw failure;
  } finally {
    closeSync(descriptor);
  }
}

class MoreBooks1 implements MigrationInterface {
  readonly name: string = 'MoreBooks9000000000001';
  protected readonly table: string = 'books';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${this.table} ADD COLUMN of_a_test integer`);
    await runner.query(`CREATE INDEX ${this.table}_of_a_test ON ${this.table} (of_a_test)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${this.table} DROP COLUMN of_a_test`);
  }
}

class MoreEvents1 extends MoreBooks1 {
  override readonly name = 'MoreEvents9000000000001';
  protected override readonly table = 'events';
}

async function migrateBackAndForth(url: string, migration: typeof MoreBooks1): Promise<void> {
  const source = createDataSource({
    url,
    poolSize: 2,
    applicationName: 'migration under load',
    entities: [],
    migrations: [migration],
  });
  await source.initialize();
  try {
    await migrate(source);
    await source.undoLastMigration();
  } finally {
    await source.destroy();
  }
}
