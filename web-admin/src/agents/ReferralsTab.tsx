import { type RaRecord, useDataProvider } from 'react-admin';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import '../list/list.css';
import { Link } from 'react-router-dom';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { Empty, HelpText, MutedText, StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, grouped } from '../format/format.ts';
import { type Agent, nameOf } from './agent.ts';
import './agents.css';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { type AgentId, type Branch, branchesOf } from '../referrals/referral-tree.ts';
import { DialCodeInput, NUMBER_HINT } from './AgentInputs.tsx';
import { dialledNumber, emailCheck } from './agent-checks.ts';

/** Refers a person on behalf of an agent; the invitation names the agent. Every field is required (section 5). */
function ReferDialog({ agentId, name }: { agentId: number; name: string }) {
  const provider = useDataProvider();
  return (
    <FormDialog<Record<string, string>>
      action="Send invitation"
      busyLabel="Sending Referral Email..."
      validatesOnBlur
      doneMessage="The travel agent has been successfully referred!"
      fieldOf={{ iATANumber: 'iataNumber' }}
      send={async ({ countryDialCode = '', contactNumber = '', ...values }) => {
        const number = dialledNumber(countryDialCode, contactNumber);
        const data = { ...values, countryDialCode, contactNumber: number, referredByAgentId: agentId };
        return (await provider.create<RaRecord & { message: string }>('referrals', { data })).data;
      }}
      title={['Refer a travel agent for %{name}', { name }]}
      values={{ countryDialCode: '27' }}
    >
      <Field label="First Name" missing="Travel Agent's Firstname is required!" source="firstName" />
      <Field label="Surname" missing="Travel Agent's Surname is required!" source="surname" />
      <Field
        check={emailCheck}
        label="Email Address"
        missing="Email Address is required."
        mode="email"
        source="emailAddress"
      />
      <DialCodeInput />
      <Field
        hint={NUMBER_HINT}
        label="Contact Number"
        missing="Travel Agent's Cellphone Number is required!"
        mode="tel"
        source="contactNumber"
      />
      <Field
        label="IATA Number"
        missing="Travel Agent's Travel Agency IATA Number is required!"
        mode="numeric"
        source="iataNumber"
      />
      <Field label="Agency Name" missing="Travel Agent's Agency Name is required!" source="agencyName" />
    </FormDialog>
  );
}

const ERASED_PERSON = 'Erased person';

function Branches({ of, children }: { of: AgentId; children: ReadonlyMap<AgentId, readonly Branch[]> }) {
  const own = children.get(of);
  if (!own) return null;
  return (
    <ul className="tree">
      {own.map(({ id, agentId, name, agencyName, registrationStatus, referredOn }) => (
        <li key={id}>
          <div className="tree-row">
            {agentId ? (
              <Link className="text-link" to={`/travel-agents/${agentId}?tab=referrals`}>
                {name || <T>{ERASED_PERSON}</T>}
              </Link>
            ) : (
              <span>{name || <T>{ERASED_PERSON}</T>}</span>
            )}
            <StatusTag status={registrationStatus} />
            <MutedText values={{ agencyName, referredOn: date(referredOn) }}>
              {'%{agencyName} · referred %{referredOn}'}
            </MutedText>
          </div>
          {agentId && <Branches of={agentId}>{children}</Branches>}
        </li>
      ))}
    </ul>
  );
}

function ReferralTree({ id, name }: { id: number; name: string }) {
  const { data, notice } = useRead(`travel-agents/${id}/referral-tree`);
  if (notice) return notice;
  const { above, below, more } = data;
  const completed = below.filter(({ registrationStatus }) => registrationStatus === 'Completed').length;
  return (
    <>
      <p>
        {above.length > 0 ? (
          <T
            values={{
              people: above.map((person, at) => (
                <span key={person.agentId}>
                  {at > 0 && ' → '}
                  <Link className="text-link" to={`/travel-agents/${person.agentId}?tab=referrals`}>
                    {person.name || <T>{ERASED_PERSON}</T>}
                  </Link>
                </span>
              )),
            }}
          >
            {'Referred by %{people}'}
          </T>
        ) : (
          <MutedText>Joined without a referral.</MutedText>
        )}
      </p>
      {below.length === 0 ? (
        <Empty values={{ name }}>{'%{name} has not referred anyone.'}</Empty>
      ) : (
        <>
          <T as="p" values={{ count: below.length, name, completed: grouped(completed) }}>
            {more
              ? '%{name} has referred more than %{count} agents; %{completed} completed registration.'
              : '%{name} has referred %{count} agent; %{completed} completed registration. |||| %{name} has referred %{count} agents; %{completed} completed registration.'}
          </T>
          <Branches of={id}>{branchesOf(below)}</Branches>
          {more && (
            <HelpText values={{ below: grouped(below.length) }}>
              {'Only the first %{below} are shown; open one to see its own.'}
            </HelpText>
          )}
        </>
      )}
    </>
  );
}

export function ReferralsTab({ agent }: { agent: Agent }) {
  const may = useMay();
  const asOf = useAsOf();
  const mayRefer = !asOf && agent.status === 'active' && may('agents:change');
  const name = nameOf(agent);
  return (
    <>
      {mayRefer && (
        <div className="list-actions">
          <ActionButton
            label="Refer a travel agent"
            dialog={<ReferDialog agentId={agent.id} name={name} />}
            variant="outlined"
          />
        </div>
      )}
      <PresentOnly>
        <ReferralTree id={agent.id} name={name} />
      </PresentOnly>
    </>
  );
}
