import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { DomainError, staleRecord } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';
import { ALERT_LIST, type ViewList } from './lists.ts';

/** Streams `saved-views-{adminId}`. Names and filters can name a person, so they are personal data. */
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

export interface SavedView {
  readonly viewId: string;
  readonly list: ViewList;
  readonly scope: 'me' | 'everyone';
  readonly name: string;
  /** The query string of the list, including `?`; empty for the list without filters. */
  readonly search: string;
}

/** `version`: how often the view was saved. */
export type VersionedView = SavedView & { readonly version: number };

export interface SavedViews {
  readonly views: readonly VersionedView[];
  /**
   * The views that send e-mail to this administrator, with the instant (ISO 8601 UTC) at which that was switched on.
   */
  readonly alerts: ReadonlyMap<string, string>;
}

export type SavedViewCommand =
  /** `version`: of the view that the administrator saw; null for a new one. */
  | ({ readonly type: 'SaveView'; readonly version: number | null } & SavedView)
  | { readonly type: 'RemoveView'; readonly viewId: string }
  | {
      readonly type: 'SwitchViewAlert';
      readonly viewId: string;
      readonly list: ViewList;
      readonly isOn: boolean;
    };

export const VIEW_MESSAGES = {
  unknown: 'View not found.',
  nameTaken: 'A view with this name already exists.',
  many: 'You have 100 saved views. Remove one first.',
  noAlert: 'Only views of the audit log can send e-mail.',
} as const;

export const MAX_VIEWS = 100;

/**
 * The views of one administrator (V3, V4). Rejects with `view.unknown`, `view.name` (taken), `view.many` above
 * `MAX_VIEWS`, `view.alert` for a list without alerts, and `staleRecord`.
 */
export const savedViewsDecider: Decider<SavedViews, SavedViewCommand, SavedViewEvent> = {
  name: 'saved-views',
  initial: { views: [], alerts: new Map() },
  decide(command, { views, alerts }, at) {
    const { viewId } = command;
    if (command.type === 'SwitchViewAlert') {
      if (command.list !== ALERT_LIST) throw new DomainError('invalid', 'view.alert', VIEW_MESSAGES.noAlert);
      if (alerts.has(viewId) === command.isOn) return [];
      return [{ type: 'ViewAlertSwitched', data: { viewId, isOn: command.isOn, switchedAt: at } }];
    }
    const saved = views.find((view) => view.viewId === viewId);
    if (command.type === 'RemoveView') {
      if (!saved) throw new DomainError('not-found', 'view.unknown', VIEW_MESSAGES.unknown);
      return [{ type: 'ViewRemoved', data: { viewId, removedAt: at } }];
    }
    const { version, list, scope, name, search } = command;
    const isNew = version === null;
    if (!isNew && !saved) throw new DomainError('not-found', 'view.unknown', VIEW_MESSAGES.unknown);
    if (isNew && views.length >= MAX_VIEWS) throw new DomainError('conflict', 'view.many', VIEW_MESSAGES.many);
    if (saved && version !== saved.version) throw staleRecord();
    const isTaken = views.some(
      (view) => view.viewId !== viewId && view.list === list && view.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken)
      throw new DomainError('conflict', 'view.name', VIEW_MESSAGES.nameTaken, [
        { field: 'name', message: VIEW_MESSAGES.nameTaken },
      ]);
    if (saved?.name === name && saved.search === search && saved.scope === scope) return [];
    return [{ type: 'ViewSaved', data: { viewId, list, scope, savedAt: at, personal: { name, search } } }];
  },
  evolve({ views, alerts }, { type, data }) {
    const others = views.filter(({ viewId }) => viewId !== data.viewId);
    if (type === 'ViewSaved') {
      const { viewId, list, scope, personal } = data;
      // Without the key the view is gone.
      if (!personal) return { views: others, alerts };
      const version = (views.find((view) => view.viewId === viewId)?.version ?? 0) + 1;
      return { views: [...others, { viewId, list: list as ViewList, scope, ...personal, version }], alerts };
    }
    if (type === 'ViewRemoved') return { views: others, alerts };
    const next = new Map(alerts);
    if (data.isOn) next.set(data.viewId, data.switchedAt);
    else next.delete(data.viewId);
    return { views, alerts: next };
  },
};

export const savedViewsStreamOf = (adminId: number): string => `saved-views-${adminId}`;
