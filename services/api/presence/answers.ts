import { z } from 'zod';

/** `POST /admin/presence`: the other administrators who have the record open, those who edit it first. */
export const presenceAnswer = z.array(z.object({ adminId: z.int(), name: z.string(), isEditing: z.boolean() }));
export type Presence = z.output<typeof presenceAnswer>;
