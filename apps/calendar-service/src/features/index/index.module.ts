import { OpenApiModule } from '@almanac/openapi';
import { Module } from '@nestjs/common';
import { NAMESPACE } from '../../config';
import { IndexController } from './index.controller';

@Module({
  imports: [OpenApiModule.of({ below: `/${NAMESPACE}`, isStripped: true })],
  controllers: [IndexController],
})
export class IndexModule {}
