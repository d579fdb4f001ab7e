/** Makes a text of about the given number of characters that reveals quadratic time in careless code. */
export type Shape = (characters: number) => string;

interface Measured {
  characters: number;
  ms: number;
}

interface Sizes {
  smallest: number;
  largest: number;
  floorMs: number;
}

/** Largest allowed factor of the time for twice the text: linear work has 2, quadratic work 4. */
const MAX_GROWTH = 2.6;
const SMALLEST = 2_000;
/** Enough for quadratic work. The nightly run also finds growth that begins later, such as that of caches. */
const LARGEST = process.env['NIGHTLY'] === undefined ? 32_000 : 128_000;
/** Shorter times are mostly noise. */
const FLOOR_MS = 8;
/** Times above are long enough for a result, so no larger text is measured. */
const LONG_MS = 250;
const REPEATS = 3;
/** Garbage collection and other load only add time, so the minimum of many times comes close to the work's own time. */
const CONFIRMATIONS = 4;

/**
 * Finds shapes for which `work` takes more than linear time. The text is doubled step by step, and the thread's processor time is
 * compared between steps. A suspicion is confirmed at three sizes, several times, by the minimum time of each size.
 * @param options `floorMs`: shorter times are ignored; raise it for functions whose short runs are mostly garbage collection.
 * `smallest`: raise it for work that is quadratic up to a limit
 * @returns one sentence for each such shape, so that a test can expect an empty list
 */
export async function growthFaults(
  work: (text: string) => unknown,
  shapes: Record<string, Shape>,
  { smallest = SMALLEST, largest = LARGEST, floorMs = FLOOR_MS }: Partial<Sizes> = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const fault = await faultOf(work, shape, { smallest, largest, floorMs });
    if (fault) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

async function faultOf(
  work: (text: string) => unknown,
  shape: Shape,
  { smallest, largest, floorMs }: Sizes,
): Promise<string | undefined> {
  let before = await measured(work, shape(smallest));
  for (let size = smallest * 2; size <= largest; size *= 2) {
    const after = await measured(work, shape(size));
    if (isFault(before, after, floorMs)) {
      const fault = await confirmed(work, [size / 2, size, size * 2].map(shape), floorMs);
      if (fault) return fault;
    }
    if (after.ms > LONG_MS) return undefined;
    before = after;
  }
  return undefined;
}

/** Confirmed when both doublings are too slow in every round, by the minimum times so far. */
async function confirmed(
  work: (text: string) => unknown,
  texts: string[],
  floorMs: number,
): Promise<string | undefined> {
  let least: Measured[] = [];
  for (let round = 0; round < CONFIRMATIONS; round += 1) {
    const times: Measured[] = [];
    for (const text of texts) times.push(await fastestOf(work, text));
    least = times.map((now, index) => faster(least[index] ?? now, now));
    if (!least.slice(1).every((after, index) => isFault(least[index] ?? after, after, floorMs))) return undefined;
  }
  return least.map(described).join(', ');
}

/** Uses the real lengths of the texts, because a shape meets its size only approximately. */
const growth = (before: Measured, after: Measured) =>
  (2 * (after.ms / before.ms)) / (after.characters / before.characters);
const isFault = (before: Measured, after: Measured, floorMs: number) =>
  before.ms >= floorMs && growth(before, after) > MAX_GROWTH;
const described = ({ characters, ms }: Measured) => `${characters} characters ${ms.toFixed(1)} ms`;

async function fastestOf(work: (text: string) => unknown, text: string): Promise<Measured> {
  let least = await measured(work, text);
  for (let repeat = 1; repeat < REPEATS; repeat += 1) least = faster(least, await measured(work, text));
  return least;
}

const faster = (one: Measured, other: Measured): Measured => (other.ms < one.ms ? other : one);

async function measured(work: (text: string) => unknown, text: string): Promise<Measured> {
  const start = process.threadCpuUsage();
  await work(text);
  const { user, system } = process.threadCpuUsage(start);
  return { characters: text.length, ms: (user + system) / 1000 };
}
