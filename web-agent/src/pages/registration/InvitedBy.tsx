import { useSearchParams } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { T } from '../../i18n/t.tsx';
import { personalLink } from './personal-link.ts';

/** Names the agent whose invitation or personal link opened the page. */
export function InvitedBy() {
  const [query] = useSearchParams();
  const [email, ref] = [query.get('email') ?? '', query.get('ref') ?? ''];
  const isInvited = email !== '' && ref !== '';
  const { data } = useLoaded(async () => {
    if (isInvited) return (await api.referredAgent(email, ref)).invitedBy;
    const link = personalLink(query);
    return link ? (await api.inviter(link)).invitedBy : '';
  }, query.toString());
  if (!data) return null;
  return (
    <p className="note" role="status">
      {isInvited ? (
        <T
          text="%{inviter} invited you. We filled in what %{name} told us: check it and complete the rest."
          inviter={<strong>{data}</strong>}
          name={data}
        />
      ) : (
        <T text="%{inviter} invited you to Fynbos Rewards." inviter={<strong>{data}</strong>} />
      )}
    </p>
  );
}
