/** Processor time of this thread, which is also the one that answers requests, in milliseconds. Other programs take none of it away. */
export async function timeHere(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
