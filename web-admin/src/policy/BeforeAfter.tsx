import { FigureTable } from '../finance/FigureTable.tsx';

/** What a field would be changed from and to, in words; those that stay as they are say so. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Fields before and after a change, what differs marked by a word and not by colour alone. */
export function BeforeAfter({ caption, rows }: { caption: string; rows: readonly Change[] }) {
  return (
    <FigureTable
      caption={caption}
      columns={[{ label: 'What' }, { label: 'Before', number: true }, { label: 'After', number: true }]}
      rows={rows.map(({ label, before, after }) => {
        if (before === after) return [label, label, before, after];
        const name = (
          <>
            {label} <span className="status attention">changes</span>
          </>
        );
        return [label, name, before, <strong key="after">{after}</strong>];
      })}
    />
  );
}
