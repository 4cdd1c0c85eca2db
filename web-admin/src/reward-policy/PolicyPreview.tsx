import { useQuery } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Request } from '../record/approval-request.ts';
import { BeforeAfter } from '../record/BeforeAfter.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import type { Terms } from './PolicyChange.tsx';
import { PreviewNote } from './PolicyEffect.tsx';
import { TERM_LABELS, type TermField, termShown, termsThen } from './terms.ts';

const FIELDS = Object.keys(TERM_LABELS) as TermField[];

function Meaning({ terms }: { terms: Terms }) {
  const { data, error } = useQuery({
    queryKey: ['reward-policy-preview', terms],
    queryFn: () => call('POST', 'reward-policy/preview', { terms }),
  });
  if (error) return <ErrorNote error={error} />;
  return data ? <PreviewNote preview={data} /> : <Waiting rows={2} />;
}

/** A change of the reward policy: each term before and after and, while the request waits, its effect. */
export default function PolicyPreview({ request: { payload, requestedAt, status } }: { request: Request }) {
  const { effectiveFrom, terms } = payload as { effectiveFrom: string; terms: Terms };
  const { data, notice } = useRead('reward-policy/history', { rows: 6 });
  if (notice) return notice;
  const before = termsThen(data.versions, effectiveFrom, requestedAt);
  return (
    <>
      <T as="p" values={{ effectiveFrom: date(effectiveFrom) }}>
        {'From %{effectiveFrom}, for rentals invoiced from that day.'}
      </T>
      <BeforeAfter
        caption="The reward policy before and after"
        rows={FIELDS.map((field) => ({
          label: TERM_LABELS[field],
          before: before ? termShown(before, field) : '—',
          after: termShown(terms, field),
        }))}
      />
      {status === 'waiting' && (
        <>
          <Heading>Effect</Heading>
          <Meaning terms={terms} />
        </>
      )}
    </>
  );
}
