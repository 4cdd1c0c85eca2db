import { t } from '../../i18n/t.tsx';
export type View = 'cards' | 'list';

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Switches between cards and list; each button announces whether it is pressed. */
export function ViewChoice({ view, onView }: Props) {
  return (
    <fieldset className="views">
      <legend className="sr-only">{t('Show as')}</legend>
      <button type="button" aria-pressed={view === 'cards'} onClick={() => onView('cards')}>
        {t('Cards')}
      </button>
      <button type="button" aria-pressed={view === 'list'} onClick={() => onView('list')}>
        {t('List')}
      </button>
    </fieldset>
  );
}
