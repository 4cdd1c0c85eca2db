import { Link } from 'react-router-dom';
import { InvitedBy } from './InvitedBy.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import '../../styles/forms.css';

/** Registration (specification, sections 2, 4 and 5). */
export default function RegistrationPage() {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Register as a travel agent</h1>
        <p>
          This takes about five minutes. You’ll need your ID number, your agency’s IATA number and your bank details.
          All fields are required. Already registered? <Link to="/">Go to Login</Link>
        </p>
      </div>
      <InvitedBy />
      <RegistrationForm />
    </div>
  );
}
