import { present } from '@fynbos/application/presence/presence.ts';
import { z } from 'zod';

/** `POST /admin/presence`: the other administrators who have the record open, those who edit it first. */
export const presenceAnswer = z.array(present);
