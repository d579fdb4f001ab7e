import { Database } from '@almanac/database';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { RemoteUserDirectory } from './remote-user-directory';
import { UserDirectory } from './user-directory';

@Module({
  providers: [
    {
      provide: RemoteUserDirectory,
      useFactory: (settings: Settings, database: Database) => new RemoteUserDirectory(settings, database),
      inject: [SETTINGS, Database],
    },
    { provide: UserDirectory, useExisting: RemoteUserDirectory },
  ],
  exports: [UserDirectory],
})
export class UsersModule implements OnApplicationShutdown {
  constructor(@Inject(RemoteUserDirectory) private readonly directory: RemoteUserDirectory) {}

  async onApplicationShutdown(): Promise<void> {
    await this.directory.close();
  }
}
