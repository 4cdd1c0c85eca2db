import type { Preflight as PreflightView } from '@fynbos/api/tax/answers.ts';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { Heading, Note } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

type Missing = PreflightView['employer'][number];

/** Rows on the page at most. */
const SHOWN = 200;
const COLUMNS = ['Agent', 'Certificate', 'Missing (code of the field)'];
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
          columns={COLUMNS}
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
