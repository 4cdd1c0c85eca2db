import type { OpenedPack } from '@fynbos/api/audit-packs/answers.ts';
import { saveFile } from '@fynbos/web-agent/src/api/save-file.ts';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { I18nContextProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { usePageTitle } from '../components/PageHead.tsx';
import { ErrorNote } from '../components/states.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { date, instant } from '../format/format.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { T } from '../i18n/T.tsx';
import '../audit/feed.css';
import './opened-pack.css';

async function post(path: string, token: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`/api/audit-packs/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    referrerPolicy: 'no-referrer',
    ...(signal ? { signal } : {}),
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(problem.message ?? 'No reply from the server. Try again.');
}

function Entry({ entry }: { entry: OpenedPack['entries'][number] }) {
  const { recordedAt, sentence, reason, approval, changes, others } = entry;
  return (
    <li className="feed-line">
      <p>
        <strong>{sentence}</strong>
      </p>
      <p className="quiet">
        <time dateTime={recordedAt}>{instant(recordedAt)}</time>
        {reason && <> · “{reason}”</>}
      </p>
      {changes.length > 0 && (
        <ul className="feed-changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className="quiet">{field}</span> <del>{before}</del>
              {' → '}
              <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
      {approval && <p className="quiet">{approval}</p>}
      {others.length > 0 && (
        <details>
          <T as="summary" values={{ count: others.length }}>
            {'%{count} more event of this action |||| %{count} more events of this action'}
          </T>
          <ul>
            {others.map((text, at) => (
              <li key={`${String(at)} ${text}`}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Pack({ pack, token }: { pack: OpenedPack; token: string }) {
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await (await post('bundle', token)).blob(), `audit-pack-${pack.from}-${pack.to}.ndjson`),
  });
  return (
    <>
      <p>
        {pack.records.length > 0 ? (
          <T values={{ records: pack.records.join(', ') }}>{'About %{records}.'}</T>
        ) : (
          <T>About the whole programme.</T>
        )}{' '}
        <T values={{ from: date(pack.from), to: date(pack.to), by: pack.createdBy, at: instant(pack.createdAt) }}>
          {'From %{from} to %{to}. Created by %{by} on %{at}.'}
        </T>{' '}
        <T values={{ until: instant(pack.expiresAt) }}>
          {'The link is valid until %{until}. Personal data is masked. This visit was recorded.'}
        </T>
      </p>
      <section className="pack-proof">
        <T as="h2">Verify it yourself</T>
        <T
          as="p"
          values={{
            command: <T as="code">node verify-export.mjs audit-pack.ndjson --extract pack</T>,
          }}
        >
          {
            'The bundle contains this narrative, the events behind it and their signed proof. Check it with Node.js, without access to the portal: %{command}'
          }
        </T>
        <p className="actions">
          <button disabled={download.isPending} onClick={() => download.mutate()} type="button">
            <T>{download.isPending ? 'Preparing...' : 'Download the bundle'}</T>
          </button>
          <a href="/api/audit-packs/verify-export.mjs">
            <T>Download the script</T>
          </a>
        </p>
        {download.error && <ErrorNote error={download.error} />}
        <details>
          <T as="summary">Public key of the signature</T>
          <T as="p">Compare it with the key that you received by another channel.</T>
          <code className="pack-key">{pack.publicKey}</code>
        </details>
      </section>
      <T as="h2" values={{ count: pack.entries.length }}>
        {'%{count} entry |||| %{count} entries'}
      </T>
      <ol className="feed">
        {pack.entries.map((entry) => (
          <Entry entry={entry} key={entry.id} />
        ))}
      </ol>
    </>
  );
}

/** The page behind the link of an audit pack. It needs no account and shows the content of the pack only. */
function OpenedPackPage() {
  // The token is in the fragment, which a browser does not send to the server. Another pack's link changes only that.
  const token = useLocation().hash.slice(1);
  usePageTitle('Audit pack');
  const { data, notice } = useAnswer(
    ['opened-pack', token],
    async (signal) => (await (await post('open', token, signal)).json()) as OpenedPack,
    { freshMs: Number.POSITIVE_INFINITY },
  );
  return (
    <main className="opened-pack">
      <h1>{data ? <T values={{ programme: data.programme }}>{'%{programme}: audit pack'}</T> : <T>Audit pack</T>}</h1>
      {notice}
      {data && <Pack key={token} pack={data} token={token} />}
    </main>
  );
}

// Each reading is recorded as an opening, so none is repeated without a press.
const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false } },
});

/** The page of an audit pack on its own, without the dashboard and its sign-in. */
export default function OpenedPackApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nContextProvider value={i18nProvider}>
        <OpenedPackPage />
      </I18nContextProvider>
    </QueryClientProvider>
  );
}
