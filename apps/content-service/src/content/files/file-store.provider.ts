import { openFileStore } from '@almanac/storage';
import type { Provider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';

export const FILE_STORE = Symbol('file store');

export const fileStoreProvider: Provider = {
  provide: FILE_STORE,
  useFactory: ({ storageUrl, storageCreate }: Settings) => openFileStore(storageUrl, { creates: storageCreate }),
  inject: [SETTINGS],
};
