import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { FilesModule } from '../../content/files/files.module';
import { AttachmentDownloadsController } from './attachment-downloads.controller';
import { AttachmentsController } from './attachments.controller';
import { AttachmentsRepository } from './attachments.repository';
import { AttachmentsService } from './attachments.service';
import { Attachment } from '../../content/items/attachment.entity';

@Module({
  imports: [AccessModule, ContentTreeModule, FilesModule, TypeOrmModule.forFeature([Attachment])],
  controllers: [AttachmentsController, AttachmentDownloadsController],
  providers: [AttachmentsService, AttachmentsRepository],
  exports: [AttachmentsService],
})
export class AttachmentsModule {}
