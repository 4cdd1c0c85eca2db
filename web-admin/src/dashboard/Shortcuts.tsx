import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { Panel } from '../record/Panel.tsx';
import { useMayOpen } from '../record/use-may-open.ts';

const SHORTCUTS = [
  {
    to: '/contact-support',
    label: 'Enquiries',
    text: 'Answer, assign and resolve the messages of agents and visitors.',
  },
  { to: '/travel-agents', label: 'Travel agents', text: 'Find an agent by name, agency, e-mail or tracking number.' },
  { to: '/contact-support/templates', label: 'Reply templates', text: 'Reuse answers to frequent questions.' },
  { to: '/operations', label: 'Operations', text: 'Read models, failed events, messages and queues.' },
  { to: '/integrators', label: 'Integrators', text: 'API keys, webhooks and traffic of connected systems.' },
  { to: '/events', label: 'Events', text: 'The event log, newest first.' },
] as const;

/** Pages for roles without reports, such as Support and Operator. */
export function Shortcuts() {
  const mayOpen = useMayOpen();
  return (
    <Panel title="Go to">
      <ul className="shortcuts">
        {SHORTCUTS.filter(({ to }) => mayOpen(to)).map(({ to, label, text }) => (
          <li key={to}>
            <Link to={to}>
              <T>{label}</T>
            </Link>
            <div className="quiet">
              <T>{text}</T>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
