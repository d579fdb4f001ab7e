import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { LinkedListing } from './linked-listing';
import { LinkedRepository } from './linked.repository';
import { LinkedService } from './linked.service';

@Module({
  imports: [RecordsModule],
  providers: [LinkedListing, LinkedRepository, LinkedService],
  exports: [LinkedRepository, LinkedService],
})
export class LinkedModule {}
