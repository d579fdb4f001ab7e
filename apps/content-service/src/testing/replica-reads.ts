import { counter } from '@almanac/observability';
import { until } from '@almanac/testing';

/** Reads so far, of all apps of the test file. */
export async function replicaReads(target: 'replica' | 'primary', reason?: string): Promise<number> {
  const { values } = await counter('almanac_replica_reads_total', '').get();
  return values
    .filter(({ labels }) => labels['target'] === target && (reason === undefined || labels['reason'] === reason))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Repeats the work until the replica has answered a read of it. */
export async function untilReplicaAnswers(work: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    const before = await replicaReads('replica');
    await work();
    return (await replicaReads('replica')) > before;
  });
}
