/** Waiting work of several callers. They take turns, each with its oldest work first. */
export class FairQueue<Work> {
  /** In the order of the next turns. No line is empty. */
  private readonly lines = new Map<string, Work[]>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  add(caller: string, work: Work): void {
    const line = this.lines.get(caller);
    if (line) line.push(work);
    else this.lines.set(caller, [work]);
    this.count += 1;
  }

  /** Takes the work whose turn it is. */
  next(): Work | undefined {
    const [turn] = this.lines;
    if (!turn) return undefined;
    const [caller, line] = turn;
    const work = line.shift();
    this.count -= 1;
    this.lines.delete(caller);
    if (line.length > 0) this.lines.set(caller, line);
    return work;
  }

  remove(caller: string, work: Work): void {
    const line = this.lines.get(caller) ?? [];
    const at = line.indexOf(work);
    if (at < 0) return;
    line.splice(at, 1);
    this.count -= 1;
    if (line.length === 0) this.lines.delete(caller);
  }

  /**
   * Makes room in a full queue. Takes the newest work of the longest line, if the line of this caller stays shorter.
   * @returns undefined when no other caller has more work waiting
   */
  displaceFor(caller: string): Work | undefined {
    const [longest, line] = [...this.lines].reduce<[string, Work[]]>(
      (most, one) => (one[1].length > most[1].length ? one : most),
      ['', []],
    );
    const own = this.lines.get(caller)?.length ?? 0;
    const newest = line.at(-1);
    if (newest === undefined || line.length <= own + 1) return undefined;
    this.remove(longest, newest);
    return newest;
  }
}
