import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Input, type RawInput, TakesBody } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Routes } from '../../calendar/description/routes';
import { TermLists } from './term-lists';
import { TermPresenter } from './term.presenter';
import { TermsService } from './terms.service';
import { CategoryListDto, CreateCategoryDto, UpdateCategoryDto } from './terms.dto';
import { PathId } from '../../calendar/addresses/path-id';
import { termRoutes } from './term-routes';

/** The guard admits anonymous callers: parameters are judged before rights, so the service judges the rights (calendar-behaviour §5.1). */
@Public()
@Routes(
  termRoutes({
    noun: 'event category',
    plural: 'categories',
    list: CategoryListDto,
    create: CreateCategoryDto,
    update: UpdateCategoryDto,
  }),
)
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly terms: TermsService,
    private readonly lists: TermLists,
    private readonly present: TermPresenter,
  ) {}

  @Get()
  async list(@Input() input: RawInput, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const { headers, body } = await this.lists.list('category', CategoryListDto, input, actor);
    response.set(headers);
    return body;
  }

  @Post()
  @TakesBody({ untypedIsNothing: true })
  async create(@Input() input: RawInput, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const term = await this.terms.create('category', CreateCategoryDto, input, actor);
    response.location(this.present.self(term));
    return this.present.own(term);
  }

  @Get(':id')
  async read(@PathId() id: number) {
    return this.present.own(await this.terms.read('category', id));
  }

  @Post(':id')
  @HttpCode(200)
  post(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update(id, input, actor);
  }

  @Put(':id')
  put(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update(id, input, actor);
  }

  @Patch(':id')
  patch(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update(id, input, actor);
  }

  @Delete(':id')
  async delete(@PathId() id: number, @CurrentActor() actor: Actor) {
    return this.present.own(await this.terms.delete('category', id, actor));
  }

  private async update(id: number, input: RawInput, actor: Actor) {
    return this.present.own(await this.terms.update('category', id, UpdateCategoryDto, input, actor));
  }
}
