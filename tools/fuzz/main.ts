// `npm run fuzz`: sends random requests to the built system and fails when one of them does harm. The number of requests bounds the run.
// Options: --requests, --seed, --concurrency, --only 'POST /api/pages'.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { startWholeSystem, type WholeSystem } from '../whole-system';
import { asCurl } from './curl';
import { type FuzzOptions, readOptions } from './options';
import { type FuzzRequest, requestsTo } from './requests';
import { type FuzzRoute, fuzzRoutes } from './routes';
import { type Outcome, Sender } from './send';
import { leftFiles, Monitors, openTransactions, slowness } from './watch';
import { CALLERS, World } from './world';

const TOKEN = `${'f'.repeat(32)}:${'z'.repeat(32)}`;
/** Relative, so that printed commands work from the top of the project. */
const BODIES = path.join('dist', 'fuzz');
const REFRESH_EVERY = 400;
/** The first requests fill caches and pools. */
const WARM_UP_SHARE = 0.2;
const STALL_LIMIT_MS = 250;
const HEAP_GROWTH_LIMIT = 1.5;
const HEAP_SLACK_BYTES = 48 * 1024 * 1024;
const MAX_PRINTED = 25;
const LINES_BEFORE_AN_END = 15;
/** At most this many requests are printed with a stall: those that ran during it. */
const MAX_SUSPECTS = 6;

interface Sent {
  request: FuzzRequest;
  target: string;
  number: number;
  from: number;
  to: number;
}

/** One run: sends all requests, then checks for leaks, stalls and restarts. */
class FuzzRun {
  private readonly faults: string[] = [];
  private readonly faultKinds = new Map<string, number>();
  private readonly statuses = new Map<number, number>();
  private readonly recent: Sent[] = [];
  private warmHeaps = new Map<string, number>();

  constructor(
    private readonly system: WholeSystem,
    private readonly monitors: Monitors,
    private readonly options: FuzzOptions,
  ) {}

  async run(): Promise<number> {
    const { system, options } = this;
    const world = new World(system.base, TOKEN);
    const sender = new Sender(system.base);
    await world.refresh();
    const routes = (await fuzzRoutes((path) => world.read(path))).filter(({ method, path }) =>
      `${method} ${path}`.includes(options.only),
    );
    if (routes.length === 0) throw new Error('no route matches --only');
    const began = performance.now();
    for (let first = 0; first < options.requests; first += REFRESH_EVERY) {
      await world.refresh();
      const last = Math.min(options.requests, first + REFRESH_EVERY);
      let next = first;
      const work = async () => {
        while (next < last) await this.one(next++, routes, world, sender);
      };
      await Promise.all(Array.from({ length: options.concurrency }, work));
      if (this.warmHeaps.size === 0 && last >= options.requests * WARM_UP_SHARE)
        this.warmHeaps = await this.monitors.heaps();
      if (first % (REFRESH_EVERY * 10) === 0)
        console.log(`fuzz: ${last} of ${options.requests} requests, ${this.faults.length} faults`);
    }
    sender.close();
    const seconds = Math.round((performance.now() - began) / 1_000);
    await this.afterwards();
    return this.report(seconds);
  }

  private async one(number: number, routes: readonly FuzzRoute[], world: World, sender: Sender): Promise<void> {
    const seed = this.options.seed * 1_000_003 + number;
    const route = routes[(seed * 7_919) % routes.length];
    if (!route) return;
    const [request] = fc.sample(requestsTo(route, CALLERS), { numRuns: 1, seed });
    if (!request) return;
    const target = world.target(request.method, request.target, request.pick);
    if (target === undefined) return;
    const from = Date.now();
    const outcome = await sender.send(request, target, world.callers[request.caller] ?? {});
    this.recent.push({ request, target, number, from, to: Date.now() });
    if (this.recent.length > 5_000) this.recent.shift();
    this.judge(outcome, request, target, number);
  }

