import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE } from '../../content/kinds/presentation';
import { CONTENT_PERMISSIONS_SCHEMA } from './content-permissions.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, type Unchecked, UncheckedInput } from '@almanac/http';
import { Controller, createParamDecorator, type ExecutionContext, Get, Put } from '@nestjs/common';
import { ITEM_TYPES, type ItemType } from '../../content/kinds/item-kinds';
import { UpdateContentPermissionsDto } from './content-permissions.dto';
import { ContentPermissionsService } from './content-permissions.service';
import { notFound } from '@almanac/errors';
import type { Request } from 'express';

/** The `:contentType` of the path, case-insensitive; other words are a 404 (content-behaviour §3.2). */
const ContentType = createParamDecorator((_: unknown, context: ExecutionContext): ItemType => {
  const typeName = String(context.switchToHttp().getRequest<Request>().params['contentType']).toLowerCase();
  return ITEM_TYPES.find((type) => type === typeName) ?? notFound('Content type');
});

const KEYS = {
  contentType: { description: 'Kind of the item', type: 'string', enum: ITEM_TYPES },
  contentId: 'Id of the item',
};

@Routes({
  'GET /': {
    summary: 'Read the permissions of an item that override those of its roles',
    description: 'Inherited permissions are not part of the answer.',
    keys: KEYS,
    answer: CONTENT_PERMISSIONS_SCHEMA,
  },
  'PUT /': {
    summary: 'Override permissions of an item',
    description: PARTIAL_UPDATE,
    keys: KEYS,
    answer: CONTENT_PERMISSIONS_SCHEMA,
  },
})
@Controller('api/content-permissions/:contentType/:contentId')
export class ContentPermissionsController {
  constructor(private readonly permissions: ContentPermissionsService) {}

  @Get()
  read(@ContentType() type: ItemType, @Id('Content', 'contentId') id: number, @CurrentActor() actor: Actor) {
    return this.permissions.read(type, id, actor);
  }

  @Put()
  update(
    @ContentType() type: ItemType,
    @Id('Content', 'contentId') id: number,
    @UncheckedInput(UpdateContentPermissionsDto) input: Unchecked<UpdateContentPermissionsDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.permissions.update(type, id, input, actor);
  }
}
