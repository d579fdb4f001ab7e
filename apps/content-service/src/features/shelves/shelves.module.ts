import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { ShelfBooks } from './shelf-books';
import { ShelvesController } from './shelves.controller';
import { ShelvesRepository } from './shelves.repository';
import { ShelvesService } from './shelves.service';

@Module({
  imports: [DomainModule],
  controllers: [ShelvesController],
  providers: [ShelvesService, ShelvesRepository, ShelfBooks],
})
export class ShelvesModule {}
