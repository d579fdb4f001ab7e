import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, type Unchecked, UncheckedInput } from '@almanac/http';
import { Controller, Get, Put } from '@nestjs/common';
import type { ItemType } from '../../content/items/item-kinds';
import { UpdateContentPermissionsDto } from './content-permissions.dto';
import { ContentPermissionsService } from './content-permissions.service';
import { ContentType } from './content-type';

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
