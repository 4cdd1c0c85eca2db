import { Link } from 'react-router-dom';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { InvitedBy } from './invitation.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import '../../styles/forms.css';

/** Registration (specification, sections 2, 4 and 5). */
export default function RegistrationPage() {
  return (
    <Page
      title={t('Register as a travel agent')}
      intro={
        <T
          text="This takes about five minutes. You’ll need your ID number, your agency’s IATA number and your bank details. All fields are required. Already registered? %{link}"
          link={<Link to="/">{t('Go to Login')}</Link>}
        />
      }
    >
      <InvitedBy />
      <RegistrationForm />
    </Page>
  );
}
