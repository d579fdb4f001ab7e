import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed';
import { ChangesKeeper } from './changes-keeper';
import { ChangesRepository } from './changes.repository';

@Module({ providers: [ChangeFeed, ChangesKeeper, ChangesRepository], exports: [ChangeFeed] })
export class ChangesModule {}
