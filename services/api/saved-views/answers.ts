import { VIEW_LIST_NAMES } from '@fynbos/domain/saved-views/lists.ts';
import { z } from 'zod';

export const savedViewAnswer = z.object({
  id: z.string(),
  list: z.enum(VIEW_LIST_NAMES),
  scope: z.enum(['me', 'everyone']),
  name: z.string(),
  /** The query string of the list, including `?`. */
  search: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  isOwn: z.boolean(),
  /** Whether the reader may remove it. */
  mayRemove: z.boolean(),
  /** Whether new entries are sent to the reader by e-mail. */
  isAlertOn: z.boolean(),
  /** Sent back as `If-Match` with a change. */
  version: z.int(),
});
export type SavedView = z.output<typeof savedViewAnswer>;
