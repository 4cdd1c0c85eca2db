import type { HistoryEntry } from '@fynbos/api/audit/answers.ts';

/** A call that restores the values before an entry of a history. It needs the rights and approvals of any change. */
export interface UndoAction {
  readonly method: 'POST' | 'PUT';
  /** Path under `/api/admin/`. */
  readonly path: string;
  /** The body, without the reason. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Whether the call needs the version of the record in `If-Match`. */
  readonly versioned: boolean;
  /** Permission without which the call is refused. */
  readonly permission: string;
  /** Whether the reason is part of the body; otherwise it is sent as a header. */
  readonly reasonInBody: boolean;
  /** The fields that the call restores. */
  readonly restores: readonly { readonly field: string; readonly current: unknown; readonly restored: unknown }[];
}

interface DatedRate {
  readonly promoRate: number;
  readonly effectiveFrom: string;
}

/** The rate of a list of dated rates that counts on a day. */
const rateOn = (rates: unknown, day: string): number | undefined =>
  (Array.isArray(rates) ? (rates as readonly DatedRate[]) : [])
    .filter(({ effectiveFrom }) => effectiveFrom <= day)
    .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .at(-1)?.promoRate;

const PROMOTION_FIELDS: readonly string[] = ['description', 'startDate', 'endDate', 'promoCode'];

type Changes = HistoryEntry['changes'];
const changeOf = (changes: Changes, field: string) => changes.find((one) => one.field === field);

function undoOfPromotion(id: string, { type, changes }: HistoryEntry, today: string): UndoAction | null {
  const common = { permission: 'promotions:change', reasonInBody: false } as const;
  if (type === 'PromotionActivated' || type === 'PromotionDeactivated') {
    const wasActive = type === 'PromotionDeactivated';
    const path = `${wasActive ? 'activate' : 'deactivate'}-promotion/${id}`;
    const restores = [{ field: 'isActive', current: !wasActive, restored: wasActive }];
    return { ...common, method: 'PUT', path, versioned: false, restores };
  }
  const fields = changes.filter(({ field }) => PROMOTION_FIELDS.includes(field));
  const rates = changeOf(changes, 'rates');
  const [current, restored] = [rateOn(rates?.after, today), rateOn(rates?.before, today)];
  const restores = [
    ...fields.map(({ field, before, after }) => ({ field, current: after, restored: before })),
    ...(current !== undefined && restored !== undefined && current !== restored
      ? [{ field: 'promoRate', current, restored }]
      : []),
  ];
  if (restores.length === 0) return null;
  const body = Object.fromEntries(restores.map(({ field, restored: value }) => [field, value]));
  return { ...common, method: 'PUT', path: `promotions/${id}`, body, versioned: true, restores };
}

/** Details of an agent that change only with an approval. */
const CONTACT_FIELDS: readonly string[] = ['details.emailAddress', 'details.cellNumber'];

const valuesOf = (changes: Changes, part: string, side: 'before' | 'after'): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    changes.filter(({ field }) => field.startsWith(part)).map((one) => [one.field.slice(part.length), one[side]]),
  );

/** The undo of a change of details or bank account. Masked values are unknown until they are shown. */
function undoOfPersonal(
  id: string,
  { type, changes }: HistoryEntry,
  earlier: readonly HistoryEntry[],
): UndoAction | null {
  const isBank = type === 'BankDetailsChanged';
  const part = isBank ? 'bank.' : 'details.';
  const own = changes.filter(({ field }) => field.startsWith(part));
  if (own.length === 0 || own.some(({ masked }) => masked)) return null;
  // The server keeps nothing of the present account in a form with another one, so the whole former account is sent.
  const body = isBank
    ? valuesOf(
        earlier.flatMap((entry) => entry.changes),
        part,
        'after',
      )
    : valuesOf(own, part, 'before');
  if (isBank && !body.bankAccountNumber) return null;
  const needsApproval = isBank || own.some(({ field }) => CONTACT_FIELDS.includes(field));
  return {
    method: 'PUT',
    path: `travel-agents/${id}${isBank ? '/bank' : ''}`,
    body,
    versioned: true,
    permission: needsApproval ? 'agents:change-bank-or-contact' : 'agents:change',
    reasonInBody: isBank,
    restores: own.map(({ field, before, after }) => ({ field, current: after, restored: before })),
  };
}

const PERSONAL_EVENTS: readonly string[] = ['AgentDetailsChanged', 'EmailChanged', 'BankDetailsChanged'];

function undoOfAgent(
  id: string,
  entry: HistoryEntry,
  _today: string,
  earlier: readonly HistoryEntry[],
): UndoAction | null {
  const { type } = entry;
  if (PERSONAL_EVENTS.includes(type)) return undoOfPersonal(id, entry, earlier);
  if (type !== 'AgentSuspended' && type !== 'AgentReinstated') return null;
  const wasActive = type === 'AgentSuspended';
  return {
    method: 'POST',
    path: `travel-agents/${id}/${wasActive ? 'reinstate' : 'suspend'}`,
    versioned: false,
    permission: 'agents:suspend',
    reasonInBody: true,
    restores: [
      { field: 'status', current: wasActive ? 'suspended' : 'active', restored: wasActive ? 'active' : 'suspended' },
    ],
  };
}

function undoOfAdmin(id: string, { type, changes }: HistoryEntry): UndoAction | null {
  const roles = changeOf(changes, 'roles');
  if (type !== 'AdminRolesChanged' || !roles) return null;
  return {
    method: 'PUT',
    path: `admins/${id}`,
    body: { roles: roles.before },
    versioned: true,
    permission: 'admins:change',
    reasonInBody: true,
    restores: [{ field: 'roles', current: roles.after, restored: roles.before }],
  };
}

const UNDO_OF_RESOURCE: Readonly<
  Record<
    string,
    (id: string, entry: HistoryEntry, today: string, earlier: readonly HistoryEntry[]) => UndoAction | null
  >
> = {
  promotions: undoOfPromotion,
  'travel-agents': undoOfAgent,
  admins: undoOfAdmin,
};

/**
 * Null for the first entry, for changes without a compensating call, and where a later entry changed the same fields:
 * that one is undone first. `entries`: the whole history, oldest first. `today`: Johannesburg day.
 */
export function undoOf(
  { resource, id }: { readonly resource: string; readonly id: string },
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
  today: string,
): UndoAction | null {
  const at = entries.indexOf(entry);
  if (at < 1) return null;
  const own = new Set(entry.changes.map(({ field }) => field));
  const isSuperseded = entries.slice(at + 1).some(({ changes }) => changes.some(({ field }) => own.has(field)));
  return isSuperseded ? null : (UNDO_OF_RESOURCE[resource]?.(id, entry, today, entries.slice(0, at)) ?? null);
}
