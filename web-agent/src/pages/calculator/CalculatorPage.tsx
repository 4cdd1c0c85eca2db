import { type Day, dayOf, isDay } from '@fynbos/domain/calendar.ts';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call, SHOWS_ERRORS } from '../../api/client.ts';
import type { Estimate, Promotion } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { centsOfInput, percent } from '../../format/money.ts';
import { TextField } from '../../forms/fields.tsx';
import { check } from '../../forms/rules.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';
import { isRunning } from '../offers/promotion-time.ts';
import '../../styles/forms.css';
import { EstimateResult } from './EstimateResult.tsx';

export default function CalculatorPage() {
  const loaded = useRead('travel-agency/promotions');
  const { data } = loaded;
  const today = dayOf(new Date());
  const running = data?.filter((promotion) => promotion.isActive && isRunning(promotion, today));
  return (
    <Page
      parent="incentives"
      title={t('What would I earn?')}
      intro={t('An estimate for a rental that you are quoting. The invoice decides the final amount.')}
    >
      <LoadState of={loaded} text={t('The promotions could not be loaded.')} />
      {running?.length === 0 && (
        <p className="note">{t('No promotion is active today. New promotions appear under My Incentives.')}</p>
      )}
      {running && running.length > 0 && <QuoteForm promotions={running} today={today} />}
    </Page>
  );
}

interface Values {
  promoCode: string;
  revenue: string;
  reservedOn: string;
  invoicedOn: string;
}

const dayError = (text: string): string | undefined => (isDay(text) ? undefined : t('Enter a date.'));

const validate = ({ revenue, reservedOn, invoicedOn }: Values) =>
  check<Values>({
    revenue: centsOfInput(revenue) === null ? t('Enter an amount in rand, for example 2 500.') : undefined,
    reservedOn: dayError(reservedOn),
    invoicedOn:
      dayError(invoicedOn) ??
      (invoicedOn < reservedOn ? t('The return date cannot be before the booking date.') : undefined),
  });

/** The quoted rental and its estimate. A link can choose the promotion: `?code=SPRING16`. */
function QuoteForm({ promotions, today }: { readonly promotions: readonly Promotion[]; readonly today: Day }) {
  const [query] = useSearchParams();
  const linkedCode = query.get('code')?.toUpperCase();
  const chosen = promotions.find(({ promoCode }) => promoCode.toUpperCase() === linkedCode) ?? promotions[0];
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const result = useRef<HTMLDivElement>(null);
  // On a phone, the result is below the window.
  useEffect(() => {
    if (estimate) result.current?.scrollIntoView({ block: 'nearest' });
  }, [estimate]);
  const form = useSavedForm<Values>({
    name: 'quote',
    initial: { promoCode: chosen?.promoCode ?? '', revenue: '', reservedOn: today, invoicedOn: today },
    validate,
  });
  const send = form.save(
    async ({ revenue, ...quoted }) => {
      setEstimate(null);
      const body = { ...quoted, tkRevenueCents: centsOfInput(revenue) ?? 0 };
      setEstimate(await call('POST', 'agent/estimate', { body, ...SHOWS_ERRORS }));
    },
    { failed: ({ message }) => message },
  );
  const options = promotions.map(({ promoCode, promoRate }) => ({
    value: promoCode,
    label: `${promoCode}: ${percent(promoRate)}`,
  }));
  return (
    <div className="stack-wide">
      <SavedForm form={form} onSubmit={send} label={t('Calculate')} busyLabel={t('Calculating...')}>
        <SelectField {...form.field('promoCode')} label={t('Promotion')} options={options} />
        <TextField
          {...form.field('revenue')}
          label={t('Time and kilometre charges, in rand')}
          hint={t('The rental without extras, insurance, fuel and VAT.')}
          inputMode="decimal"
          placeholder="2 500"
          maxLength={16}
        />
        <div className="pair">
          <TextField {...form.field('reservedOn')} label={t('Booking date')} type="date" />
          <TextField {...form.field('invoicedOn')} label={t('Return date')} type="date" />
        </div>
      </SavedForm>
      <div role="status" ref={result}>
        {estimate && <EstimateResult estimate={estimate} />}
      </div>
    </div>
  );
}
