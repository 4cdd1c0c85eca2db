// Verifies an export with proof of Fynbos Rewards: node verify-export.mjs FILE [--key PUBLIC-KEY] [--extract FOLDER]
//
// Needs Node 18 or newer and nothing else: no packages, no network, no access to the system that created the export.
// It shows that the file is as it was signed, that no event in it was edited, removed, inserted or moved since it was
// recorded, and that the events up to the last checkpoint are those that the system signed at that time. With --key
// (received through another channel than this file) it also shows whose signature that is. The evidence pack of a month
// also contains documents: each is compared with the hash that was recorded when the month was closed, and --extract
// writes them to a folder.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'));
const hex = (...parts) => sha256(...parts).digest('hex');

const args = process.argv.slice(2);
const keyAt = args.indexOf('--key');
const trusted = keyAt < 0 ? null : args.splice(keyAt, 2)[1];
const extractAt = args.indexOf('--extract');
const folder = extractAt < 0 ? null : args.splice(extractAt, 2)[1];
const [file] = args;
if (!file) {
  console.error('node verify-export.mjs FILE [--key PUBLIC-KEY] [--extract FOLDER]');
  process.exit(2);
}

const faults = [];
const fault = (what) => {
  if (faults.length < 20) console.error(`WRONG: ${what}`);
  faults.push(what);
};

function signedBy(publicKey, text, signature) {
  try {
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

// The hash of an event binds it to its stream, its revision and the previous event.
const GENESIS = '0'.repeat(64);
const heads = new Map();
function checkChain({ streamId, revision, id, type, data, metadata }) {
  const head = heads.get(streamId) ?? { revision: -1, hash: GENESIS, broken: false };
  // The MAC covers the hash and needs the secret key; it cannot be verified here.
  const { hash, mac: _mac, ...rest } = metadata;
  const place = JSON.stringify([streamId, revision, id, type]).slice(0, -1);
  const expected = hex(`${head.hash}${place},${JSON.stringify(data)},${JSON.stringify(rest)}]`);
  if (!head.broken && (revision !== head.revision + 1 || hash !== expected)) {
    const what = revision === head.revision + 1 ? 'was edited' : `follows revision ${head.revision}`;
    fault(`event ${id}, revision ${revision} of ${streamId}, ${what}`);
    head.broken = true;
  }
  heads.set(streamId, { revision, hash, broken: head.broken });
}

// The tree over the hashes of the events under a checkpoint, as in RFC 6962.
const leaf = (hash) => sha256(Buffer.from([0]), Buffer.from(hash, 'hex')).digest();
const node = (left, right) => sha256(Buffer.from([1]), left, right).digest();
const splitOf = (size) => 2 ** Math.floor(Math.log2(size - 1));
function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const split = splitOf(leaves.length);
  return node(root(leaves.slice(0, split)), root(leaves.slice(split)));
}
function rootByPath(hash, index, size, path) {
  const walk = (at, count, left) => {
    if (count === 1) return leaf(hash);
    const split = splitOf(count);
    const neighbour = Buffer.from(path[left - 1] ?? '', 'hex');
    return at < split
      ? node(walk(at, split, left - 1), neighbour)
      : node(neighbour, walk(at - split, count - split, left - 1));
  };
  return walk(index, size, path.length).toString('hex');
}

const statementOf = ({ number, first, events, root: top, manifest, previous, signedAt, vouched }) =>
  [
    `fynbos checkpoint ${vouched === undefined ? 1 : 2}`,
    number,
    first,
    events,
    top,
    hex(manifest),
    previous,
    signedAt,
    ...(vouched === undefined ? [] : [vouched]),
  ].join('\n');

function checkSignature(checkpoint, publicKey) {
  const { number } = checkpoint;
  if (checkpoint.publicKey !== publicKey) fault(`checkpoint ${number} is signed by another key`);
  if (!signedBy(checkpoint.publicKey, statementOf(checkpoint), checkpoint.signature))
    fault(`checkpoint ${number} has an invalid signature`);
}

let header;
let end;
let checkpoint;
let events = 0;
let covered = 0;
let last;
let wholeLog = false;
// The streams of an export that is not of the whole log.
let chosen = [];
// Hashes of events that no checkpoint covers yet; only for exports of the whole log.
let open = [];

function checkLogCheckpoint(data) {
  checkSignature(data, header.publicKey);
  const follows =
    data.number === (checkpoint?.number ?? 0) + 1 &&
    data.previous === (checkpoint ? hex(statementOf(checkpoint)) : GENESIS) &&
    data.first === covered + 1;
  if (!follows) fault(`checkpoint ${data.number} does not follow the one before`);
  const under = open.slice(0, data.events);
  if (under.length < data.events || root(under.map(leaf)).toString('hex') !== data.root)
    fault(`the ${data.events} events under checkpoint ${data.number} are not those that were signed`);
  open = open.slice(data.events);
  covered = data.first + data.events - 1;
  checkpoint = data;
}

function takeEvent(event) {
  events++;
  last = event;
  checkChain(event);
  if (!wholeLog) {
    if (!chosen.includes(event.streamId)) fault(`event ${event.id} is of another stream`);
    return;
  }
  open.push(event.metadata.hash);
  if (event.type === 'LogCheckpointed' && event.streamId === 'log-checkpoints') checkLogCheckpoint(event.data);
}

// Documents of the file, and the hashes that the last closing of the month recorded for them.
const documents = [];
let recorded = new Map();
function takeDocument({ name, bytes, sha256: stated, content }) {
  const body = Buffer.from(content, 'base64');
  if (body.length !== bytes || hex(body) !== stated) fault(`the document ${name} is not the one that was exported`);
  documents.push({ name, body, sha256: hex(body) });
}
function checkDocuments() {
  for (const [name, sum] of recorded) {
    const found = documents.find((document) => document.name === name);
    if (!found) fault(`the document ${name} is missing`);
    else if (found.sha256 !== sum) fault(`the document ${name} is not the one that was recorded at the closing`);
  }
}

const digest = createHash('sha256');
// Hashes of the events of chosen streams, by stream and revision.
const hashes = new Map();
function checkInclusion({ streamId = chosen[0], revision, index, path: steps }) {
  const hash = hashes.get(`${streamId} ${revision}`);
  const top = hash && checkpoint && rootByPath(hash, index, checkpoint.events, steps);
  if (!checkpoint || top !== checkpoint.root)
    fault(`revision ${revision} of ${streamId} is not under checkpoint ${checkpoint?.number ?? 0}`);
  else covered += revision + 1;
}
for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  if (text === '') continue;
  let line;
  try {
    line = JSON.parse(text);
  } catch {
    fault('a line is no JSON');
    continue;
  }
  if (line.end) {
    end = line.end;
    continue;
  }
  if (end) fault('data follows the end');
  digest.update(`${text}\n`);
  if (line.proof) {
    header = line;
    wholeLog = header.scope.log === true;
    chosen = header.scope.streams ?? [header.scope.stream];
  } else if (!header) {
    fault('the file does not begin as an export does');
    break;
  } else if (line.event) {
    takeEvent(line.event);
    if (!wholeLog) hashes.set(`${line.event.streamId} ${line.event.revision}`, line.event.metadata.hash);
    if (!wholeLog && line.event.type === 'MonthClosed')
      recorded = new Map(line.event.data.evidence.map((each) => [each.name, each.sha256]));
    if (!wholeLog && line.event.type === 'MonthReopened') recorded = new Map();
  } else if (line.checkpoint) {
    ({ checkpoint } = line);
    checkSignature(checkpoint, header.publicKey);
  } else if (line.inclusion) checkInclusion(line.inclusion);
  else if (line.document) takeDocument(line.document);
}

