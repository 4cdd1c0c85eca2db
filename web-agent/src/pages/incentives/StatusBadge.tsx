import { Icon } from '../../shell/Icon.tsx';
import { lookOf } from './status.ts';

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className="badge">
      <Icon name={lookOf(status).icon} />
      {status}
    </span>
  );
}
