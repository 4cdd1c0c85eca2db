import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/t.tsx';
import { sessionStore } from '../../session/session.ts';
import { MessagePage } from './MessagePage.tsx';

/** Redirects visitors to the start page (specification, section 6). */
export default function NotFoundPage() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!sessionStore.read()) navigate('/', { replace: true });
  }, [navigate]);
  return (
    <MessagePage
      title={t('This page does not exist')}
      text={t('The address may be mistyped, or the page has moved.')}
    />
  );
}
