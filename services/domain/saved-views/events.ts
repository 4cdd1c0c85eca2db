import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/**
 * Streams `saved-views-{adminId}`: the saved views of an administrator, and the e-mail alerts that the administrator
 * switched on. Names and filters can name a person, so they are personal data.
 */
export const savedViewEvents = {
  ViewSaved: z.object({
    viewId: z.string(),
    /** The path of the list in the dashboard, such as `travel-agents`. */
    list: z.string(),
    scope: z.enum(['me', 'everyone']),
    savedAt: instant,
    personal: z.object({ name: z.string(), search: z.string() }).nullable(),
  }),
  ViewRemoved: z.object({ viewId: z.string(), removedAt: instant }),
  ViewAlertSwitched: z.object({ viewId: z.string(), isOn: z.boolean(), switchedAt: instant }),
} as const;

export type SavedViewEvent = EventsOf<typeof savedViewEvents>;
