/** One event in the history of a record. */
export interface HistoryEntry {
  readonly eventId: string;
  readonly revision: number;
  readonly type: string;
  readonly recordedAt: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly from: string | null;
  readonly reason: string | null;
  readonly correlationId: string;
  readonly demo: boolean;
  readonly changes: readonly { field: string; before: unknown; after: unknown; masked: boolean }[];
}
