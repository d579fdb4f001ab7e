import { type Database, selectComputed, sql } from '@almanac/database';
import { JOBS_SCHEMA } from './install-jobs';

/** How often a long turn looks for others after its shortest time. */
const CHECKS_PER_TURN = 4;

/** The work on one job, as its handler sees it. */
export class Turn {
  isRequeued = false;
  private checkAt: number | undefined;

  constructor(
    private readonly hasOthers: () => Promise<boolean>,
    /** How long the work goes on before it gives way. A turn may begin with a cost, e.g. parsing a file again. */
    private readonly minSeconds: number,
  ) {}

  /** Whether another caller waits who has no job of this name at work. Call it between steps, to end a long turn early. */
  async othersWait(): Promise<boolean> {
    this.checkAt ??= Date.now() + this.minSeconds * 1_000;
    if (Date.now() < this.checkAt) return false;
    this.checkAt = Date.now() + (this.minSeconds * 1_000) / CHECKS_PER_TURN;
    return this.hasOthers();
  }

  /** Lets the job run once more when this turn has ended: after the other callers, and before further jobs of its own caller. */
  requeue(): void {
    this.isRequeued = true;
  }
}

interface QueuePosition {
  group: { id: string };
  priority: number;
}

const QUEUE = `${JOBS_SCHEMA}.job WHERE name = $1`;
const WAITING = `${QUEUE} AND state < 'active' AND NOT blocked`;
/** A gap below the last place leaves one for a job that comes back before the others of its caller. */
const GAP = 2;

const PLACE = sql`SELECT ${selectComputed<{ place: number }>({
  place: `coalesce(min(priority) FILTER (WHERE group_id = $2), min(priority) - ${GAP}, 0)`,
})} FROM ${WAITING}`;
const DEAD = sql`SELECT ${selectComputed<{ id: string }>({ id: 'id' })} FROM ${QUEUE} AND group_id = $2 AND state = 'active'
  AND heartbeat_on < now() - heartbeat_seconds * interval '1 second'`;
const END = `UPDATE ${JOBS_SCHEMA}.job SET priority = others.place - ${GAP}
  FROM (SELECT min(priority) AS place FROM ${WAITING} AND group_id IS DISTINCT FROM $2) others
  WHERE name = $1 AND group_id = $2 AND state <= 'active' AND priority >= others.place`;
const OTHERS_WAIT = `SELECT FROM ${WAITING} AND start_after <= now() AND group_id IS DISTINCT FROM $2
  AND (group_id IS NULL OR group_id <> ALL (SELECT group_id FROM ${QUEUE} AND state = 'active' AND group_id IS NOT NULL)) LIMIT 1`;

/**
 * The line of callers before each queue. A caller is a group of pg-boss, with one job at work. The priority is the place in the line,
 * which all waiting jobs of a caller share. A caller joins at the end, and is sent there again after each turn.
 */
export class Turns {
  constructor(private readonly database: Database) {}

  async positionOf(queue: string, caller: string): Promise<QueuePosition> {
    const [line] = await this.database.query(PLACE, [queue, caller]);
    return { group: { id: caller }, priority: line?.place ?? 0 };
  }

  /** The jobs at work whose process is dead. They keep out the others of their caller. */
  async deadJobsOf(queue: string, caller: string): Promise<string[]> {
    return (await this.database.query(DEAD, [queue, caller])).map(({ id }) => id);
  }

  /** The place of a job that comes back. */
  async requeuePositionOf(queue: string, caller: string): Promise<QueuePosition> {
    const place = await this.positionOf(queue, caller);
    return { ...place, priority: place.priority + 1 };
  }

  async end(queue: string, caller: string): Promise<void> {
    await this.database.query(END, [queue, caller]);
  }

  async othersWait(queue: string, caller: string): Promise<boolean> {
    return (await this.database.query(OTHERS_WAIT, [queue, caller])).length > 0;
  }
}
