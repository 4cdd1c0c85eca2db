import { T, type Wording } from '../i18n/T.tsx';
import { FigureTable } from './FigureTable.tsx';
import { Tag } from './texts.tsx';

/** A field before and after a change, as text. The table marks unchanged fields. */
export interface Change {
  readonly label: Wording;
  /** A wording is translated. */
  readonly before: Wording;
  readonly after: Wording;
  /** Whether the values differ although they can look alike. Default: compares the texts shown. */
  readonly differs?: boolean;
}

/** Fields before and after a change. A word marks each difference, so that it does not depend on colour alone. */
export function BeforeAfter({ caption, rows }: { caption: string; rows: readonly Change[] }) {
  return (
    <FigureTable
      caption={caption}
      columns={['What', 'Before', 'After']}
      rows={rows.map(({ label, before, after, differs = JSON.stringify(before) !== JSON.stringify(after) }) => {
        const key = JSON.stringify(label);
        if (!differs) return [key, <T key="label">{label}</T>, before, after];
        const name = (
          <>
            <T>{label}</T> <Tag tone="attention">changes</Tag>
          </>
        );
        return [
          key,
          name,
          before,
          <T as="strong" key="after">
            {after}
          </T>,
        ];
      })}
    />
  );
}
