import type { Pool } from 'pg';
import type { Services } from '../../http/services.ts';
import { CallLog } from './call-log.ts';

const logs = new WeakMap<Pool, CallLog>();

/** The log of integrators' calls of this process: the calls write it, the dashboard reads it. */
export function callLogOf({ pool, log, logger }: Pick<Services, 'pool' | 'log' | 'logger'>): CallLog {
  const known = logs.get(pool);
  if (known) return known;
  const made = new CallLog(pool, log.keys, logger);
  logs.set(pool, made);
  return made;
}
