import type { Month } from '@fynbos/domain/calendar.ts';
import { useNavigate } from 'react-router-dom';
import { monthName } from '../../format/date.ts';
import { TextField } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';

const EMPTY = { reservationNo: '', promoCode: '', month: '' };
type Values = typeof EMPTY;

const validate = ({ reservationNo }: Values) =>
  check<Values>({ reservationNo: blank(reservationNo, required(t('Reservation number'))) });

/** 'A rental is missing': opens an enquiry with reservation number and promotion filled in. */
export default function MissingRentalForm({ months }: { readonly months: readonly Month[] }) {
  const navigate = useNavigate();
  const form = useForm<Values>({ name: 'missing', initial: EMPTY, validate });
  const send = form.submit(
    async (values) => {
      const promoCode = values.promoCode.trim().toUpperCase();
      const about = { ...values, promoCode, month: values.month && monthName(values.month) };
      navigate('/contact-us', { state: { about } });
    },
    () => document.getElementById('missing-reservationNo')?.focus(),
  );
  return (
    <section className="stack" aria-labelledby="missing">
      <h2 id="missing">{t('Is a rental missing?')}</h2>
      <p className="quiet">
        {t('Rentals appear here once they’ve been invoiced. Can’t find yours? Ask us to look for it.')}
      </p>
      <form method="post" className="form" noValidate onSubmit={send}>
        <div className="pair">
          <TextField {...form.field('reservationNo')} label={t('Reservation number')} autoComplete="off" />
          <TextField {...form.field('promoCode')} label={t('Promotion code')} optional autoComplete="off" />
          <SelectField
            {...form.field('month')}
            isOptional
            label={t('Month of the rental')}
            placeholder={t('Not sure')}
            options={months.map((month) => ({ value: month, label: monthName(month) }))}
          />
        </div>
        <div>
          <button type="submit" className="button button-plain">
            {t('Ask us to find it')}
          </button>
        </div>
      </form>
    </section>
  );
}
