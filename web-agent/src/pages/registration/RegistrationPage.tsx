import { Link } from 'react-router-dom';
import { RegistrationForm } from './RegistrationForm.tsx';
import '../../styles/forms.css';

/** Registration (specification, sections 2, 4 and 5). */
export default function RegistrationPage() {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Register as a travel agent</h1>
        <p>
          About five minutes. Have your ID, your agency’s IATA number and your bank details at hand. Already registered?{' '}
          <Link to="/">Go to Login</Link>
        </p>
      </div>
      <RegistrationForm />
    </div>
  );
}
