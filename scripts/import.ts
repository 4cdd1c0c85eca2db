import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import type { Summary } from '@fynbos/api/ndjson/ndjson-exchange.ts';
import { assertLiveIntegrator, importKey } from './import/import-key.ts';
import { adminToken, instanceUrl } from './import/sign-in.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { abortOnInterrupt, runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run import -- FOLDER [--url http://…] [--dry-run] [--integrator ID] [--despite-rejected]

Sends FOLDER/programme.ndjson, then FOLDER/rental-events.ndjson, to a running portal.
Signs in with ADMIN_EMAIL and ADMIN_PASSWORD, or with the generated sign-in in DATA_DIR.
Rental events are sent with a temporary key, which is revoked at the end, or with INTEGRATOR_KEY if it is set.

  --integrator ID     use a temporary key of this integrator: the one that sends later facts of the same reservations.
                      The default is an integrator of its own, called "Programme import"
  --despite-rejected  accept rejected and conflicting lines

If part of the programme was not recorded, no rental events are sent, because they would be decided without it. If part
of a file was not recorded, the exit code is 1; run the same command again to continue.`;

/** Lines with errors or warnings. */
const MAX_NOTES_SHOWN = 20;

/** The last line of an answer. `error`: why the portal processed no further lines. */
interface Outcome {
  readonly summary: Summary;
  readonly error?: string;
}

interface Target {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Streams a file as NDJSON, prints the errors and warnings of its lines, and returns the last line of the answer. */
async function sendFile(file: string, { url, token, signal }: Target): Promise<Outcome> {
  const { size } = await stat(file);
  const bar = new ProgressBar(`MB of ${path.basename(file)}`);
  let sent = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      bar.at(sent / 1e6, size / 1e6);
      done(null, chunk);
    },
  });
  const body = Readable.toWeb(createReadStream(file).pipe(count)) as ReadableStream;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half', signal } as RequestInit);
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  let outcome: Outcome | undefined;
  let shown = 0;
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const answer = JSON.parse(line);
    if (answer.summary) outcome = answer as Outcome;
    else if ((answer.errors ?? answer.warnings) && shown++ < MAX_NOTES_SHOWN)
      bar.note(`line ${answer.index + 1}: ${answer.result} ${JSON.stringify(answer.errors ?? answer.warnings)}`);
  }
  bar.end();
  if (!outcome)
    throw new Error(
      'The connection ended before the summary. Run the command again; recorded items are answered as duplicate.',
    );
  return outcome;
}

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    'dry-run': { type: 'boolean' },
    integrator: { type: 'string' },
    'despite-rejected': { type: 'boolean' },
  },
} as const;

/** Why a file was not recorded as a whole; null if it was. */
function missingPart({ summary, error }: Outcome, acceptsRejected = false): string | null {
  if (error !== undefined) return error;
  if (summary.unavailable > 0) return 'A dependency of the portal was unavailable.';
  const refused = summary.rejected + summary.conflict;
  if (refused === 0 || acceptsRejected) return null;
  return `Lines that were rejected or conflict: ${refused}. Correct them, or accept this with --despite-rejected.`;
}

const HOW_TO_CONTINUE = 'Run the same command again to continue; recorded items are answered as duplicate.';

await runCommand(COMMAND, async ({ values, positionals: [folder] }) => {
  if (folder === undefined) throw new UsageError('Give the folder to import.');
  const base = (values.url ?? (await instanceUrl())).replace(/\/$/, '');
  const query = values['dry-run'] ? '?dryRun=true' : '';
  const signal = abortOnInterrupt();
  const token = await adminToken(base);
  if (values.integrator !== undefined) await assertLiveIntegrator(base, token, values.integrator);
  const programme = path.join(folder, 'programme.ndjson');
  const events = path.join(folder, 'rental-events.ndjson');
  /** Sends a file and prints the summary. Returns whether everything was recorded; otherwise it prints the reason. */
  const send = async (what: string, file: string, call: { route: string; token: string }, consequence = '') => {
    const url = `${base}/api/${call.route}${query}`;
    const outcome = await sendFile(file, { url, token: call.token, signal });
    console.log(`${what}: ${JSON.stringify({ summary: outcome.summary })}`);
    const missing = missingPart(outcome, values['despite-rejected']);
    if (missing !== null)
      console.error(`Part of the ${what} was not recorded. ${missing}${consequence} ${HOW_TO_CONTINUE}`);
    return missing === null;
  };
  try {
    if (existsSync(programme)) {
      // A rental is decided on arrival: without its promotion or its agent it would earn nothing.
      const consequence = ' No rental events were sent, because they would be decided without it.';
      if (!(await send('programme', programme, { route: 'admin/import', token }, consequence))) return 1;
    }
    if (existsSync(events)) {
      const key = await importKey(base, token, values.integrator);
      try {
        const call = { route: 'integrations/rental-events', token: key.apiKey };
        if (!(await send('rental events', events, call))) return 1;
      } finally {
        await key.end();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error(`Interrupted. ${HOW_TO_CONTINUE}`);
    return 130;
  }
  if (existsSync(programme) || existsSync(events)) return 0;
  console.error(`${folder} contains neither programme.ndjson nor rental-events.ndjson.`);
  return 2;
});
