import type { EventDetails } from '@fynbos/api/audit/answers.ts';
import { Link, useParams } from 'react-router-dom';
import { Stream } from '../audit/RecordLink.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Facts, Heading, Mono, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { exactInstant, words } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';

type Related = EventDetails['related'][number];

/** Describes the relation of another event to this one. */
function relationOf({ relation, steps }: Related): Wording {
  switch (relation) {
    case 'this':
      return 'This event';
    case 'cause':
      return steps > 1 ? ['Caused it, %{steps} steps away', { steps }] : 'Caused it';
    case 'effect':
      return steps > 1 ? ['Caused by it, %{steps} steps away', { steps }] : 'Caused by it';
    case 'same-call':
      return 'Same request';
  }
}

export default function EventPage() {
  const { id = '' } = useParams();
  const { data, notice } = useRead(`events/${encodeURIComponent(id)}`, { rows: 8 });
  if (!data)
    return (
      <>
        <PageHead parent={{ to: '/events', label: 'Events' }} title="Event" />
        {notice}
      </>
    );
  const { event, actor, previous, next, related } = data;
  const { metadata } = event;
  return (
    <>
      <PageHead
        actions={
          <>
            {previous && (
              <Link className="text-link" data-previous="" to={`/events/${previous}`}>
                <T>Previous event of this record</T>
              </Link>
            )}
            {next && (
              <Link className="text-link" data-next="" to={`/events/${next}`}>
                <T>Next event of this record</T>
              </Link>
            )}
          </>
        }
        parent={{ to: '/events', label: 'Events' }}
        title={words(event.type)}
      />
      {notice}
      <Facts
        facts={[
          ['Recorded', exactInstant(metadata.recordedAt)],
          ['Who', actor.name],
          ['Reason', metadata.reason],
          ['Record', <Stream id={event.streamId} key="r" />],
          ['Revision', event.revision],
          ['Schema version', metadata.v],
          ['Position', <Mono key="p" text={event.position} />],
          ['Hash', <Mono key="h" text={metadata.hash} />],
        ]}
      />
      <Heading>Related events</Heading>
      <FigureTable
        caption="Events of the same call, causes and effects"
        columns={['Relation', 'Event', 'Stream', 'Recorded']}
        rows={related.map((other) => [
          other.id,
          relationOf(other),
          other.id === event.id ? (
            [words(other.type)]
          ) : (
            <TextLink key="event" to={`/events/${other.id}`} label={words(other.type)} />
          ),
          <Stream id={other.streamId} key="stream" />,
          exactInstant(other.recordedAt),
        ])}
      />
      <Heading>Raw event</Heading>
      <pre className="mono raw">{JSON.stringify(event, null, 2)}</pre>
    </>
  );
}
