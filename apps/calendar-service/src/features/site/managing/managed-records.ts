import type { Actor } from '@almanac/auth';
import { forbidden, invalid, Problem } from '@almanac/errors';
import type { RawInput, VersionedAnswer } from '@almanac/http';
import { UploadedFile } from '@almanac/validation';
import { isChangedText, withLineEnds } from '@almanac/web';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { RecordImages } from '../../../calendar/images/record-images';
import { mayDelete, mayUpdate } from '../../../records/access/rights';
import type { NamedRecord, RecordKind } from '../../../records/queries/record-kind';
import { RecordsRepository } from '../../../records/queries/records.repository';
import { RecordLists } from '../../../records/record-lists';
import { RecordService } from '../../../records/record.service';
import { RecordPresenter } from '../../../records/record/record.presenter';
import { inTrash } from '../../../records/writing/record-trash';
import { type CountedTerm, presentTerm } from '../../terms/term.kind';
import { TermLists } from '../../terms/term-lists';
import { mayManageTerms, TermsService } from '../../terms/terms.service';
import { recordPath, sizedImage, termPath } from '../record-paths';
import { type ManagedKind, managingLinks, mayAdd } from '../managed-kinds';
import { withPlainNames } from '../plain-names';

/** A venue, organizer, category or tag in the same shape. */
export interface ManagedRecord {
  id: number;
  name: string;
  path: string;
  status: NamedRecord['status'];
  image?: string | undefined;
  may: Record<'edit' | 'delete', boolean>;
  links: ReturnType<typeof managingLinks>;
  /** As the API answers, except that the description is the text that was written. */
  members: RawInput;
}

/** Reads and changes records and terms, with the services of the API. */
@Injectable()
export class ManagedRecords {
  constructor(
    private readonly records: RecordService,
    private readonly recordLists: RecordLists,
    private readonly repository: RecordsRepository,
    private readonly presenter: RecordPresenter,
    private readonly images: RecordImages,
    private readonly terms: TermsService,
    private readonly termLists: TermLists,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** A batch of a list, by name. */
  async list(kind: ManagedKind, query: RawInput, actor: Actor) {
    const input = { ...query, orderby: 'name', order: 'asc', hide_empty: false };
    return kind.record
      ? (await this.recordLists.find(kind.record, input, actor)).page.map((row) =>
          this.ofRecord(kind.record, row, actor),
        )
      : (await this.termLists.find(kind.noun, input, actor)).page.map((term) => this.ofTerm(term, actor));
  }

  async read(kind: ManagedKind, id: number, actor: Actor): Promise<VersionedAnswer<ManagedRecord>> {
    if (!kind.record) {
      const term = await this.terms.read(kind.noun, id);
      return this.terms.version(term).as(() => this.ofTerm(term, actor));
    }
    const row = await this.records.read(kind.record, { id }, actor);
    if (row.status === 'trash') inTrash(kind.noun);
    return this.records.version(kind.record, row).as(() => this.ofRecord(kind.record, row, actor));
  }

  /**
   * Creates a record, or changes the current one; an unchanged form changes nothing.
   * @throws Problem 422 for a new record with a name in use: the API would answer with the other one, and the typed text would be lost
   */
  async save(kind: ManagedKind, current: ManagedRecord | undefined, form: RawInput, actor: Actor) {
    if (!(current?.may.edit ?? mayAdd(kind, actor))) forbidden();
    const { image_file: file } = form;
    // The form keeps the id, so that the file need not be sent again when other fields are refused.
    if (file instanceof UploadedFile)
      Object.assign(form, { image: String((await this.images.upload(file, actor)).id), image_file: '' });
    const input = withPlainNames(changesIn(form, kind, current?.members), ['name', kind.noun]);
    if (current && Object.keys(input).length === 0) return current;
    if (!kind.record) {
      const { noun } = kind;
      const saved = current ? this.terms.update(noun, current.id, input, actor) : this.terms.create(noun, input, actor);
      return saved.catch(atName);
    }
    if (current) return this.records.update(kind.record, { id: current.id }, input, actor);
    const [name, description] = [input[kind.noun], input['description']].map(textOf);
    const [twin] = await this.repository.findTwins(kind.record, [{ name: name ?? '', description }], actor);
    if (twin !== undefined) invalid({ [kind.noun]: [`There is a ${kind.noun} of this name already.`] });
    return this.records.create(kind.record, input, actor);
  }

  remove(kind: ManagedKind, id: number, actor: Actor): Promise<{ name: string }> {
    return kind.record ? this.records.delete(kind.record, { id }, {}, actor) : this.terms.delete(kind.noun, id, actor);
  }

  private ofRecord(kind: RecordKind, row: NamedRecord, actor: Actor): ManagedRecord {
    const { id, name, status, description } = row;
    const may = { edit: mayUpdate(actor, kind.noun, row), delete: mayDelete(actor, kind.noun, row) };
    const members = { ...kind.present(row, this.presenter), description, image: '' };
    const path = recordPath(kind.noun, row);
    const image = this.presenter.image(row);
    const src = image ? sizedImage(image, this.settings).src : undefined;
    return { id, name, status, path, image: src, may, links: managingLinks(kind.noun, id, may), members };
  }

  private ofTerm(term: CountedTerm, actor: Actor): ManagedRecord {
    const { id, kind, name } = term;
    const isManager = mayManageTerms(actor, kind);
    const may = { edit: isManager, delete: isManager };
    const links = managingLinks(kind, id, may);
    return { id, name, status: 'publish', path: termPath(term), may, links, members: presentTerm(term, this.settings) };
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The members that the form changes. Those that it does not show stay as they are. */
function changesIn(form: RawInput, { fields }: Pick<ManagedKind, 'fields'>, stored: RawInput = {}): RawInput {
  const changes = fields.flatMap(({ name, control }) => {
    const sent = control === 'checkbox' ? form[name] === 'on' : form[name];
    const isChanged = control === 'checkbox' ? sent !== stored[name] : isChangedText(sent, textOf(stored[name]));
    return isChanged ? [[name, withLineEnds(sent, textOf(stored[name]))] as const] : [];
  });
  const losesImage = form['remove_image'] === 'on' && textOf(form['image']) === '';
  return { ...Object.fromEntries(changes), ...(losesImage && { image: null }) };
}

/** Terms refuse a name or slug in use without naming a field. */
function atName(failure: unknown): never {
  if (!(failure instanceof Problem) || failure.type !== 'already-exists') throw failure;
  invalid({ [failure.details.code === 'duplicate_term_slug' ? 'slug' : 'name']: [failure.message] });
}
