import { Link } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { useSession } from '../../session/use-session.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import { Balance } from '../incentives/Balance.tsx';
import { Greeting } from '../incentives/Greeting.tsx';
import { Blurb } from '../landing/Blurb.tsx';
import './home.css';

const WAYS = [
  { to: '/agent/incentives', title: 'My Incentives', text: 'Every reservation with gross, PAYE, nett and why.' },
  { to: '/agent/payouts', title: 'Payouts & Tax', text: 'What was paid, what each payout consists of, certificates.' },
  { to: '/agent/profile', title: 'Profile', text: 'Personal details, bank account, password, sessions and data.' },
  { to: '/agent/refer-agent', title: 'Refer Agent', text: 'Invite a colleague and see how far the registration is.' },
] as const;

/** The agent's home page: balance, links and the promotional blurb (specification, section 2, Route table). */
export default function HomePage() {
  const session = useSession();
  const overview = useLoaded(api.overview, 'overview');
  return (
    <>
      <div className="page stack-wide home-page">
        <div className="stack">
          <Greeting agent={session?.agent} overview={overview.data} />
          <Balance overview={overview.data} />
        </div>
        <ul className="ways">
          {WAYS.map(({ to, title, text }) => (
            <li key={to}>
              <h2>
                <Link to={to}>{title}</Link>
              </h2>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <div className="home-blurb">
        <Blurb level={2} />
      </div>
    </>
  );
}
