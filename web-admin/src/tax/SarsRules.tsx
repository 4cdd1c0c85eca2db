import type { Preflight as PreflightView, SarsRules as SarsRulesView } from '@fynbos/api/tax/answers.ts';
import { useState } from 'react';
import { BooleanInput, required, SelectInput, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { Heading, Note } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

type Missing = PreflightView['employer'][number];

/** Rows on the page at most. */
const SHOWN = 200;
const MISSING_COLUMNS = ['Agent', 'Certificate', 'Missing (code of the field)'];
const listOf = (missing: readonly Missing[]): string => missing.map(({ code, text }) => `${text} (${code})`).join('; ');

/** The file for SARS checked rule by rule, with what is missing for each person (T11). */
export function Preflight({ year }: { year: number }) {
  const { data, notice } = useRead<PreflightView>(`tax-years/${year}/preflight`, { rows: 4 });
  if (notice) return notice;
  const { standard, certificates, complete, employer, people } = data;
  return (
    <>
      <Heading>Check of the file for SARS</Heading>
      <T as="p" values={{ complete: grouped(complete), certificates: grouped(certificates), standard }}>
        {'%{complete} of %{certificates} certificates meet every rule of %{standard}.'}
      </T>
      {employer.length > 0 && (
        <Note severity="warning" values={{ missing: listOf(employer) }} isFilled>
          {'Missing for the employer: %{missing}.'}
        </Note>
      )}
      {people.length > 0 && (
        <FigureTable
          caption="Certificates with missing details"
          columns={MISSING_COLUMNS}
          rows={people
            .slice(0, SHOWN)
            .map(({ agentId, certificateNo, missing }) => [
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

const NEW = { code: '', of: 'person', text: '', pattern: '.+', isRequired: true, source: '' } as const;
const OWNERS = [
  { id: 'employer', name: 'Employer' },
  { id: 'person', name: 'Certificate' },
];
const COLUMNS = ['Code', 'What is needed', 'Required', 'Format', 'Document', 'State'];

function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const submit = useSubmit<Partial<Rule> & { reason: string }>({
    send: ({ code, of, text, pattern, isRequired, source, reason }) =>
      call('POST', 'sars-rules', { code, of, text, pattern, isRequired: Boolean(isRequired), source, reason }),
    done: 'Sent for approval.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Request change"
      onClose={onClose}
      onSubmit={submit}
      title={rule ? ['Change the rule for field %{code}', { code: rule.code }] : 'Add a rule'}
      values={rule ?? NEW}
      wide="sm"
    >
      <T as="p">The rule is used by the check of the file. It does not change what the file contains.</T>
      {!rule && (
        <>
          <TextInput label="Code" source="code" validate={required('Enter the code.')} />
          <SelectInput choices={OWNERS} label="Record" source="of" />
        </>
      )}
      <TextInput label="What is needed" source="text" validate={required('State what must be supplied.')} />
      <TextInput
        helperText="A regular expression without brackets for the whole value"
        label="Format"
        source="pattern"
        validate={required('Enter the format.')}
      />
      <BooleanInput label="Required" source="isRequired" />
      <TextInput
        helperText="With its version"
        label="Document"
        source="source"
        validate={required('Name the document with its version.')}
      />
      <ReasonInput />
    </FormDialog>
  );
}

/** The rules of the file for SARS with their documents. Finance changes them, subject to approval (T11). */
export function SarsRules({ mayChange }: { mayChange: boolean }) {
  const [changing, setChanging] = useState<Rule | 'new' | null>(null);
  const { data, notice } = useRead<SarsRulesView>('sars-rules', { rows: 4 });
  if (notice) return notice;
  return (
    <>
      <Heading>Rules of the file for SARS</Heading>
      {mayChange && <ActionButton label="Add a rule" onClick={() => setChanging('new')} variant="outlined" />}
      <FigureTable
        caption="Rules of the file for SARS"
        columns={mayChange ? [...COLUMNS, 'Action'] : COLUMNS}
        rows={data.map((rule) => [
          `${rule.of} ${rule.code}`,
          rule.code,
          rule.text,
          [rule.isRequired ? 'Yes' : 'No'],
          <code key="pattern">{rule.pattern}</code>,
          rule.source,
          [rule.isChanged ? 'Changed by finance' : 'As delivered'],
          ...(mayChange
            ? [
                <ActionButton
                  label="Change"
                  accessibleName={['Change field %{code}', { code: rule.code }]}
                  key="change"
                  onClick={() => setChanging(rule)}
                  size="small"
                />,
              ]
            : []),
        ])}
      />
      {changing && <RuleDialog onClose={() => setChanging(null)} rule={changing === 'new' ? null : changing} />}
    </>
  );
}
