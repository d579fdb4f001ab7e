/** Work whose result concurrent callers share. Each of them gets the result of a run that began after its call. */
export class SharedRun<T> {
  private running: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  /** Whether nobody waits for a result. */
  get isIdle(): boolean {
    return this.running === undefined;
  }

  result(): Promise<T> {
    if (!this.running) return this.run();
    // The current run may have begun before a change that this caller must see.
    return (this.next ??= this.running.then(
      () => this.run(),
      () => this.run(),
    ));
  }

  private run(): Promise<T> {
    this.next = undefined;
    return (this.running = this.work().finally(() => {
      this.running = this.next;
    }));
  }
}
