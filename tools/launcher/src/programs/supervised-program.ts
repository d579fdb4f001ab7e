import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from './output';
import { type Program, ProgramProcess } from './program-process';
import { RestartPause } from './restart-pause';

/** A program that restarts whenever it ends by itself, until it is stopped. */
export class SupervisedProgram {
  /** Number of times it has ended by itself. */
  failures = 0;
  private readonly pause = new RestartPause();
  private readonly stopping = new AbortController();
  private readonly supervision: Promise<void>;
  private run: ProgramProcess;

  /** @param onStart called after each restart, so that the caller can record the new process */
  constructor(
    private readonly program: Program,
    private readonly out: Output,
    private readonly onStart: () => void,
  ) {
    this.run = new ProgramProcess(program, [], out.log);
    this.supervision = this.supervise();
  }

  get name(): string {
    return this.program.name;
  }

  get pid(): number | undefined {
    return this.run.pid;
  }

  get lastOutput(): string {
    return this.run.lastOutput;
  }

  async stop(limitMs: number): Promise<void> {
    this.stopping.abort();
    await this.run.stop(limitMs);
    await this.supervision;
  }

  kill(): void {
    this.stopping.abort();
    this.run.kill();
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async supervise(): Promise<void> {
    for (;;) {
      const ending = await this.run.ended;
      if (this.isStopping()) return;
      this.failures += 1;
      const pauseMs = this.pause.after(Date.now() - this.run.startedAtMs);
      this.out.say(`[launcher] ${this.name} ended (${ending}); it is started again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.isStopping()) return;
      this.run = new ProgramProcess(this.program, [], this.out.log);
      this.onStart();
    }
  }
}
