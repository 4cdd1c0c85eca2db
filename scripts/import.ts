import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { importKey } from './import/import-key.ts';
import { ProgressBar } from './import/progress-bar.ts';
import { adminToken, instanceUrl } from './import/sign-in.ts';
import { commandLine } from './terminal/command-line.ts';

const USAGE = `npm run import -- FOLDER [--url http://…] [--dry-run]

Sends FOLDER/programme.ndjson, then FOLDER/rental-events.ndjson, to a running portal.
Signs in with ADMIN_EMAIL and ADMIN_PASSWORD, or with what ./scripts/start made up and keeps in DATA_DIR.
Rental events go under INTEGRATOR_KEY, or under a key of its own that lives as long as the import.
They are not sent where something of the programme could not be recorded, since they would be decided without it: exit
code 1; the same command goes on.`;

type Summary = Record<string, unknown>;

/** Sends a file as NDJSON and reads the answers as they come; shows what was not recorded. Gives the summary of the last line. */
async function send(url: string, token: string, file: string): Promise<Summary> {
  const { size } = await stat(file);
  const bar = new ProgressBar(path.basename(file), size);
  let sent = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      bar.at(sent);
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
    else if (answer.errors && shown++ < 20)
      bar.note(`line ${answer.index + 1}: ${answer.result} ${JSON.stringify(answer.errors)}`);
  }
  bar.end();
  if (!summary) throw new Error('the answer broke off: send it again, what was recorded is answered as duplicate');
  return summary;
}

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: { url: { type: 'string' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const [folder] = positionals;
if (values.help || folder === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const base = (values.url ?? (await instanceUrl())).replace(/\/$/, '');
const query = values['dry-run'] ? '?dryRun=true' : '';
const token = await adminToken(base);
/** Shows the summary of a file. Gives whether something of it could not be recorded and has to be sent again. */
function isShort(name: string, summary: Summary): boolean {
  console.log(`${name}: ${JSON.stringify({ summary })}`);
  return Number(summary.unavailable ?? 0) > 0;
}

async function main(): Promise<number> {
  const programme = path.join(folder as string, 'programme.ndjson');
  if (existsSync(programme)) {
    // A rental is decided as it comes: without its promotion or its agent it would earn nothing.
    if (isShort('programme', await send(`${base}/api/admin/import${query}`, token, programme))) {
      console.error(
        'Something the portal needs was away, and part of the programme is missing. No rental events were sent, since they would be decided without it. Run the same command again, it goes on: what was recorded is answered as duplicate.',
      );
      return 1;
    }
  }
  const events = path.join(folder as string, 'rental-events.ndjson');
  if (existsSync(events)) {
    const key = await importKey(base, token);
    try {
      if (isShort('rental events', await send(`${base}/api/integrations/rental-events${query}`, key.apiKey, events))) {
        console.error(
          'Something the portal needs was away: send it again, what was recorded is answered as duplicate.',
        );
        return 1;
      }
    } finally {
      await key.end();
    }
  }
  if (existsSync(programme) || existsSync(events)) return 0;
  console.error(`${folder} holds neither programme.ndjson nor rental-events.ndjson.`);
  return 2;
}

process.exitCode = await main();
