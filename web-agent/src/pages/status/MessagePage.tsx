import { Link } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';

/** A page that cannot be shown: the reason, what may have happened, and two ways out. */
export const MessagePage = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Page title={title} intro={text} isWide>
    <p>
      <T
        text="%{start} or %{contact}."
        start={<Link to="/">{t('Go to the start page')}</Link>}
        contact={<Link to="/contact-us">{t('contact us')}</Link>}
      />
    </p>
  </Page>
);
