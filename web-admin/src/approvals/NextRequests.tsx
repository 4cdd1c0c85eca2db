import { useSay } from '../i18n/use-say.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { Quiet } from '../record/texts.tsx';
import { useWaitingApprovals } from '../shell/use-waiting-approvals.ts';

/** Links to the previous and the next request that waits for the signed-in administrator, also by `k` and `j`. */
export function NextRequests({ id, canDecide }: { id: string; canDecide: boolean }) {
  const say = useSay();
  const waiting = useWaitingApprovals();
  const at = waiting.findIndex((one) => one.id === id);
  const previous = at > 0 ? waiting[at - 1] : undefined;
  const next = at >= 0 ? waiting[at + 1] : waiting[0];
  if (!previous && !next) return null;
  return (
    <nav aria-label={say('Waiting requests')} className="next-requests">
      {previous && (
        <ActionButton label="Previous request" aria-keyshortcuts="k" data-key="k" to={`/approvals/${previous.id}`} />
      )}
      {next && <ActionButton label="Next request" aria-keyshortcuts="j" data-key="j" to={`/approvals/${next.id}`} />}
      <Quiet>{canDecide ? 'Keys: a approve, r reject, j next, k previous' : 'Keys: j next, k previous'}</Quiet>
    </nav>
  );
}
