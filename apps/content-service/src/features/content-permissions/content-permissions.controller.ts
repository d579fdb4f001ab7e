import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Controller, Get, Put } from '@nestjs/common';
import type { ItemType } from '../../content/items/item-kinds';
import { ContentPermissionsService } from './content-permissions.service';
import { ContentType } from './content-type';

@Controller('api/content-permissions/:contentType/:contentId')
export class ContentPermissionsController {
  constructor(private readonly permissions: ContentPermissionsService) {}

  @Get()
  read(@ContentType() type: ItemType, @Id('Content', 'contentId') id: number, @CurrentActor() actor: Actor) {
    return this.permissions.read(type, id, actor);
  }

  // The service validates the input, because 404 and 403 take precedence over 422 (content-behaviour §3.4).
  @Put()
  update(
    @ContentType() type: ItemType,
    @Id('Content', 'contentId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.permissions.update(type, id, input, actor);
  }
}
