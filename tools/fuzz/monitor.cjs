// Preloaded into the tested programs (NODE_OPTIONS). Appends a line of JSON to FUZZ_MONITOR for each stall of the event loop.
// On SIGWINCH, which the programs do not use, it appends the used heap. A stall is the processor time of the main thread between two
// timer ticks: unlike wall time it does not grow when other programs keep the processor busy.
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const TICK_MS = 10;
const MIN_REPORTED_STALL_MS = 60;

const program = /dist[\\/]([^\\/]+)[\\/]apps[\\/]/.exec(process.argv[1] ?? '')?.[1];
const file = process.env.FUZZ_MONITOR;

if (isMainThread && file && program && process.argv[2] === undefined) {
  const report = (facts) =>
    appendFileSync(file, `${JSON.stringify({ program, pid: process.pid, at: Date.now(), ...facts })}\n`);
  report({ started: true });
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const stallMs = (user + system) / 1_000;
    if (stallMs > MIN_REPORTED_STALL_MS) report({ stallMs: Math.round(stallMs) });
  }, TICK_MS).unref();
  process.on('SIGWINCH', () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const { heapUsed, external } = process.memoryUsage();
    report({ heapBytes: heapUsed + external });
  });
}
