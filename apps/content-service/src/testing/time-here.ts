/** CPU time of this thread in milliseconds. The thread also answers requests. The load of other programs does not affect it. */
export async function timeHere(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
