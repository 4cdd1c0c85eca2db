import { t } from '../../i18n/t.tsx';
import { MessagePage } from './MessagePage.tsx';

/** Target of the redirect for a role mismatch (specification, section 2, Access rule). */
export default function UnauthorizedPage() {
  return (
    <MessagePage
      title={t('You don’t have access to this page')}
      text={t('Sign in with a different account, or go to your own start page.')}
    />
  );
}
