import { handle } from '@fynbos/application/handle.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { parse } from 'csv-parse/sync';
import { bytes } from '../../testing/pdf.ts';
import { openProgramme60, type Programme } from '../../testing/programme.ts';

export type Cells = Record<string, string>;
export const AT = new Date('2026-11-17T08:00:00.000Z');
export const TODAY = '2026-11-17';
export const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);
export const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((all, row) => all + value(row), 0);

/** Shared by the suites of the ledger, with two agents who cannot be paid and one paid below the minimum. */
export const fixture = {
  programme: null as unknown as Programme,
  held: 0,
  suspended: 0,
  leaver: 0,
  leaverNo: '',
  /** Sum of the corrections so far, cents. */
  corrected: 0,
};

export async function openFixture(): Promise<void> {
  fixture.programme = await openProgramme60(AT);
}
export const csv = async (path: string): Promise<Cells[]> =>
  parse((await fixture.programme.get(path).expect(200)).text, { columns: true }) as Cells[];
export const pdf = async (path: string): Promise<Buffer> =>
  (await fixture.programme.get(path).expect(200).buffer(true).parse(bytes)).body;

/** Adds a correction without PAYE to an account. */
export async function correct(agentId: number, nettCents: number): Promise<void> {
  fixture.corrected += nettCents;
  await handle(fixture.programme.running.services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(agentId),
    command: {
      type: 'AdjustAccount',
      agentId,
      adjustmentId: `test-${agentId}`,
      reason: 'Error',
      text: 'Entered twice',
      reservationNo: null,
      grossCents: nettCents,
      payeRate: 0,
      treatmentRate: 0.25,
    },
    context: { actor: { kind: 'admin', id: '1' }, now: AT, correlationId: 'test' },
  });
}
