import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Actor, can } from '@almanac/auth';
import { Database } from '@almanac/database';
import { boundedImageWork } from '@almanac/images';
import { AllowedHosts, fetchSafely, OutgoingError } from '@almanac/outgoing';
import { Slots } from '@almanac/rate-limit';
import type { UploadedFile } from '@almanac/validation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ParameterFaults, refuseInvalid } from '../parameters/parameter-faults';
import { imageAddress, ownPaths } from './image';
import { ImageStore } from './image-store';
import { NoImageError, renderImage } from './render-image';
import { type ImageInput, isAddress, isNoImage } from './image-input';

const FETCHING = { maxBytes: 20 * 1024 * 1024, timeoutMs: 15_000, maxRedirects: 3, accept: 'image/*' };
/** Waiting requests hold no database connection. */
const WAITING = 50;
const FETCHED_AT_ONCE = 6;
const BUSY = 'Too many images are being fetched at this moment.';

/** An image that a request asks for, and the parameter to name when it cannot be fetched. */
export interface RequestedImage {
  parameter: string;
  /** Path of the image inside the parameter, or the parameter's name. */
  path: string;
  image: ImageInput | undefined;
}

/**
 * Resolves the `image` of a record (calendar-behaviour §5.4, §7.6) in three steps: `check`, `fetch`, `columns`. `check` is part of validation. `fetch`
 * follows the access check, and runs outside of any transaction. `columns` runs inside the transaction.
 */
@Injectable()
export class RecordImages {
  private readonly logger = new Logger('images');
  private readonly fetching = new Slots(FETCHED_AT_ONCE, WAITING, BUSY);
  private readonly allowedHosts: AllowedHosts;
  /** Running downloads by address; requests for the same address share one. */
  private readonly underway = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly images: ImageStore,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.allowedHosts = new AllowedHosts(settings.outgoingAllowedHosts);
  }

  /** An id must be that of an image. An address may add an image, which takes the right to upload one. */
  async check(image: ImageInput | undefined, actor: Actor, faults: ParameterFaults): Promise<void> {
    if (image === undefined || isNoImage(image) || faults.has('image')) return;
    if (isAddress(image)) {
      if (!can(actor, 'image-create-all'))
        faults.addInvalid('image', 'image may be an address only for callers who may upload images.');
    } else if (!(await this.images.exists(image))) faults.addInvalid('image', 'image must be the id of an image.');
  }

  /** @throws Problem 400 that names the parameters without an image. Only the log has details, which would describe our network. */
  async fetch(requested: readonly RequestedImage[], actor: Actor): Promise<void> {
    const addresses = requested.flatMap(({ image }) => (isAddress(image) ? [image] : []));
    for (const address of addresses)
      if ((await this.find(address)) === undefined)
        return this.database.outsideTransaction(() => this.fetchAll(requested, actor));
  }

  private async fetchAll(requested: readonly RequestedImage[], actor: Actor): Promise<void> {
    const faults = new ParameterFaults();
    const each = requested.map(async ({ parameter, path, image }) => {
      const refusal = isAddress(image) ? await this.bring(image, actor) : undefined;
      if (refusal !== undefined) faults.addInside(parameter, path, `${path} ${refusal}`);
    });
    await Promise.all(each);
    faults.refuse();
  }

  /**
   * Stores an uploaded file, which gets an address of its own.
   * @returns the id and the address of the image
   * @throws Problem 400 for callers who may not upload images, and for a file that is none
   */
  async upload({ path, originalName }: UploadedFile, actor: Actor): Promise<{ id: number; url: string }> {
    if (!can(actor, 'image-create-all')) return refuseInvalid('image', 'image is for callers who may upload images.');
    const address = `upload:${randomUUID()}/${encodeURIComponent(originalName)}`;
    try {
      const work = async () => renderImage(await readFile(path));
      await within(this.fetching, async () => this.images.add(address, await boundedImageWork(work), actor));
    } catch (failure) {
      if (!(failure instanceof NoImageError)) throw failure;
      refuseInvalid('image', 'image is no image that can be read.');
    }
    const image = (await this.images.find(address, [])) ?? refuseInvalid('image', 'image could not be stored.');
    return { id: image.id, url: imageAddress(image, this.settings) };
  }

  /** The column of a record's table that this changes, if any. */
  async columns(image: ImageInput | undefined): Promise<{ imageId?: number | null }> {
    if (image === undefined) return {};
    if (isNoImage(image)) return { imageId: null };
    if (!isAddress(image)) return { imageId: image };
    const id = await this.find(image);
    if (id === undefined) throw new Error('an image was to be stored before it was fetched');
    return { imageId: id };
  }

  private async find(address: string): Promise<number | undefined> {
    const href = comparable(address);
    return (await this.images.find(href, ownPaths(href, this.settings)))?.id;
  }

  /** @returns the reason for a refusal; undefined when the image of this address is stored */
  private bring(address: string, actor: Actor): Promise<string | undefined> {
    const href = comparable(address);
    const begun = this.underway.get(href) ?? this.findOrFetch(href, actor).finally(() => this.underway.delete(href));
    this.underway.set(href, begun);
    return begun;
  }

  private async findOrFetch(href: string, actor: Actor): Promise<string | undefined> {
    if ((await this.find(href)) !== undefined) return undefined;
    try {
      await within(this.fetching, async () => {
        const { body } = await fetchSafely(href, { ...FETCHING, allowedHosts: this.allowedHosts });
        await this.images.add(href, await boundedImageWork(() => renderImage(body)), actor);
      });
      return undefined;
    } catch (failure) {
      if (!(failure instanceof OutgoingError || failure instanceof NoImageError)) throw failure;
      // The path and query of the address may hold a secret.
      this.logger.log(`no image from ${new URL(href).host}: ${failure.message}`);
      return failure instanceof NoImageError
        ? 'leads to no image that can be read.'
        : 'cannot be fetched from this address.';
    }
  }
}

/** The normalised address, without its fragment: the same text for the same request. */
function comparable(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

async function within<T>(slots: Slots, work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
