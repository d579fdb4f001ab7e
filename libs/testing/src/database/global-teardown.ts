import { rm } from 'node:fs/promises';
import { running } from './running-server';

export async function stopPostgres(): Promise<void> {
  await running.server?.stop({ now: true });
  if (running.dataDir !== undefined) await rm(running.dataDir, { recursive: true, force: true });
}
