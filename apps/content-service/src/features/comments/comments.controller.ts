import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { COMMENT_IN_LIST_SCHEMA, SAVED_COMMENT_SCHEMA } from '../../content/comments/comment.presenter';
import { COMMENT_SCHEMA } from './comment.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateCommentDto, UpdateCommentDto } from './comments.dto';
import { commentListing } from './comments.repository';
import { CommentsService } from './comments.service';

@Routes({
  'GET /': { summary: 'List the comments that the caller may see', answer: listSchema(COMMENT_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a comment', answer: SAVED_COMMENT_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a comment', answer: COMMENT_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change a comment',
    description: PARTIAL_UPDATE,
    answer: SAVED_COMMENT_SCHEMA,
    isVersioned: true,
  },
  'DELETE /:id': { name: 'delete', summary: 'Delete a comment', isVersioned: true },
})
@Controller('api/comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get()
  list(@Listing(commentListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.comments.list(query, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('comment-create-all')
  create(@Input() dto: CreateCommentDto, @CurrentActor() actor: Actor) {
    return this.comments.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Comment') id: number, @CurrentActor() actor: Actor) {
    return this.comments.read(id, actor);
  }

  @Put(':id')
  @WithVersion()
  update(
    @Id('Comment') id: number,
    @UncheckedInput(UpdateCommentDto) input: Unchecked<UpdateCommentDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.comments.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Comment') id: number, @CurrentActor() actor: Actor) {
    return this.comments.remove(id, actor);
  }
}