if (!header || !end) fault('the file is cut off');
else {
  checkDocuments();
  if (trusted !== null && trusted !== header.publicKey) fault('the file is signed by another key than yours');
  const sum = digest.digest('hex');
  if (sum !== end.sha256 || events !== end.events) fault('the file is not the one that was signed');
  if (!signedBy(header.publicKey, `fynbos export 1\n${end.events}\n${end.sha256}`, end.signature))
    fault('the signature at the end is wrong');
}

if (faults.length > 0) {
  console.error(`NOT INTACT: ${faults.length} fault${faults.length === 1 ? '' : 's'}.`);
  process.exit(1);
}
console.log(
  `INTACT: ${events} events of ${wholeLog ? 'the whole log' : chosen.join(', ')}, exported ${header.exportedAt}`,
);
if (last)
  console.log(`last event: revision ${last.revision} of ${last.streamId}, recorded ${last.metadata.recordedAt}`);
for (const { name, body } of documents) {
  console.log(`document ${name}: ${body.length} bytes${recorded.has(name) ? ', as recorded at the closing' : ''}`);
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, path.basename(name)), body);
  }
}
console.log(
  checkpoint
    ? `${covered} of them under checkpoint${chosen.length > 1 ? 's up to' : ''} ${checkpoint.number}, signed ${checkpoint.signedAt}`
    : 'no checkpoint covers them yet: only the chains and the signature of the file speak for them',
);
console.log(
  `signed with the key ${header.publicKey}${trusted === null ? ' (compare it with the one you received)' : ', which is yours'}`,
);
