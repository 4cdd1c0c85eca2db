import { useLocation } from 'react-router-dom';
import type { AdviceCheck } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { type Amount, Amounts } from '../../components/Amounts.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { ResultCard } from '../../components/ResultCard.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

type Status = NonNullable<AdviceCheck['payment']>['status'];

const STATUS: Readonly<Record<Status, string>> = {
  prepared: t('In preparation'),
  paid: t('Paid'),
  failed: t('Not paid by the bank'),
  returned: t('Returned by the bank'),
  dropped: t('Not paid in this run'),
};
const RESULT: Readonly<Record<AdviceCheck['result'], readonly [title: string, text: string]>> = {
  valid: [t('This document is valid'), t('The signed records of the programme contain exactly this payment.')],
  superseded: [
    t('This document is out of date'),
    t('It was correct when it was issued. The payment changed later, as shown below.'),
  ],
  invalid: [
    t('This document is not valid'),
    t(
      'The link was changed, or the records contain no such payment. Do not rely on this document. Scan the code again, or contact support.',
    ),
  ],
};

/** Verifies a payment advice for everyone who has its QR code. It shows no more than the document itself. */
export default function VerifyPage() {
  const token = useLocation().pathname.split('/')[2] ?? '';
  const loaded = useRead(`verify/${encodeURIComponent(token)}`);
  const { data } = loaded;
  return (
    <div className="page page-narrow">
      <LoadState of={loaded} text={t('The document could not be verified now. Try again later.')} />
      {data && <Result check={data} />}
    </div>
  );
}

function Result({ check: { result, payment, now, checkpoint } }: { readonly check: AdviceCheck }) {
  const [title, text] = RESULT[result];
  return (
    <ResultCard isGood={result === 'valid'} title={title} text={text}>
      {payment && (
        <Amounts
          className="sums"
          of={[
            { name: t('Amount'), text: rand(payment.nettCents) },
            { name: t('Status'), text: STATUS[payment.status] },
            { name: payment.status === 'prepared' ? t('Pay date') : t('Day'), text: dayName(payment.on) },
            { name: t('Reference'), text: payment.reference },
            ...(payment.accountEnding ? [{ name: t('Account ending in'), text: payment.accountEnding }] : []),
            ...(now
              ? [
                  {
                    name: t('Status now'),
                    text: [STATUS[now.status], now.on && dayName(now.on)].filter(Boolean).join(', '),
                  },
                ]
              : []),
            ...signature(checkpoint),
          ]}
        />
      )}
      {result !== 'valid' && (
        <p>
          <Link to="/contact-us">{t('Contact us')}</Link>
        </p>
      )}
      {payment && <p className="quiet">{t('Compare the amount, day and account with your document.')}</p>}
    </ResultCard>
  );
}

/** The signed checkpoint of the log that contains the payment. */
const signature = (checkpoint: AdviceCheck['checkpoint']): Amount[] =>
  checkpoint
    ? [
        {
          name: t('Signed checkpoint'),
          text: t('Number %{number}, %{day}', { number: checkpoint.number, day: dayName(checkpoint.signedAt) }),
        },
        { name: t('Key'), text: checkpoint.fingerprint, className: 'wraps' },
      ]
    : [
        {
          name: t('Signed checkpoint'),
          text: t('Not signed yet. New records are signed within minutes.'),
          className: 'wraps',
        },
      ];
