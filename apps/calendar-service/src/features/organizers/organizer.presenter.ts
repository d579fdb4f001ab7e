import { Injectable } from '@nestjs/common';
import { RecordPresenter } from '../../domain/records/record.presenter';
import { renderHtml } from '../../domain/rendering/render-html';
import type { OrganizerRow } from './organizer.kind';

/** An organizer with every key always there (calendar-behaviour §2.3). */
@Injectable()
export class OrganizerPresenter {
  constructor(private readonly records: RecordPresenter) {}

  present(organizer: OrganizerRow) {
    return {
      ...this.records.head('organizer', organizer),
      organizer: organizer.name,
      description: renderHtml(organizer.description),
      excerpt: '',
      slug: organizer.slug,
      image: false,
      phone: organizer.phone,
      website: organizer.website,
      email: organizer.email,
      ...this.records.globalIds(organizer),
    };
  }
}
