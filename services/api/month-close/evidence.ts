import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type MonthEndPack, monthEndPack } from '@fynbos/application/month-close/month-end-pack.ts';
import { periodOf } from '@fynbos/application/month-close/steps.ts';
import { dayOf, type Month } from '@fynbos/domain/calendar.ts';
import { CAUSES } from '@fynbos/domain/comparison/causes.ts';
import type { CloseEvidence } from '@fynbos/domain/month-close/events.ts';
import type { ExportedDocument } from '@fynbos/event-store/audit/export-proof.ts';
import type { LatePostingRow } from '@fynbos/projections/late-postings/late-postings.ts';
import { latePostingsOf } from '@fynbos/projections/month-closes/queries.ts';
import type { Services } from '../http/services.ts';
import { journalCsv } from '../ledger/ledger-csv.ts';
import { amountColumns, csvText, type ExportColumn, fieldColumns } from '../lists/export.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { monthEndPdf } from './month-end-pdf.ts';

const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

const LATE_COLUMNS: readonly ExportColumn<LatePostingRow>[] = [
  { heading: 'belongsTo', cell: ({ belongsTo }) => belongsTo ?? 'earlier payment' },
  { heading: 'cause', cell: ({ cause }) => CAUSES[cause] },
  ...fieldColumns('entries'),
  ...amountColumns('gross', 'paye', 'nett'),
];

/** For a month that is over. Their hashes are recorded at the closing, so content and form must stay as they are. */
async function recordedDocuments({ db }: Pick<Services, 'db'>, month: Month): Promise<ExportedDocument[]> {
  const { from, to } = periodOf(month);
  const late = await latePostingsOf(db, month);
  return [
    { name: `journal-${month}.csv`, mediaType: CSV_MEDIA_TYPE, content: await buffer(journalCsv(db, from, to)) },
    {
      name: `late-postings-${month}.csv`,
      mediaType: CSV_MEDIA_TYPE,
      content: Buffer.from(csvText(LATE_COLUMNS, late)),
    },
  ];
}

/** The hashes of the recorded documents of a month. */
export const evidenceOf = async (services: Pick<Services, 'db'>, month: Month): Promise<CloseEvidence[]> =>
  (await recordedDocuments(services, month)).map(({ name, content }) => ({
    name,
    sha256: hash('sha256', content),
  }));

async function packOf(services: Services, month: Month, pack: MonthEndPack): Promise<ExportedDocument> {
  const pdf = monthEndPdf(pack, services.config.programme.PROGRAMME_NAME, dayOf(services.now()));
  return { name: `month-end-${month}.pdf`, mediaType: 'application/pdf', content: await buffer(renderPdf(pdf)) };
}

/** All documents of a month's evidence pack. Null if `signal` stopped the fold of the past. */
export async function evidenceDocuments(
  services: Services,
  month: Month,
  signal: AbortSignal,
): Promise<ExportedDocument[] | null> {
  const pack = await monthEndPack(services, month, services.now(), signal);
  return pack && [...(await recordedDocuments(services, month)), await packOf(services, month, pack)];
}
