import { Module } from '@nestjs/common';
import { TermsModule } from './terms.module';
import { CategoriesController } from './categories.controller';

@Module({ imports: [TermsModule], controllers: [CategoriesController] })
export class CategoriesModule {}
