import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { UploadedFile } from '@almanac/validation';
import { HttpCode, Post } from '@nestjs/common';
import { RecordImages } from '../../../calendar/images/record-images';
import { refuseInvalid } from '../../../calendar/parameters/parameter-faults';
import { textBlocks } from '../../../calendar/rendering/text-blocks';
import { MemberPage } from '../../../web/reader.guard';

/** Answers the text editor of a description: the blocks of a text, and the address of a stored image. */
@MemberPage('events/community')
export class TextEditorController {
  constructor(private readonly images: RecordImages) {}

  @Post('text-blocks')
  @HttpCode(200)
  blocks(@Input() { text }: RawInput) {
    return { blocks: typeof text === 'string' ? textBlocks(text) : [] };
  }

  /** Stores an image of a text, which shows it at its address. */
  @Post('text-images')
  async store(@Input() { image }: RawInput, @CurrentActor() actor: Actor) {
    if (!(image instanceof UploadedFile)) return refuseInvalid('image', 'image must be a file.');
    const { url } = await this.images.upload(image, actor);
    return { url };
  }
}
