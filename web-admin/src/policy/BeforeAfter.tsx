import { FigureTable } from '../finance/FigureTable.tsx';
import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';

/** What a field would be changed from and to, in words; those that stay as they are say so. */
export interface Change {
  readonly label: Wording;
  /** Said where it is a wording. */
  readonly before: Wording;
  readonly after: Wording;
  /** It differs although what is shown may look alike; told by what is shown when not given. */
  readonly differs?: boolean;
}

/** Fields before and after a change, what differs marked by a word and not by colour alone. */
export function BeforeAfter({ caption, rows }: { caption: string; rows: readonly Change[] }) {
  return (
    <FigureTable
      caption={caption}
      columns={[{ label: 'What' }, { label: 'Before', number: true }, { label: 'After', number: true }]}
      rows={rows.map(({ label, before, after, differs = JSON.stringify(before) !== JSON.stringify(after) }) => {
        const key = JSON.stringify(label);
        if (!differs) return [key, <T key="label">{label}</T>, before, after];
        const name = (
          <>
            <T>{label}</T>{' '}
            <span className="status attention">
              <T>changes</T>
            </span>
          </>
        );
        return [
          key,
          name,
          before,
          <strong key="after">
            <T>{after}</T>
          </strong>,
        ];
      })}
    />
  );
}
