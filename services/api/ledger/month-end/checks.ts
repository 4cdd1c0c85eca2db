import { addDays, type Day, dayOf, startOfDay } from '@fynbos/domain/calendar.ts';
import { SIGNALS, type Signal } from '@fynbos/domain/signal/events.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type HoldRow, holds } from '@fynbos/projections/holds/holds.ts';
import { type ReconciliationRow, reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import type { PaperSection } from '../../reports/paper.ts';
import { paperDay, paperMoment, paperName } from '../../reports/paper-words.ts';
import type { LiabilityParts } from '../ageing.ts';
import { CONTROLS } from '../control-finding.ts';
import { controlFindings } from '../controls.ts';
import { LISTED, number } from './columns.ts';

/** The last comparison of the books up to the night after the month. */
export async function reconciliationSection({ pool }: LiabilityParts, to: Day): Promise<PaperSection> {
  const { rows } = await pool.query<ReconciliationRow>(
    `select * from ${readModelTable(reconciliations).sql}
     where status <> 'running' and how <> 'integrator-list' and "finishedAt" < $1 order by "finishedAt" desc limit 1`,
    [startOfDay(addDays(to, 2)).toISOString()],
  );
  const last = rows[0];
  return {
    heading: 'Reconciliation',
    text: last
      ? `The last one up to the night after the month, finished ${paperMoment(last.finishedAt)}: ${last.differences === 0 ? 'everything agrees' : `${last.differences} differ`}.`
      : 'None was finished by the end of the month.',
    ...(last
      ? {
          table: {
            columns: [
              { title: 'Compared', share: 50 },
              { title: 'Examined', share: 25, number },
              { title: 'Differ', share: 25, number },
            ],
            rows: last.checks.map(({ name, examined, differences }) => [
              paperName(name),
              String(examined),
              String(differences),
            ]),
            empty: '',
          },
        }
      : {}),
  };
}

/** Signals and holds that were raised, ended or open in the month. */
export async function signalSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const { rows } = await pool.query<HoldRow>(
    `select * from ${readModelTable(holds).sql}
     where "placedOn" between $1 and $2 or "releasedOn" between $1 and $2 or (status in ('open', 'flagged') and "placedOn" <= $2)
     order by "placedOn", id limit ${LISTED}`,
    [from, to],
  );
  return {
    heading: 'Signals and holds',
    text: `Raised or ended in the month, or still open. At most ${LISTED} are shown.`,
    table: {
      columns: [
        { title: 'Agent', share: 9 },
        { title: 'Raised by', share: 18 },
        { title: 'On', share: 12 },
        { title: 'Reason', share: 35 },
        { title: 'State', share: 26 },
      ],
      rows: rows.map((row) => [
        String(row.agentId),
        SIGNALS[row.signal as Signal]?.label ?? row.signal,
        paperDay(row.placedOn),
        row.reason,
        row.releasedOn
          ? `${paperName(row.status)} ${paperDay(row.releasedOn)}: ${row.releaseReason ?? ''}`
          : paperName(row.status),
      ]),
      empty: 'None.',
    },
  };
}

/** What the controls found in the month. */
export async function controlSection(parts: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const findings = await controlFindings(parts, from, to);
  return {
    heading: 'Controls',
    facts: Object.entries(CONTROLS).map(([control, label]): [string, string] => [
      label,
      String(findings.filter((each) => each.control === control).length),
    ]),
    table: {
      columns: [
        { title: 'When', share: 16 },
        { title: 'Who', share: 12 },
        { title: 'What', share: 42 },
        { title: 'Reason', share: 30 },
      ],
      rows: findings
        .slice(0, LISTED)
        .map(({ at, by, what, reason }) => [paperDay(dayOf(new Date(at))), by, what, reason ?? '']),
      empty: 'The controls found nothing.',
    },
  };
}
