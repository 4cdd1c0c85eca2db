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
      columns={[{ label: 'What' }, { label: 'Before', number: true }, { label: 'After', number: true }, { label: '' }]}
      rows={rows.map(({ label, before, after }) => [
        label,
        label,
        before,
        before === after ? after : <strong key="after">{after}</strong>,
        before === after ? (
          ''
        ) : (
          <span className="status attention" key="changes">
            changes
          </span>
        ),
      ])}
    />
  );
}
