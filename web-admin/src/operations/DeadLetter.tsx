import type { DeadNotice } from '@fynbos/api/operations/answers.ts';
import { useMayOpen } from '../api/use-may.ts';
import { recordLink } from '../audit/RecordLink.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

const POLL_MS = 3_000;

const NOTICE_ACTIONS = [
  ['send-again', 'Send again'],
  ['drop', 'Discard'],
] as const;
type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** Explains the effect of sending or dropping a notice and asks for confirmation. */
const NoticeActionDialog = ({ act: [path, label], notice }: { act: NoticeAction; notice: DeadNotice }) => (
  <FormDialog
    action={label}
    destructive={path === 'drop'}
    doneMessage="Done."
    send={(_, { command }) => command('POST', `operations/notices/${notice.id}/${path}`)}
    title={['%{action}: %{notice}', { action: [label], notice: [words(notice.kind)] }]}
  >
    <T as="p">
      {path === 'drop'
        ? 'The message is not sent. Its record does not change.'
        : notice.mayHaveLeft
          ? 'It may already have been delivered: ask the recipient before you send it again.'
          : 'It was not delivered. It is sent now and retried for 23 hours.'}
    </T>
  </FormDialog>
);

/** Emails and SMS that failed permanently or have an unknown delivery state. An administrator sends or drops each. */
export function DeadLetter({ mayRetry }: { mayRetry: boolean }) {
  const mayOpen = useMayOpen();
  const { data, notice: state } = useRead('operations/notices', { pollMs: POLL_MS });
  if (!data) return state;
  return (
    <>
      {state}
      <FigureTable
        caption="Emails and SMS that could not be delivered"
        columns={['Notice', 'Was it delivered?', 'Since', mayRetry && 'Actions']}
        empty="No failed messages."
        rows={data.map((notice) => {
          const { id, kind, channel, streamId, attempts, error, mayHaveLeft, since } = notice;
          const page = recordLink(streamId);
          const link = page && mayOpen(page) ? page : null;
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
            <div className="actions" key="actions">
              {NOTICE_ACTIONS.map((act) => (
                <ActionButton
                  accessibleName={[
                    '%{action}: %{notice} for %{stream}',
                    { action: [act[1]], notice: [words(kind)], stream: streamId },
                  ]}
                  dialog={<NoticeActionDialog act={act} notice={notice} />}
                  key={act[0]}
                  label={act[1]}
                  size="small"
                />
              ))}
            </div>,
          ];
        })}
      />
    </>
  );
}
