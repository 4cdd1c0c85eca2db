import type { ListLine } from '@fynbos/application/reconciliation/list-store.ts';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { readList } from './integrator-list-input.ts';

/** Returns the stored lines of a list. */
async function kept(list: string): Promise<ListLine[]> {
  const lines: ListLine[] = [];
  const app = express().post('/', async (sent, response) => {
    await readList(
      sent,
      async () => undefined,
      async (read) => void lines.push(...read),
    );
    response.end();
  });
  await request(app).post('/').set('Content-Type', 'text/csv').send(list).expect(200);
  return lines;
}

test('keeps only compared columns, and no driver’s name from any column', async () => {
  const id = '4f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11';
  const lines = await kept(
    [
      'eventId,type,driverName,reservationNo,occurredAt,tkRevenue',
      `${id},invoice,Thandi Driver,R1,2026-11-22T08:00:00Z,10`,
      `${id},Thandi Driver,R1,2026-11-22T08:00:00Z,10`,
      `no-id,invoice,Thandi Driver,R2,2026-11-22T08:00:00Z,10`,
    ].join('\n'),
  );
  expect(lines).toEqual([
    { line: 2, eventId: id, cells: { type: 'invoice', reservationNo: 'R1', tkRevenue: '10' } },
    { line: 3, eventId: '', cells: {} },
    { line: 4, eventId: '', cells: { type: 'invoice', reservationNo: 'R2', tkRevenue: '10' } },
  ]);
});
