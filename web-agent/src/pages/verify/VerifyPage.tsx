import { useParams } from 'react-router-dom';
import { money } from '../../api/money-calls.ts';
import type { AdviceCheck } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { Icon } from '../../shell/Icon.tsx';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import '../../styles/facts.css';

type Status = NonNullable<AdviceCheck['payment']>['status'];

const STATUS: Readonly<Record<Status, string>> = {
  prepared: 'In preparation',
  paid: 'Paid',
  failed: 'Not paid by the bank',
  returned: 'Returned by the bank',
  dropped: 'Not paid in this run',
};
const RESULT: Readonly<Record<AdviceCheck['result'], readonly [title: string, text: string]>> = {
  valid: ['This document is valid', 'The signed records of the programme contain exactly this payment.'],
  superseded: [
    'This document is out of date',
    'It was correct when it was made. The payment changed later, as shown below.',
  ],
  invalid: [
    'This document is not valid',
    'The address was changed, or the records contain no such payment. Do not rely on the document. Scan the code again, or ask the programme.',
  ],
};

/** Verifies a payment advice for anybody who has its QR code: no more than the document itself says. */
export default function VerifyPage() {
  const { token = '' } = useParams();
  const { data, failed, reload } = useLoaded(() => money.verifyAdvice(token), token);
  return (
    <div className="page page-narrow">
      {failed && !data && (
        <LoadFailed text="The document could not be verified now. Try again later." onRetry={reload} />
      )}
      {!failed && !data && (
        <div className="skeleton" aria-hidden="true">
          <i className="tall" />
        </div>
      )}
      {data && <Result check={data} />}
    </div>
  );
}

function Result({ check: { result, payment, now, checkpoint } }: { readonly check: AdviceCheck }) {
  const [title, text] = RESULT[result];
  return (
    <div className="card result">
      <span className={result === 'valid' ? 'result-icon' : 'result-icon result-icon-warning'}>
        <Icon name={result === 'valid' ? 'check' : 'alert'} size={28} />
      </span>
      <div className="page-head" role="status">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {payment && (
        <dl className="facts">
          <dt>Amount</dt>
          <dd>{rand(payment.nettCents)}</dd>
          <dt>Status</dt>
          <dd>{STATUS[payment.status]}</dd>
          <dt>{payment.status === 'prepared' ? 'Pay date' : 'Day'}</dt>
          <dd>{dayName(payment.on)}</dd>
          <dt>Reference</dt>
          <dd>{payment.reference}</dd>
          {payment.accountEnding && (
            <>
              <dt>Account ending in</dt>
              <dd>{payment.accountEnding}</dd>
            </>
          )}
          {now && (
            <>
              <dt>Status now</dt>
              <dd>
                {STATUS[now.status]}
                {now.on && `, ${dayName(now.on)}`}
              </dd>
            </>
          )}
          <dt>Signed checkpoint</dt>
          <dd>
            {checkpoint
              ? `Number ${checkpoint.number}, ${dayName(checkpoint.signedAt.slice(0, 10))}`
              : 'Not signed yet. New records are signed within minutes.'}
          </dd>
          {checkpoint && (
            <>
              <dt>Key</dt>
              <dd>{checkpoint.fingerprint}</dd>
            </>
          )}
        </dl>
      )}
      {payment && <p className="quiet">Compare the amount, day and account with the document in your hands.</p>}
    </div>
  );
}
