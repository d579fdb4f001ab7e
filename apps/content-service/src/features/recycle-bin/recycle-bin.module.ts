import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { RecycleBinController } from './recycle-bin.controller';
import { RecycleBinRepository } from './recycle-bin.repository';
import { RecycleBinService } from './recycle-bin.service';

@Module({
  imports: [DomainModule],
  controllers: [RecycleBinController],
  providers: [RecycleBinService, RecycleBinRepository],
})
export class RecycleBinModule {}
