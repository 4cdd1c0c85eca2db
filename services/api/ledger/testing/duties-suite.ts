import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { describe, expect, test } from 'vitest';
import { fixture } from './fixture.ts';

describe('the duties of administrators', () => {
  const duties = async () => (await fixture.programme.get('/admin/duties').expect(200)).body;
  const attest = (body: object) => fixture.programme.post('/admin/duties/attestations', body);

  test('are shown with the people who hold conflicting ones, and attested once a quarter with a note', async () => {
    const { digest, conflicts, quarter, isAttested } = await duties();
    expect(isAttested).toBe(false);
    const held = conflicts.filter(({ people }: { people: unknown[] }) => people.length > 0);
    expect(held.map(({ conflict }: { conflict: string }) => conflict)).toContain('admin-and-payout');
    await attest({ digest: 'of another day', note: 'x' }).expect(409);
    await attest({ digest, note: '' }).expect(422);
    await attest({ digest, note: 'Small team: every run needs two people' }).expect(200);
    await attest({ digest, note: 'Again' }).expect(200);
    const after = await duties();
    expect(after.isAttested).toBe(true);
    expect(after.attestations).toMatchObject([
      { quarter, isOwn: true, conflicts: held.length, note: 'Small team: every run needs two people' },
    ]);
    await fixture.programme.moveTo(new Date(fixture.programme.running.clock.now.getTime() + 92 * DAY_MS));
    expect((await duties()).isAttested, 'in the next quarter').toBe(false);
  });
});
