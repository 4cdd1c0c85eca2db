import { z } from 'zod';
import { adminNames } from '../audit/names.ts';
import type { Stores } from '../services.ts';

export const present = z.object({
  adminId: z.int(),
  name: z.string(),
  isEditing: z.boolean(),
});
export type Present = Readonly<z.output<typeof present>>;

/** A dashboard repeats its heartbeat every 15 seconds; without one for this long, the record is no longer open. */
const EXPIRY_INTERVAL = '40 seconds';

/** Returns the others, those who edit first. Only the current state is kept, no event. `record`: `travel-agents/7`. */
export async function notePresence(
  { db, log }: Stores,
  { record, adminId, isEditing }: { readonly record: string; readonly adminId: number; readonly isEditing: boolean },
): Promise<Present[]> {
  // Postgres's clock on both sides, so that processes with different clocks agree.
  const { rows } = await db.query<Omit<Present, 'name'>>(
    `with own as (
       insert into auth.presence (record, "adminId", "isEditing", "heardAt") values ($1, $2, $3, now())
       on conflict (record, "adminId") do update set "isEditing" = excluded."isEditing", "heardAt" = excluded."heardAt"
     ), gone as (
       delete from auth.presence where "heardAt" < now() - interval '${EXPIRY_INTERVAL}' and (record, "adminId") <> ($1, $2)
     )
     select "adminId", "isEditing" from auth.presence
     where record = $1 and "adminId" <> $2 and "heardAt" >= now() - interval '${EXPIRY_INTERVAL}'
     order by "isEditing" desc, "adminId"`,
    [record, adminId, isEditing],
  );
  const nameOf = await adminNames(
    log,
    rows.map((row) => row.adminId),
  );
  return rows.map((row) => ({ ...row, name: nameOf(row.adminId) }));
}