  private judge(outcome: Outcome, request: FuzzRequest, target: string, number: number): void {
    if ('cut' in outcome) return;
    const command = () => this.command(request, target, number);
    if ('fault' in outcome) {
      this.fault(`${request.method} ${outcome.fault}`, `${outcome.fault}\n  ${command()}`);
      return;
    }
    const { status, retryAfter, requestId, text } = outcome.answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // A service may refuse work temporarily if the answer has Retry-After.
    if (status < 500 || ((status === 503 || status === 507) && retryAfter !== undefined)) return;
    const log = this.system
      .output()
      .split('\n')
      .filter((line) => requestId !== '' && line.includes(requestId));
    this.fault(
      `${status} ${log.at(-1)?.slice(-300) ?? text}`,
      `${status} ${text.slice(0, 200)}\n  ${command()}\n  ${log.join('\n  ').slice(0, 1_500)}`,
    );
  }

  private command(request: FuzzRequest, target: string, number: number): string {
    return asCurl(request, `${this.system.base}${target}`, request.caller, BODIES, number);
  }

  private fault(kind: string, description: string): void {
    this.faultKinds.set(kind, (this.faultKinds.get(kind) ?? 0) + 1);
    this.faults.push(description);
    if (this.faults.length <= MAX_PRINTED) console.error(`FAULT ${description}`);
  }

  /** Checks the idle system after the last request. */
  private async afterwards(): Promise<void> {
    await sleep(5_000);
    const restarts = this.monitors.restarts();
    if (restarts > 0)
      this.fault('restart', `programs ended ${restarts} times:\n${linesBeforeEnds(this.system.output())}`);
    for (const service of ['content', 'calendar'] as const)
      for (const session of await openTransactions(this.system.databaseUrl(service)))
        this.fault('transaction', `open transaction: ${session}`);
    for (const file of leftFiles(this.system.temporaryFolder)) this.fault('file', `temporary file left: ${file}`);
    for (const [program, bytes] of await this.monitors.heaps()) {
      const before = this.warmHeaps.get(program) ?? bytes;
      console.log(`fuzz: heap of ${program}: ${megabytes(before)} -> ${megabytes(bytes)}`);
      if (bytes > before * HEAP_GROWTH_LIMIT + HEAP_SLACK_BYTES)
        this.fault('heap', `memory of ${program} does not come back`);
    }
    this.judgeStalls();
  }

  private judgeStalls(): void {
    const limit = STALL_LIMIT_MS * slowness();
    const stalls = this.monitors.stalls().sort((a, b) => b.stallMs - a.stallMs);
    console.log(`fuzz: longest stall ${stalls[0]?.stallMs ?? 0} ms (limit ${Math.round(limit)} ms)`);
    for (const { program, stallMs, at } of stalls.filter((stall) => stall.stallMs > limit).slice(0, MAX_PRINTED)) {
      const during = this.recent.filter(({ from, to }) => from < at && to > at - stallMs);
      const commands = during
        .slice(0, MAX_SUSPECTS)
        .map(({ request, target, number }) => this.command(request, target, number));
      this.fault('stall', `${program} was held for ${stallMs} ms while it answered:\n  ${commands.join('\n  ')}`);
    }
  }

  private report(seconds: number): number {
    const { requests, seed, concurrency } = this.options;
    const counts = [...this.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `fuzz: ${requests} requests in ${seconds} s (--seed ${seed} --concurrency ${concurrency}); ${counts.join(', ')}`,
    );
    for (const [kind, count] of this.faultKinds) console.log(`fuzz: ${count} x ${kind}`);
    console.log(this.faults.length === 0 ? 'fuzz: no fault' : `fuzz: ${this.faults.length} faults`);
    return this.faults.length === 0 ? 0 : 1;
  }
}

/** The last log lines of each program that ended. */
function linesBeforeEnds(output: string): string {
  const lines = output.split('\n');
  const ends = lines.flatMap((line, at) => (/^\[launcher\] \S+ ended/.test(line) ? [at] : []));
  return ends.map((at) => lines.slice(Math.max(0, at - LINES_BEFORE_AN_END), at + 1).join('\n')).join('\n\n');
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  console.log(`fuzz: seed ${options.seed}`);
  rmSync(BODIES, { recursive: true, force: true });
  const monitorFile = path.resolve(BODIES, '..', 'fuzz-monitor.jsonl');
  rmSync(monitorFile, { force: true });
  const system = await startWholeSystem('fuzz', {
    ADMIN_API_TOKEN: TOKEN,
    FUZZ_MONITOR: monitorFile,
    NODE_OPTIONS: `--require ${path.join(__dirname, 'monitor.cjs')}`,
  });
  try {
    return await new FuzzRun(system, new Monitors(monitorFile), options).run();
  } finally {
    await system.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
