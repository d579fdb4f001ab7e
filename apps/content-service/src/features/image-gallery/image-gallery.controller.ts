import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { IMAGE_FILE, IMAGE_IN_LIST_SCHEMA, IMAGE_SCHEMA } from './image.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, serveFile, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ImageDownloads } from './image-downloads';
import { CreateImageDto, ImageAddressDto, UpdateImageDto } from './image-gallery.dto';
import { imageListing } from './image-gallery.repository';
import { ImageGalleryService } from './image-gallery.service';

@Routes({
  'GET /': {
    summary: 'List the images and drawings that the caller may see',
    answer: listSchema(IMAGE_IN_LIST_SCHEMA),
  },
  'POST /': { summary: 'Create an image', answer: IMAGE_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read an image', answer: IMAGE_SCHEMA, isVersioned: true },
  'PUT /:id': { summary: 'Change an image', description: PARTIAL_UPDATE, answer: IMAGE_SCHEMA, isVersioned: true },
  'DELETE /:id': { name: 'delete', summary: 'Delete an image', isVersioned: true },
  'GET /:id/data': { summary: 'Read the bytes of an image', ...IMAGE_FILE },
  'GET /:id/original': {
    summary: 'Read an image as it was uploaded',
    description: 'Only if originals are kept, and only for callers who may change the image.',
    ...IMAGE_FILE,
  },
  'GET /url/data': { name: 'readDataForUrl', summary: 'Read the bytes of the image at a URL', ...IMAGE_FILE },
})
@Controller('api/image-gallery')
export class ImageGalleryController {
  constructor(
    private readonly gallery: ImageGalleryService,
    private readonly downloads: ImageDownloads,
  ) {}

  @Get()
  list(@Listing(imageListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.gallery.list(query, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('image-create-all')
  create(@Input() dto: CreateImageDto, @CurrentActor() actor: Actor) {
    return this.gallery.create(dto, actor);
  }

  @Get('url/data')
  async readByAddress(
    @Input() { url }: ImageAddressDto,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await serveFile(request, response, await this.downloads.at(url, actor));
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Image') id: number, @CurrentActor() actor: Actor) {
    return this.gallery.read(id, actor);
  }

  @Get(':id/data')
  async readData(
    @Id('Image') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await serveFile(request, response, await this.downloads.publicFile(id, actor));
  }

  @Get(':id/original')
  async readOriginal(
    @Id('Image') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await serveFile(request, response, await this.downloads.original(id, actor));
  }

  @Put(':id')
  @WithVersion()
  update(@Id('Image') id: number, @Input() dto: UpdateImageDto, @CurrentActor() actor: Actor) {
    return this.gallery.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Image') id: number, @CurrentActor() actor: Actor) {
    return this.gallery.remove(id, actor);
  }
}
