import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { grouped, rand } from '../format/format.ts';
import { centsTyped } from './CorrectionForm.tsx';
import { useAct } from './use-act.ts';

export interface Terms {
  readonly minimumRewardCents: number;
  readonly payoutMinimumCents: number;
  readonly payeRate: number;
  readonly expiryMonths: number | null;
  readonly coolingHours: number;
  readonly holdReleaseLimitCents?: number;
}

interface Preview {
  readonly payable: { agentsNow: number; agentsThen: number; centsNow: number; centsThen: number };
  readonly rewards: {
    rentals: number;
    since: string;
    grossNow: number;
    grossThen: number;
    payeNow: number;
    payeThen: number;
  };
}

const FIELDS = [
  ['minimumReward', 'Minimum reward before tax (R)'],
  ['payoutMinimum', 'Payout from (R)'],
  ['payePercent', 'PAYE %'],
  ['expiryMonths', 'Unpaid rewards expire after (months; empty for never)'],
  ['coolingHours', 'A new bank account cools for (hours)'],
  ['holdReleaseLimit', 'Releasing a hold above this takes two people (R)'],
] as const;
type Values = Record<(typeof FIELDS)[number][0], string>;

const inRand = (cents: number): string => String(cents / 100);
const typedOf = (terms: Terms): Values => ({
  minimumReward: inRand(terms.minimumRewardCents),
  payoutMinimum: inRand(terms.payoutMinimumCents),
  payePercent: String(terms.payeRate * 100),
  expiryMonths: terms.expiryMonths === null ? '' : String(terms.expiryMonths),
  coolingHours: String(terms.coolingHours),
  holdReleaseLimit: inRand(terms.holdReleaseLimitCents ?? 0),
});
const termsOf = (values: Values): Terms => ({
  minimumRewardCents: centsTyped(values.minimumReward) ?? -1,
  payoutMinimumCents: centsTyped(values.payoutMinimum) ?? -1,
  payeRate: Number(values.payePercent.replace(',', '.')) / 100,
  expiryMonths: values.expiryMonths.trim() === '' ? null : Number(values.expiryMonths),
  coolingHours: Number(values.coolingHours),
  holdReleaseLimitCents: centsTyped(values.holdReleaseLimit) ?? -1,
});

function PreviewNote({ preview: { payable, rewards } }: { preview: Preview }) {
  return (
    <div role="status">
      <p>
        Agents who reach the payout minimum now: {grouped(payable.agentsNow)} with {rand(payable.centsNow)}; then{' '}
        {grouped(payable.agentsThen)} with {rand(payable.centsThen)}.
      </p>
      <p>
        The {grouped(rewards.rentals)} rentals invoiced since {rewards.since}: {rand(rewards.grossNow)} gross and{' '}
        {rand(rewards.payeNow)} PAYE; under these terms {rand(rewards.grossThen)} and {rand(rewards.payeThen)}. What is
        decided already stays as it is.
      </p>
    </div>
  );
}

function PolicyDialog({ terms, onClose }: { terms: Terms; onClose: () => void }) {
  const { act, busy, fields } = useAct();
  const [values, setValues] = useState(() => typedOf(terms));
  const [effectiveFrom, setEffectiveFrom] = useState('');
  const [reason, setReason] = useState('');
  const [preview, setPreview] = useState<Preview | string | null>(null);
  const look = async () =>
    setPreview(
      await call<Preview>('POST', 'reward-policy/preview', { terms: termsOf(values) }).catch(
        (failure: Error) => failure.message,
      ),
    );
  const submit = async () => {
    if (await act('reward-policy', { effectiveFrom, terms: termsOf(values), reason }, 'Asked for.')) onClose();
  };
  return (
    <Dialog aria-labelledby="policy-title" fullWidth maxWidth="sm" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="policy-title">Change the reward policy</DialogTitle>
        <DialogContent className="form-column">
          {FIELDS.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              onChange={(event) => {
                setValues({ ...values, [field]: event.target.value });
                setPreview(null);
              }}
              value={values[field]}
            />
          ))}
          <TextField
            error={Boolean(fields.effectiveFrom)}
            helperText={fields.effectiveFrom ?? 'Invoices from this day on are decided by these terms.'}
            label="From"
            onChange={(event) => setEffectiveFrom(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            type="date"
            value={effectiveFrom}
          />
          <TextField
            error={Boolean(fields.reason)}
            helperText={fields.reason}
            label="Reason"
            minRows={2}
            multiline
            onChange={(event) => setReason(event.target.value)}
            value={reason}
          />
          {typeof preview === 'string' ? <p role="alert">{preview}</p> : preview && <PreviewNote preview={preview} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={look} variant="outlined">
            Preview
          </Button>
          <Button disabled={busy} type="submit" variant="contained">
            Ask for the change
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The button that changes the policy, for those in finance; previewed, and approved by a second person. */
export function PolicyChange({ terms }: { terms: Terms }) {
  const { permissions } = usePermissions<Record<string, string>>();
  const [open, setOpen] = useState(false);
  if (!permissions?.['policy:change']) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="contained">
        Change the policy
      </Button>
      {open && <PolicyDialog onClose={() => setOpen(false)} terms={terms} />}
    </>
  );
}
