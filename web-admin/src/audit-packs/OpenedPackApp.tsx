import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nContextProvider } from 'react-admin';
import { i18nProvider } from '../i18n/i18n.ts';
import OpenedPackPage from './OpenedPackPage.tsx';

const queryClient = new QueryClient();

/** The page of an audit pack on its own, without the dashboard and its sign-in. */
export default function OpenedPackApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nContextProvider value={i18nProvider}>
        <OpenedPackPage />
      </I18nContextProvider>
    </QueryClientProvider>
  );
}
