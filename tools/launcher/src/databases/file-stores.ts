import { openFileStore, storeUrlBelow } from '@almanac/storage';
import { LaunchError } from '../launch-error';
import type { LauncherSettings } from '../settings/settings';

/** Below the store of content-service, so that there is one store to back up. No file of content-service has this name. */
export const calendarStorageUrl = (storageUrl: string): string => storeUrlBelow(storageUrl, 'calendar');

/**
 * Writes to both stores once, so that the error message names the variable of a wrong address. Creates the folder of the data folder, and
 * that of the calendar within the other one.
 * @throws LaunchError when a store cannot be used
 */
export async function checkStores({ storageUrl, createsStorage }: LauncherSettings): Promise<void> {
  try {
    await openFileStore(storageUrl, { creates: createsStorage }).check();
    await openFileStore(calendarStorageUrl(storageUrl), { creates: true }).check();
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new LaunchError(`STORAGE_URL cannot be used. ${reason}`, { cause: failure });
  }
}
