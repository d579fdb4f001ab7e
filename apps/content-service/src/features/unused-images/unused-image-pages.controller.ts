import { type Actor, CurrentActor } from '@almanac/auth';
import { hasEnded } from '@almanac/jobs';
import { Input, type RawInput } from '@almanac/http';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { galleryThumb } from '../../content/files/image-paths';
import { type UnusedImage, UnusedImages } from '../../content/images/unused-images';
import { batchNumber, pagerOf } from '../../web/list-batches';
import { SettingsPage } from '../../web/settings-area/settings-page';
import { UnusedImageJobs } from './unused-image-jobs';

const PATH = '/settings/unused-images';
const BACK: Next = { url: PATH };
const PER_PAGE = 50;
const BUSY = 'The images are being searched or deleted already. Wait for the end of it.';

/** Shows which images nothing shows, and deletes them after a confirmation. */
@SettingsPage('settings/unused-images')
export class UnusedImagePagesController {
  constructor(
    private readonly images: UnusedImages,
    private readonly jobs: UnusedImageJobs,
  ) {}

  @Get()
  @Render('features/unused-images/unused-images')
  async show(@Query('page') given: unknown) {
    const page = batchNumber(given);
    const [search, run] = await Promise.all([this.images.latest(), this.jobs.latest()]);
    const isOver = !run || hasEnded(run);
    const list = search?.finishedAt && isOver ? search : undefined;
    const rows = list ? await this.images.list(list.id, { count: PER_PAGE, offset: (page - 1) * PER_PAGE }) : [];
    const pager = pagerOf(page, list?.found ?? 0, PATH, PER_PAGE);
    return {
      title: 'Unused images',
      run,
      isOver,
      removed: removedIn(run?.outcome),
      list,
      rows: rows.map(presentRow),
      pager,
    };
  }

  @PostForm()
  async search(@CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    if (!(await this.jobs.search(actor))) notify(request, BUSY);
    return BACK;
  }

  @Get('delete')
  @Render('features/unused-images/delete')
  async askToDelete() {
    const search = await this.images.latest();
    return { title: 'Delete the unused images', list: search?.finishedAt ? search : undefined };
  }

  @PostForm('delete')
  async remove(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    const search = await this.images.latest();
    if (!search?.finishedAt || form['search'] !== String(search.id))
      notify(request, 'The list has changed meanwhile. Look at it again before you delete its images.');
    else if (!(await this.jobs.remove(search.id, actor))) notify(request, BUSY);
    return BACK;
  }
}

/** Covers and logos have no thumbnail: they are small themselves. */
const presentRow = (image: UnusedImage) => ({
  ...image,
  thumbnail: image.type === 'gallery' || image.type === 'drawio' ? galleryThumb(image.path) : image.path,
});

function removedIn(outcome: object | null | undefined): number | undefined {
  const answer: unknown = outcome && Reflect.get(outcome, 'answer');
  const removed: unknown = answer && typeof answer === 'object' ? Reflect.get(answer, 'removed') : undefined;
  return typeof removed === 'number' ? removed : undefined;
}
