import { AdminLink } from '../components/person-links.tsx';
import { instant } from '../format/format.ts';
import { asPart, T, type Wording } from '../i18n/T.tsx';

/** A change of a list as the server returns it. */
interface ListChange {
  readonly setAt: string;
  readonly setBy: { readonly id: string };
  readonly reason: string | null;
}

/** Every change of a list, newest first: the change, date, author and reason. */
export function ListChanges<Change extends ListChange>({
  changes,
  tell,
}: {
  changes: readonly Change[];
  tell: (change: Change) => Wording;
}) {
  if (changes.length === 0) return <T as="p">No changes yet.</T>;
  return (
    <ul>
      {changes.map((change) => (
        <T
          as="li"
          key={`${change.setAt} ${JSON.stringify(tell(change))}`}
          values={{
            change: asPart(tell(change)),
            reason: change.reason ?? ['no reason given'],
            setAt: instant(change.setAt),
            admin: <AdminLink id={Number(change.setBy.id)} />,
          }}
        >
          {'%{change}: %{reason} (%{setAt}, %{admin})'}
        </T>
      ))}
    </ul>
  );
}
