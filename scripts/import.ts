import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { importKey } from './import/import-key.ts';
import { adminToken, instanceUrl } from './import/sign-in.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { Misused, runCommand } from './terminal/run-command.ts';

const USAGE = `npm run import -- FOLDER [--url http://…] [--dry-run]

Sends FOLDER/programme.ndjson, then FOLDER/rental-events.ndjson, to a running portal.
Signs in with ADMIN_EMAIL and ADMIN_PASSWORD, or with the generated sign-in in DATA_DIR.
Rental events are sent with INTEGRATOR_KEY, or with a temporary key that is revoked at the end.
If part of the programme could not be recorded, no rental events are sent, because they would be decided without it. The
exit code is then 1; run the same command again to continue.`;

const REFUSALS_SHOWN = 20;

type Summary = Record<string, unknown>;

/** Streams a file as NDJSON, prints items that were not recorded, and returns the summary of the last line. */
async function sendFile(url: string, token: string, file: string): Promise<Summary> {
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
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  let summary: Summary | undefined;
  let shown = 0;
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const answer = JSON.parse(line);
    if (answer.summary) summary = answer.summary as Summary;
    else if (answer.errors && shown++ < REFUSALS_SHOWN)
      bar.note(`line ${answer.index + 1}: ${answer.result} ${JSON.stringify(answer.errors)}`);
  }
  bar.end();
  if (!summary)
    throw new Error(
      'The connection ended before the summary. Run the command again; recorded items are answered as duplicate.',
    );
  return summary;
}

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: { url: { type: 'string' }, 'dry-run': { type: 'boolean' } },
} as const;

/** Prints the summary of a file; returns whether items could not be recorded and have to be sent again. */
function printSummary(name: string, summary: Summary): boolean {
  console.log(`${name}: ${JSON.stringify({ summary })}`);
  return Number(summary.unavailable ?? 0) > 0;
}

await runCommand(COMMAND, async ({ values, positionals: [folder] }) => {
  if (folder === undefined) throw new Misused('Name the folder to import.');
  const base = (values.url ?? (await instanceUrl())).replace(/\/$/, '');
  const query = values['dry-run'] ? '?dryRun=true' : '';
  const token = await adminToken(base);
  const programme = path.join(folder, 'programme.ndjson');
  if (existsSync(programme)) {
    // A rental is decided on arrival: without its promotion or its agent it would earn nothing.
    if (printSummary('programme', await sendFile(`${base}/api/admin/import${query}`, token, programme))) {
      console.error(
        'A dependency of the portal was unavailable, and part of the programme was not recorded. No rental events were sent, because they would be decided without it. Run the same command again to continue; recorded items are answered as duplicate.',
      );
      return 1;
    }
  }
  const events = path.join(folder, 'rental-events.ndjson');
  if (existsSync(events)) {
    const key = await importKey(base, token);
    try {
      if (
        printSummary(
          'rental events',
          await sendFile(`${base}/api/integrations/rental-events${query}`, key.apiKey, events),
        )
      ) {
        console.error(
          'A dependency of the portal was unavailable. Run the same command again to continue; recorded items are answered as duplicate.',
        );
        return 1;
      }
    } finally {
      await key.end();
    }
  }
  if (existsSync(programme) || existsSync(events)) return 0;
  console.error(`${folder} contains neither programme.ndjson nor rental-events.ndjson.`);
  return 2;
});
