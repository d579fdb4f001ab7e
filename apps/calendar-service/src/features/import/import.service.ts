import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../domain/icalendar/event-fault';
import { FileZones } from '../../domain/icalendar/file-zones';
import { type ReadEvent, readEvent } from '../../domain/icalendar/read-event';
import { type CalendarParts, type FileComponent, splitFile } from '../../domain/icalendar/split-file';
import { invalidParameters } from '../../domain/parameters/parameter-faults';
import { checkedParameters } from '../../domain/parameters/read-parameters';
import { groupedBy } from '../../domain/records/grouped-by';
import { RecordWriting } from '../../domain/records/record-writing';
import { mayCreate, refuse } from '../../domain/records/rights';
import { EventImporter } from './event-importer';
import { ImportDto } from './import.dto';
import { type ImportReport, type Outcome, reportOf } from './import-report';

interface Entry {
  line: number;
  read: ReadEvent;
}

/** What ends a transaction that was only to tell what would happen. */
class NothingStored extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('nothing is stored');
  }
}

/** Takes over the events of calendar files. */
@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly importer: EventImporter,
    private readonly writing: RecordWriting,
  ) {}

  /**
   * Each event by itself, a series with its changed occurrences together: what is wrong with one keeps no other out.
   * @throws Problem 400 for what is no calendar file, 401 or 403 for callers who may make no events
   */
  async import(bytes: Uint8Array, input: object, actor: Actor): Promise<ImportReport> {
    const { dry_run: dryRun = false } = checkedParameters(ImportDto, input);
    const parts = partsOf(bytes);
    if (!mayCreate(actor, 'event')) refuse(actor);
    const zones = new FileZones(parts.zones, this.writing.siteZone, parts.properties.get('X-WR-TIMEZONE'));
    const outcomes: Outcome[] = [];
    const entries = parts.events.flatMap((component) => this.read(component, zones, outcomes));
    for (const group of groupedBy(entries, ({ read }) => read.uid).values()) outcomes.push(...(await this.takeGroup(group, actor, dryRun)));
    return reportOf(outcomes, dryRun);
  }

  private read(component: FileComponent, zones: FileZones, outcomes: Outcome[]): Entry[] {
    try {
      return [{ line: component.line, read: readEvent(component, zones) }];
    } catch (failure) {
      if (!(failure instanceof EventFault)) throw failure;
      outcomes.push({ what: 'failed', of: { uid: uidOf(component), line: component.line, message: failure.message } });
      return [];
    }
  }

  /** The series before its occurrences, in one transaction: without its series an occurrence means nothing. */
  private async takeGroup(group: readonly Entry[], actor: Actor, dryRun: boolean): Promise<Outcome[]> {
    const inOrder = [...group].sort((a, b) => Number(a.read.replaces !== undefined) - Number(b.read.replaces !== undefined));
    try {
      return await this.database.transaction(async () => {
        const outcomes: Outcome[] = [];
        for (const { read } of inOrder) outcomes.push(await this.importer.take(read, actor));
        if (dryRun) throw new NothingStored(outcomes);
        return outcomes;
      });
    } catch (failure) {
      if (failure instanceof NothingStored) return failure.outcomes;
      if (!(failure instanceof EventFault)) throw failure;
      return group.map(({ line, read }) => ({ what: 'failed', of: { uid: read.uid, line, message: failure.message } }));
    }
  }
}

/** @throws Problem 400 that says where the file is broken */
function partsOf(bytes: Uint8Array): CalendarParts {
  const parts = splitFile(textOf(bytes));
  return 'message' in parts ? invalidParameters({ file: `Line ${parts.line}: ${parts.message}` }) : parts;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalidParameters({ file: 'A calendar file is written in UTF-8.' });
  }
}

const uidOf = ({ lines }: FileComponent): string => /^UID[^:]*:(.*)$/i.exec(lines.find((line) => /^UID[:;]/i.test(line)) ?? '')?.[1]?.slice(0, 1_000) ?? ''; // prettier-ignore
