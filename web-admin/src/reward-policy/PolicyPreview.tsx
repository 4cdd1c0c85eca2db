import { useCommand } from '../api/use-command.ts';
import type { Request } from '../components/approval-request.ts';
import { BeforeAfter } from '../components/BeforeAfter.tsx';
import { Heading } from '../components/texts.tsx';
import { useAnswer, useRead } from '../components/use-read.tsx';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Terms } from './PolicyChange.tsx';
import { PreviewNote } from './PolicyEffect.tsx';
import { TERM_FIELDS, termChanges, termsThen } from './terms.ts';

function TermsInWords({ terms }: { terms: Terms }) {
  const { command } = useCommand();
  const { data, notice } = useAnswer(
    ['reward-policy-preview', terms],
    () => command('POST', 'reward-policy/preview', { terms }),
    { rows: 2 },
  );
  return notice ?? <PreviewNote preview={data} />;
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
      <BeforeAfter caption="The reward policy before and after" rows={termChanges(TERM_FIELDS, before, terms)} />
      {status === 'waiting' && (
        <>
          <Heading>Effect</Heading>
          <TermsInWords terms={terms} />
        </>
      )}
    </>
  );
}
