import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed';
import { ChangesCleanup } from './changes-cleanup';
import { ChangesRepository } from './changes.repository';

@Module({ providers: [ChangeFeed, ChangesCleanup, ChangesRepository], exports: [ChangeFeed, ChangesRepository] })
export class ChangesModule {}
