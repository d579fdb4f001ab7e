import { OpenApiModule } from '@almanac/openapi';
import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { DocsController } from './docs.controller';
import { DocsPageController } from './docs-page.controller';
import { DocsService } from './docs.service';

@Module({
  imports: [WebModule, OpenApiModule.of({ below: '/api', isStripped: false })],
  controllers: [DocsController, DocsPageController],
  providers: [DocsService],
})
export class DocsModule {}
