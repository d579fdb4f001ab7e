import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { CachesAnswers, Id, Input, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateBookDto, UpdateBookDto } from './books.dto';
import { bookListing } from './books.listing';
import { BooksService } from './books.service';

@Controller('api/books')
@CachesAnswers()
export class BooksController {
  constructor(private readonly books: BooksService) {}

  @Get()
  list(@Listing(bookListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.books.list(query, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('book-create-all')
  create(@Input() dto: CreateBookDto, @CurrentActor() actor: Actor) {
    return this.books.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Book') id: number, @CurrentActor() actor: Actor) {
    return this.books.read(id, actor);
  }

  @Put(':id')
  @WithVersion()
  update(
    @Id('Book') id: number,
    @UncheckedInput(UpdateBookDto) input: Unchecked<UpdateBookDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.books.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Book') id: number, @CurrentActor() actor: Actor) {
    return this.books.remove(id, actor);
  }
}
