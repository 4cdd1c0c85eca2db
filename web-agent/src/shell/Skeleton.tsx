import { t } from '../i18n/t.tsx';
/** Placeholder for loading content; visible only after 200 ms. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="page skeleton" role="status" aria-label={t('Loading')}>
      <i className="short" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
        <i key={row} className="tall" />
      ))}
    </div>
  );
}
