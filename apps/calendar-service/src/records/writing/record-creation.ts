import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { Columns } from '../record/columns';
import { RecordImages } from '../../calendar/images/record-images';
import { Geocoder } from '../../calendar/places/geocoder';
import type { RecordDto } from '../record/record.dto';
import { recordSlug, RecordWriting } from './record-writing';
import { RecordsRepository, type Twin } from '../queries/records.repository';
import { mayCreate, refuse } from '../access/rights';
import { sanitised } from '../../calendar/rendering/sanitised';
import { freeSlug, MAX_SLUG_ATTEMPTS } from '../../calendar/slugs/slugs';
import type { RecordKind, NamedRecord } from '../queries/record-kind';
import type { StoredNamed } from '../record/record.entity';

/** Creates venues and organizers, many by few statements. */
@Injectable()
export class RecordCreation {
  constructor(
    private readonly records: RecordsRepository,
    private readonly writing: RecordWriting,
    private readonly images: RecordImages,
    private readonly geocoder: Geocoder,
  ) {}

  /**
   * Stores new records, or finds existing records with the same names, which stay unchanged. Call it inside a transaction.
   * @param inputs validated; their images are stored already
   * @returns ids in the order of the inputs
   * @throws Problem 401 or 403 for callers who may not create such records
   */
  async make(kind: RecordKind, inputs: readonly RecordDto[], actor: Actor): Promise<number[]> {
    if (inputs.length > 0 && !mayCreate(actor, kind.noun)) refuse(actor);
    const ids = new Map<RecordDto, number>();
    for (let round = 0; round < MAX_SLUG_ATTEMPTS; round++) {
      const missing = inputs.filter((input) => !ids.has(input));
      if (missing.length === 0) return inputs.flatMap((input) => ids.get(input) ?? []);
      // Slugs before twins: a twin that is stored between the two queries is found; one that is stored later occupies the slug.
      const used = await this.records.findUsedSlugs(
        kind.table,
        missing.map((input) => slugText(kind, input)),
      );
      const twins = await this.records.findTwins(
        kind,
        missing.map((input) => twinOf(kind, input)),
        actor,
      );
      missing.forEach((input, index) => {
        const twin = twins[index];
        if (twin !== undefined) ids.set(input, twin);
      });
      const added = firstOfEachName(
        kind,
        missing.filter((input) => !ids.has(input)),
      );
      for (const [input, id] of await this.store(kind, added, used, actor)) ids.set(input, id);
    }
    throw new Error(`no slugs stayed free for ${kind.table}`);
  }

  /**
   * Stores a new record, also beside one of the same name. Call it inside a transaction.
   * @throws Problem 401 or 403 for callers who may not create such records
   */
  async add(kind: RecordKind, input: RecordDto, actor: Actor): Promise<number> {
    if (!mayCreate(actor, kind.noun)) refuse(actor);
    for (let round = 0; round < MAX_SLUG_ATTEMPTS; round++) {
      const used = await this.records.findUsedSlugs(kind.table, [slugText(kind, input)]);
      const id = (await this.store(kind, [input], used, actor)).get(input);
      if (id !== undefined) return id;
    }
    throw new Error(`no slug stayed free for ${kind.table}`);
  }

  /** Coordinates of the input's address, if it has to be geocoded and is found. */
  async placeColumns({ place }: RecordKind, input: RecordDto, current?: NamedRecord): Promise<Columns<StoredNamed>> {
    const address = place?.addressOf(input, current);
    const found = address === undefined ? undefined : await this.geocoder.locate(address);
    return place && found ? place.columnsAt(found) : {};
  }

  /** @returns ids of the stored records; the others lost their slug to another transaction */
  private async store(
    kind: RecordKind,
    inputs: readonly RecordDto[],
    used: Set<string>,
    actor: Actor,
  ): Promise<Map<RecordDto, number>> {
    if (inputs.length === 0) return new Map();
    const slugs = new Map<string, RecordDto>();
    const rows: Columns<StoredNamed>[] = [];
    for (const input of inputs) {
      const slug = freeSlug(slugText(kind, input), (other) => used.has(other) || slugs.has(other));
      slugs.set(slug, input);
      rows.push({
        ...this.writing.columns(kind.noun, input, actor),
        ...kind.columns(input),
        ...(await this.placeColumns(kind, input)),
        ...(await this.images.columns(input.image)),
        name: kind.nameOf(input) ?? '',
        slug,
      });
    }
    const ids = await this.records.insertFree(kind.entity, rows);
    const stored = new Map<RecordDto, number>();
    for (const [slug, input] of slugs) {
      const id = ids.get(slug);
      if (id !== undefined) stored.set(input, id);
    }
    return stored;
  }
}

const slugText = (kind: RecordKind, input: RecordDto): string => recordSlug(kind.noun, kind.nameOf(input) ?? '');

function twinOf(kind: RecordKind, input: RecordDto): Twin {
  return {
    name: kind.nameOf(input) ?? '',
    description: input.description === undefined ? undefined : sanitised(input.description),
  };
}

/** The first input of each name. The next round compares the others with the stored record. */
function firstOfEachName(kind: RecordKind, inputs: readonly RecordDto[]): RecordDto[] {
  const first = new Map<string | undefined, RecordDto>();
  for (const input of inputs) {
    const name = kind.nameOf(input)?.toLowerCase();
    if (!first.has(name)) first.set(name, input);
  }
  return [...first.values()];
}
