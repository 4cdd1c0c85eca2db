import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { integratorTraffic, type TrafficRow } from './integrator-traffic.ts';

/** The days of an integrator's traffic after a Johannesburg day, the oldest first. */
export const trafficSince = (db: Pool, integratorId: string, day: Day): Promise<readonly TrafficRow[]> =>
  rowsOf(db, `select * from ${liveTable(integratorTraffic)} where "integratorId" = $1 and "day" > $2 order by "day"`, [
    integratorId,
    day,
  ]);
