import type { PayoutDetail as PayoutView, RunRisks } from '@fynbos/api/payouts/answers.ts';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { Heading } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { amountInWords } from '../format/amount-in-words.ts';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

type Risk = RiskyLine['risks'][number];

type RiskyLine = RunRisks['lines'][number];

const RISK_LABELS: Readonly<Record<Risk, string>> = {
  'new-payee': 'First payment to this agent',
  'changed-account': 'Bank details changed within 30 days',
  jump: 'At least three times the average payment',
  'shared-account': 'Another agent entered the same account',
  'first-cross-border': 'First payment abroad',
  'incomplete-abroad': 'BIC or address missing: the ISO 20022 message is refused',
};

function RiskyLines({ caption, lines }: { caption: string; lines: readonly RiskyLine[] }) {
  return (
    <FigureTable
      caption={caption}
      empty="The run has no lines."
      columns={[
        'Agent',
        'Account',
        ...figures('Nett', 'Average payment', 'Payments'),
        'Last paid',
        'Account changed',
        'Check',
      ]}
      rows={lines.map((line) => [
        String(line.agentId),
        <Link className="text-link" key="agent" to={`/travel-agents/${line.agentId}`}>
          {line.name || line.agentId}
          <div className="quiet">{line.loyaltyTrackingNo}</div>
        </Link>,
        `${line.bankName ?? ''} •••${line.accountEnding ?? ''}`,
        rand(line.nettCents),
        rand(line.averageCents),
        grouped(line.payments),
        date(line.lastPaidOn),
        date(line.bankChangedAt),
        line.risks.length > 0 &&
          line.risks.map((risk) => (
            <div key={risk}>
              <T>{RISK_LABELS[risk]}</T>
              {risk === 'shared-account' &&
                line.sharedWith.map((id) => (
                  <div key={id}>
                    <AgentLink id={id} />
                  </div>
                ))}
            </div>
          )),
      ])}
    />
  );
}

/** What the approver of a run should look at: the total in words, the risks of lines, and the largest lines. */
export function Risks({ run }: { run: PayoutView }) {
  const { data, notice } = useAnswer(
    // The risks change while lines are frozen.
    ['payout-risks', run.id, run.frozen.lines],
    (signal) => get(`payouts/${run.id}/risks`, { signal }),
    { rows: 6 },
  );
  if (notice) return notice;
  return (
    <>
      <T as="p" values={{ nett: rand(run.frozen.nettCents), words: amountInWords(run.frozen.nettCents) }}>
        {'The run pays %{nett}: %{words}.'}
      </T>
      <FigureTable
        caption="Checks before approval"
        columns={['Check', ...figures('Lines', 'Nett')]}
        rows={data.totals.map(({ risk, lines, nettCents }) => [
          risk,
          [RISK_LABELS[risk]],
          grouped(lines),
          rand(nettCents),
        ])}
      />
      {data.lines.length > 0 && (
        <>
          <Heading>Lines to check</Heading>
          <RiskyLines caption="Lines to check" lines={data.lines} />
        </>
      )}
      <Heading>Largest lines</Heading>
      <RiskyLines caption="Largest lines" lines={data.largest} />
    </>
  );
}
