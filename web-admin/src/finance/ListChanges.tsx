import { instant } from '../format/format.ts';

/** A change of a list as the server tells it. */
export interface ListChange {
  readonly type: string;
  readonly setAt: string;
  readonly setBy: { readonly id: string };
  readonly reason: string | null;
}

/** Every change of a list, newest first: what, when, by whom and why. */
export function ListChanges<Change extends ListChange>({
  changes,
  tell,
}: {
  changes: readonly Change[];
  tell: (change: Change) => string;
}) {
  if (changes.length === 0) return <p>Nothing was changed yet.</p>;
  return (
    <ul>
      {changes.map((change) => (
        <li key={`${change.setAt} ${tell(change)}`}>
          {tell(change)}: {change.reason ?? 'no reason given'} ({instant(change.setAt)}, admin {change.setBy.id})
        </li>
      ))}
    </ul>
  );
}
