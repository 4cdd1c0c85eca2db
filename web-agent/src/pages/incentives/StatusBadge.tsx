import { PageIcon } from '../../components/PageIcon.tsx';
import { serverText } from '../../i18n/t.tsx';
import { lookOf } from './status.ts';

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className="badge">
      <PageIcon name={lookOf(status).icon} />
      {serverText(status)}
    </span>
  );
}
