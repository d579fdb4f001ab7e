import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { AttachmentDownloadsController } from './downloads/attachment-downloads.controller';
import { AttachmentsController } from './attachments.controller';
import { AttachmentsRepository } from './attachments.repository';
import { AttachmentsService } from './attachments.service';

@Module({
  imports: [DomainModule],
  controllers: [AttachmentsController, AttachmentDownloadsController],
  providers: [AttachmentsService, AttachmentsRepository],
})
export class AttachmentsModule {}
