import { readFile } from 'node:fs/promises';
import { handle } from '@fynbos/application/handle.ts';
import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { describe, expect, test } from 'vitest';
import { csv, fixture, TODAY } from './fixture.ts';

describe('the controls report', () => {
  type Found = { control: string; by: string; subject: string; what: string };
  const readFindings = async () => {
    await fixture.programme.settled();
    const { body } = await fixture.programme.get('/admin/controls?from=2026-11-01&to=2026-11-30').expect(200);
    const of = (control: string) => (body.findings as Found[]).filter((each) => each.control === control);
    for (const { control, found } of body.controls) expect(of(control), control).toHaveLength(found);
    return { body, of };
  };

  test('has no finding where two people acted, and lists imported changes separately', async () => {
    const { of } = await readFindings();
    expect(of('one-person-run')).toEqual([]);
    expect(of('break-glass')).toEqual([]);
    expect(of('retroactive-promotion')).toEqual([]);
    const lines = (await readFile('tests/fixtures/programme-60/programme.ndjson', 'utf8')).trim().split('\n');
    const changes = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'promotion-change');
    expect(changes.length).toBeGreaterThan(0);
    const added = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'promotion');
    const days = (before: string) =>
      new Set(
        of('imported-promotion').flatMap(({ what }) => new RegExp(`${before} (\\S{10}), `).exec(what)?.[1] ?? []),
      );
    const goneBy = (all: readonly string[]) => new Set(all.filter((day) => day < TODAY));
    expect(days('from')).toEqual(goneBy(changes.map(({ effectiveFrom }) => effectiveFrom)));
    expect(days('Added with a start on')).toEqual(goneBy(added.map(({ startDate }) => startDate)));
  });

  test('lists one-person runs, changes of one’s own record, back-dated rates and break-glass', async () => {
    const { log } = fixture.programme.running.services;
    const by = {
      actor: { kind: 'admin', id: '1' } as const,
      now: fixture.programme.running.clock.now,
      correlationId: 'test',
    };
    const { body: promotions } = await fixture.programme.get('/admin/promotions?range=[0,0]').expect(200);
    const change = { type: 'ApplyPromotionChange', promoRate: 0.31, effectiveFrom: '2026-01-05' } as const;
    await handle(log, {
      decider: promotionDecider,
      streamId: `promotion-${promotions[0].id}`,
      command: change,
      context: by,
    });
    const roles = { type: 'ChangeAdminRoles', roles: ['Admin', 'Finance', 'Auditor'] } as const;
    await handle(log, { decider: adminDecider, streamId: 'admin-1', command: roles, context: by });
    // Changed roles end the session (C8).
    await fixture.programme.moveTo(by.now);
    // The rules never allow this, so the test changes the read model itself.
    await fixture.programme.settled();
    const { rows: runs } = await fixture.programme.running.pool.query(
      `update rm_payouts.payouts set "approvedBy" = "proposedBy" where status = 'settled' returning id`,
    );
    const agentId = fixture.held;
    const { body: asked } = await fixture.programme
      .post('/admin/corrections', { agentId, reason: 'Error', text: 'Trial', grossCents: 1_00 })
      .expect(202);
    await fixture.programme.settled();
    await fixture.programme.running.pool.query(
      `update rm_approvals.approvals set "breakGlassAskedAt" = '2026-11-20T09:00:00.000Z' where id = $1`,
      [asked.approvalId],
    );
    const { of } = await readFindings();
    expect(of('one-person-run')).toMatchObject([{ by: 'admin 1', subject: `payouts/${runs[0].id}` }]);
    expect(of('own-record')).toMatchObject([
      { by: 'admin 1', subject: 'admins/1', what: expect.stringContaining('Roles') },
    ]);
    expect(of('retroactive-promotion')).toMatchObject([
      { by: 'admin 1', what: expect.stringMatching(/^\S+: Rate of 0.31 from 2026-01-05, recorded on 2026-11-/) },
    ]);
    expect(of('break-glass')).toMatchObject([{ subject: `approvals/${asked.approvalId}` }]);
    const lines = await csv('/admin/reports/controls.csv?from=2026-11-01&to=2026-11-30');
    expect(
      lines
        .filter(({ control }) => control !== 'imported-promotion' && control !== 'second-person')
        .map(({ control }) => control)
        .filter((control, at, all) => all.indexOf(control) === at)
        .sort(),
    ).toEqual([
      'break-glass',
      'no-reason',
      'one-person',
      'one-person-run',
      'owed-again',
      'own-record',
      'retroactive-promotion',
      'same-settler',
      'unconfirmed-total',
    ]);
  });

  test('lists promotions added after their start, and back-dated dates and codes', async () => {
    const { log } = fixture.programme.running.services;
    const from = { startDate: '2020-01-01', endDate: '2026-06-30' };
    const fields = { promoCode: 'NEVEROURS', description: 'x', promoRate: 1 };
    const { body } = await fixture.programme.post('/admin/promotions', { ...fields, ...from }).expect(201);
    const by = {
      actor: { kind: 'admin', id: '1' } as const,
      now: fixture.programme.running.clock.now,
      correlationId: 'test',
    };
    const today = dayOf(by.now);
    const change = (changed: object) =>
      handle(log, {
        decider: promotionDecider,
        streamId: `promotion-${body.id}`,
        command: { type: 'UpdatePromotion', fields: changed },
        context: by,
      });
    await change({ endDate: '2026-12-31' });
    await change({ endDate: '2027-12-31' });
    await change({ promoCode: 'NOROURS' });
    const subject = `promotions/${body.id}`;
    const found = (await readFindings()).of('retroactive-promotion').filter((each) => each.subject === subject);
    expect(found.map(({ by, what }) => [by, what]).sort()).toEqual([
      ['admin 1', `NOROURS: Added with a start on 2020-01-01, recorded on ${today}`],
      ['admin 1', `NOROURS: Dates 2020-01-01 to 2026-12-31, newly from 2026-07-01, recorded on ${today}`],
      ['admin 1', `NOROURS: Renamed to NOROURS, with a start on 2020-01-01, recorded on ${today}`],
    ]);
  });
});
