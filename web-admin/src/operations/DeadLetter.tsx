import type { DeadNotice } from '@fynbos/api/operations/answers.ts';
import { useState } from 'react';
import { call } from '../api/http.ts';
import { recordLink } from '../audit/RecordLink.tsx';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Empty, TextLink } from '../record/texts.tsx';
import { useMay } from '../record/use-may.ts';
import { useRead } from '../record/use-read.tsx';

const LOOK_MS = 3_000;

interface Act {
  readonly path: 'send-again' | 'drop';
  readonly label: 'Send again' | 'Drop';
  readonly notice: DeadNotice;
}

/** Explains the effect of sending or dropping a notice and asks for confirmation. */
function ActDialog({ act: { path, label, notice }, onClose }: { act: Act; onClose: () => void }) {
  const submit = useSubmit({
    send: () => call<{ message: string }>('POST', `operations/notices/${notice.id}/${path}`),
    done: 'Done.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action={label}
      destructive={path === 'drop'}
      onClose={onClose}
      onSubmit={submit}
      title={['%{action}: %{notice}', { action: [label], notice: [words(notice.kind)] }]}
    >
      <p>
        {path === 'drop' ? (
          <T>The message is not sent. Its record does not change.</T>
        ) : notice.mayHaveLeft ? (
          <T>It may already have been delivered: ask the recipient before you send it again.</T>
        ) : (
          <T>It was not delivered. It is sent now and retried for 23 hours.</T>
        )}
      </p>
    </FormDialog>
  );
}

function Rows({ notices, choose }: { notices: readonly DeadNotice[]; choose: ((act: Act) => void) | null }) {
  const may = useMay();
  const heads = ['Notice', 'Was it delivered?', 'Since', ...(choose ? ['Actions'] : [])];
  return (
    <FigureTable
      caption="E-mails and SMS that could not be delivered"
      columns={heads}
      rows={notices.map((notice) => {
        const { id, kind, channel, streamId, attempts, error, mayHaveLeft, since } = notice;
        const link = may('agents:see') ? recordLink(streamId) : null;
        return [
          id,
          <span key="notice">
            <T>{words(kind)}</T> · <T>{channel === 'sms' ? 'SMS' : 'email'}</T>
            <span className="under">{link ? <TextLink to={link} text={streamId} /> : streamId}</span>
          </span>,
          <span key="left">
            <T>{mayHaveLeft ? 'Perhaps' : 'No'}</T>
            <span className="under">
              {error} · <T values={{ count: attempts }}>{'%{count} try |||| %{count} tries'}</T>
            </span>
          </span>,
          instant(since),
          ...(choose
            ? [
                <div className="row-actions" key="actions">
                  {(
                    [
                      ['send-again', 'Send again'],
                      ['drop', 'Drop'],
                    ] as const
                  ).map(([path, label]) => (
                    <ActionButton
                      label={label}
                      accessibleName={[
                        '%{action}: %{notice} for %{stream}',
                        {
                          action: [label],
                          notice: [words(kind)],
                          stream: streamId,
                        },
                      ]}
                      key={path}
                      onClick={() => choose({ path, label, notice })}
                      size="small"
                    />
                  ))}
                </div>,
              ]
            : []),
        ];
      })}
    />
  );
}

/** E-mails and SMS that failed permanently or have an unknown delivery state. An administrator sends or drops each. */
export function DeadLetter({ mayRetry }: { mayRetry: boolean }) {
  const [act, setAct] = useState<Act | null>(null);
  const { data, notice, refetch } = useRead<DeadNotice[]>('operations/notices', { pollMs: LOOK_MS });
  if (!data) return notice;
  const close = () => {
    setAct(null);
    void refetch();
  };
  return (
    <>
      {notice}
      {data.length === 0 ? (
        <Empty>No failed messages.</Empty>
      ) : (
        <Rows choose={mayRetry ? setAct : null} notices={data} />
      )}
      {act && <ActDialog act={act} onClose={close} />}
    </>
  );
}
