import { openFileStore } from '@almanac/storage';
import { LaunchError } from '../settings/launch-error';
import { calendarStorageUrl, type LauncherSettings } from '../settings/settings';

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
