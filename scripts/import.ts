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
Rental events go under INTEGRATOR_KEY, or under a key of its own that lives as long as the import.`;

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
const summaries: Record<string, Summary> = {};
const programme = path.join(folder, 'programme.ndjson');
if (existsSync(programme)) summaries.programme = await send(`${base}/api/admin/import${query}`, token, programme);
const events = path.join(folder, 'rental-events.ndjson');
if (existsSync(events)) {
  const key = await importKey(base, token);
  try {
    summaries['rental events'] = await send(`${base}/api/integrations/rental-events${query}`, key.apiKey, events);
  } finally {
    await key.end();
  }
}
if (Object.keys(summaries).length === 0) {
  console.error(`${folder} holds neither programme.ndjson nor rental-events.ndjson.`);
  process.exit(2);
}
for (const [name, summary] of Object.entries(summaries)) console.log(`${name}: ${JSON.stringify({ summary })}`);
if (Object.values(summaries).some(({ unavailable }) => Number(unavailable ?? 0) > 0)) {
  console.error('Something the portal needs was away: send it again, what was recorded is answered as duplicate.');
  process.exitCode = 1;
}
