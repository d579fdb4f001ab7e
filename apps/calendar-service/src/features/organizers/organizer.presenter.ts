import { Injectable } from '@nestjs/common';
import { personJsonLd, type PersonRecord } from '../../calendar/json-ld/json-ld';
import { RecordPresenter } from '../../records/record.presenter';
import { htmlOf, lineOf } from '../../calendar/rendering/rendered-text';
import type { OrganizerRow } from './organizer.kind';

/** An organizer with every key always there (calendar-behaviour §2.3). */
@Injectable()
export class OrganizerPresenter {
  constructor(private readonly records: RecordPresenter) {}

  /** For answers about one record: the organizer itself, or an event that holds it. */
  presentSingle(organizer: OrganizerRow) {
    return { ...this.present(organizer), json_ld: personJsonLd(this.person(organizer)) };
  }

  /** The members that a schema.org description needs. */
  person(organizer: OrganizerRow): PersonRecord {
    const { name, phone, email, website, description, descriptionRendered } = organizer;
    return {
      name,
      phone,
      email,
      website,
      description: lineOf(description, descriptionRendered),
      image: this.records.imageUrl(organizer),
    };
  }

  present(organizer: OrganizerRow) {
    return {
      ...this.records.head('organizer', organizer),
      organizer: organizer.name,
      description: htmlOf(organizer.description, organizer.descriptionRendered),
      excerpt: '',
      slug: organizer.slug,
      image: this.records.image(organizer),
      phone: organizer.phone,
      website: organizer.website,
      email: organizer.email,
      ...this.records.globalIds(organizer),
    };
  }
}
