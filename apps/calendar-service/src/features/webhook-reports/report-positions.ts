import { columnNames, Database, setColumns } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { RecordNoun } from '../../records/record/record';
import { WebhookReport } from './webhook-report.entity';

/** The last change of the change log that was reported. */
export interface ReportPosition {
  transaction: bigint;
  recordId: number;
}

const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** Where reports continue. The first one of a kind, and the first after a restore of the database, starts with the changes from now on. */
@Injectable()
export class ReportPositions {
  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookReport) private readonly rows: Repository<WebhookReport>,
  ) {}

  async of(kind: RecordNoun): Promise<ReportPosition> {
    await this.database.query(
      `INSERT INTO webhook_reports (${columnNames(WebhookReport, 'kind', 'feed', 'transactionId', 'recordId')})
         SELECT $1, id, ${HORIZON}, 0 FROM change_feed
       ON CONFLICT (kind) DO UPDATE SET feed = excluded.feed, transaction_id = excluded.transaction_id, record_id = 0
         WHERE webhook_reports.feed <> excluded.feed`,
      [kind],
    );
    const row = await this.rows.findOneBy({ kind });
    if (!row) throw new Error('the change feed is not set up');
    return { transaction: BigInt(row.transactionId), recordId: row.recordId };
  }

  /** Never moves back: another process may have reported further. */
  async advance(kind: RecordNoun, { transaction, recordId }: ReportPosition): Promise<void> {
    await this.database.query(
      `UPDATE webhook_reports SET ${setColumns(WebhookReport, { transactionId: '$2::xid8', recordId: '$3' })}
       WHERE kind = $1 AND (transaction_id, record_id) < ($2::xid8, $3::integer)`,
      [kind, transaction.toString(), recordId],
    );
  }
}
