import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Inject, Param, Query, Render, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { personJsonLd, placeJsonLd } from '../../../calendar/json-ld/json-ld';
import { htmlOf, lineOf } from '../../../calendar/rendering/rendered-text';
import { mayDelete, mayUpdate } from '../../../records/access/rights';
import type { RecordKind, NamedRecord } from '../../../records/queries/record-kind';
import { RecordPresenter } from '../../../records/record/record.presenter';
import { RecordService } from '../../../records/record.service';
import { allowOwnScripts, CalendarPage } from '../../../web/reader.guard';
import { personOf } from '../../organizers/organizer.schema';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { placeOf } from '../../venues/venue.schema';
import { VENUE } from '../../venues/venue.kind';
import { managingLinks } from '../managed-kinds';
import { addressedRecord, recordPath, sizedImage } from '../record-paths';
import { RECORD_LAYOUT, htmlHead } from '../html-head';
import { addressLines, mapLink } from '../events/event-facts';
import { RecordList } from './record-list';

/** The pages of venues and organizers, at the `url` of the API. */
@CalendarPage('')
export class RecordSiteController {
  constructor(
    private readonly records: RecordService,
    private readonly presenter: RecordPresenter,
    private readonly list: RecordList,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get(['venue', 'venue/:slug'])
  @Render('features/site/records/record')
  async venue(
    @Param('slug') slug: string | undefined,
    @Query() query: Readonly<Record<string, unknown>>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const row = await this.records.read(VENUE, addressedRecord(slug, query['p']), actor);
    return {
      ...this.layout('venue', row, actor, placeJsonLd(placeOf(row, this.presenter))),
      ...(await this.list.data(recordPath('venue', row), { venue: String(row.id) }, query, actor)),
      nonce: allowOwnScripts(response),
      lines: addressLines(row),
      map: row.showMapLink ? mapLink(row) : undefined,
      contact: { phone: row.phone, website: row.website, email: '' },
    };
  }

  @Get(['organizer', 'organizer/:slug'])
  @Render('features/site/records/record')
  async organizer(
    @Param('slug') slug: string | undefined,
    @Query() query: Readonly<Record<string, unknown>>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const row = await this.records.read(ORGANIZER, addressedRecord(slug, query['p']), actor);
    return {
      ...this.layout('organizer', row, actor, personJsonLd(personOf(row, this.presenter))),
      ...(await this.list.data(recordPath('organizer', row), { organizer: String(row.id) }, query, actor)),
      nonce: allowOwnScripts(response),
      lines: [],
      contact: { phone: row.phone, website: row.website, email: row.email },
    };
  }

  private layout(kind: RecordKind['noun'], row: NamedRecord, actor: Actor, jsonLd: object) {
    const may = { edit: mayUpdate(actor, kind, row), delete: mayDelete(actor, kind, row) };
    const image = this.presenter.image(row);
    return {
      ...RECORD_LAYOUT,
      ...htmlHead(
        {
          title: row.name,
          path: recordPath(kind, row),
          summary: lineOf(row.description, row.descriptionRendered),
          image: this.presenter.imageUrl(row),
          jsonLd: { '@context': 'http://schema.org', ...jsonLd },
        },
        this.settings,
      ),
      title: row.name,
      kind: kind === 'venue' ? 'Venue' : 'Organizer',
      html: htmlOf(row.description, row.descriptionRendered),
      image: image && sizedImage(image, this.settings),
      status: row.status,
      actions: managingLinks(kind, row.id, may),
    };
  }
}
