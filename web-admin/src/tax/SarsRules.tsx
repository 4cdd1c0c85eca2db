import type { Preflight as PreflightView, SarsRules as SarsRulesView } from '@fynbos/api/tax/answers.ts';
import { AgentLink } from '../components/person-links.tsx';
import { Heading, Note } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Field, SwitchField } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { PagedTable } from '../list/PagedTable.tsx';

type Missing = PreflightView['employer'][number];

const MISSING_COLUMNS = ['Agent', 'Certificate', 'Missing (code of the field)'];
const listOf = (missing: readonly Missing[]): string => missing.map(({ code, text }) => `${text} (${code})`).join('; ');

/** The file for SARS checked rule by rule, with what is missing for each person (T11). */
export function Preflight({ year }: { year: number }) {
  const { data, notice } = useRead(`tax-years/${year}/preflight`, { rows: 4 });
  if (notice) return notice;
  const { standard, certificates, complete, employer, people } = data;
  return (
    <>
      <Heading>SARS file check</Heading>
      <T as="p" values={{ complete: grouped(complete), certificates: grouped(certificates), standard }}>
        {certificates === 0
          ? 'There are no certificates to check yet.'
          : '%{complete} of %{certificates} certificates meet every rule of %{standard}.'}
      </T>
      {employer.length > 0 && (
        <Note severity="warning" values={{ missing: listOf(employer) }} isFilled>
          {'Missing for the employer: %{missing}.'}
        </Note>
      )}
      {people.length > 0 && (
        <PagedTable
          caption="Certificates with missing details"
          columns={MISSING_COLUMNS}
          rows={people.map(({ agentId, certificateNo, missing }) => [
            certificateNo,
            <AgentLink id={agentId} key="agent" />,
            certificateNo,
            listOf(missing),
          ])}
        />
      )}
    </>
  );
}

type Rule = SarsRulesView[number];

const NEW_RULE: Pick<Rule, 'code' | 'of' | 'text' | 'pattern' | 'isRequired' | 'source'> = {
  code: '',
  of: 'person',
  text: '',
  pattern: '.+',
  isRequired: true,
  source: '',
};
const OWNER_CHOICES = [
  ['employer', 'Employer'],
  ['person', 'Certificate'],
] as const;
const COLUMNS = ['Code', 'What is needed', 'Required', 'Format', 'Document', 'State'];

/** Adds a rule, or changes one. */
const RuleButton = ({ rule }: { rule?: Rule }) => (
  <ReasonButton
    accessibleName={rule && ['Change field %{code}', { code: rule.code }]}
    action="Request change"
    explanation="The rule is used by the check of the file. It does not change what the file contains."
    label={rule ? 'Change' : 'Add a rule'}
    send={(reason, { command }, { code, of, text, pattern, isRequired, source }) =>
      command('POST', 'sars-rules', { code, of, text, pattern, isRequired, source, reason })
    }
    title={rule ? ['Change the rule for field %{code}', { code: rule.code }] : 'Add a rule'}
    values={rule ?? NEW_RULE}
    maxWidth="sm"
    {...(rule && { size: 'small', variant: 'text' })}
  >
    {!rule && (
      <>
        <Field label="Code" missing="Enter the code." source="code" />
        <Field choices={OWNER_CHOICES} label="Record" source="of" />
      </>
    )}
    <Field label="What is needed" missing="State what must be supplied." source="text" />
    <Field
      hint="A regular expression without brackets for the whole value"
      label="Format"
      missing="Enter the format."
      source="pattern"
    />
    <SwitchField label="Required" source="isRequired" />
    <Field hint="With its version" label="Document" missing="Name the document with its version." source="source" />
  </ReasonButton>
);

/** The rules of the file for SARS with their documents. Finance changes them, subject to approval (T11). */
export function SarsRules({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('sars-rules', { rows: 4 });
  if (notice) return notice;
  return (
    <>
      <Heading>SARS file rules</Heading>
      {mayChange && <RuleButton />}
      <PagedTable
        caption="SARS file rules"
        columns={[...COLUMNS, mayChange && 'Actions']}
        rows={data.map((rule) => [
          `${rule.of} ${rule.code}`,
          rule.code,
          rule.text,
          [rule.isRequired ? 'Yes' : 'No'],
          <code key="pattern">{rule.pattern}</code>,
          rule.source,
          [rule.isChanged ? 'Changed by finance' : 'As delivered'],
          <RuleButton key="change" rule={rule} />,
        ])}
      />
    </>
  );
}
