import { isDay } from '@fynbos/domain/calendar.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { coveringCheckpoint } from '@fynbos/event-store/audit/covering-checkpoint.ts';
import { macProblem } from '@fynbos/event-store/audit/macs.ts';
import { fingerprintOf, signerOf } from '@fynbos/event-store/audit/signature.ts';
import { verifyStream } from '@fynbos/event-store/hash-chain.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import { findPayoutRow } from '@fynbos/projections/payouts/queries.ts';
import { accountEntries } from '../rewards/accounts.ts';
import type { Application } from '../services.ts';
import { type PayoutStatement, payoutStatementOf } from './payout-statement.ts';

const PURPOSE = 'payment-advice';

/** What a payment advice says, as its QR code repeats it under a signature. */
export interface PaymentAdvice {
  readonly runId: string;
  readonly agentId: number;
  readonly nettCents: number;
  readonly status: PayoutStatement['status'];
  /** The bank's day of the status; null before there is one. */
  readonly on: string | null;
  /** The last digits of the account, or blank. */
  readonly accountEnding: string;
}

/** The token of an advice: its content with a signature under the master key. It cannot be guessed or changed. */
export const adviceToken = (
  tokens: Pick<Tokens, 'sign'>,
  { runId, agentId, nettCents, status, on, accountEnding }: PaymentAdvice,
): string =>
  tokens.sign(PURPOSE, [runId, agentId, nettCents, status, on ?? '', accountEnding.replace(/\W/g, '')].join('~'));

/** The address of the page that verifies an advice. */
export const verifyUrlOf = (publicUrl: string, tokens: Pick<Tokens, 'sign'>, advice: PaymentAdvice): string =>
  `${publicUrl}/verify/${adviceToken(tokens, advice)}`;

const CONTENT_FORMAT =
  /^([0-9a-f-]{36})~(\d{1,9})~(-?\d{1,15})~(prepared|paid|failed|returned|dropped)~([\d-]{0,10})~(\w{0,4})$/;

/** The content of a token; null where it is forged or changed. */
function openAdvice(tokens: Pick<Tokens, 'open'>, token: string): PaymentAdvice | null {
  const match = CONTENT_FORMAT.exec(tokens.open(PURPOSE, token) ?? '');
  if (!match) return null;
  const [, runId = '', agentId, nettCents, status, on = '', accountEnding = ''] = match;
  return {
    runId,
    agentId: Number(agentId),
    nettCents: Number(nettCents),
    accountEnding,
    status: status as PaymentAdvice['status'],
    on: isDay(on) ? on : null,
  };
}

const INVALID = { result: 'invalid', payment: null, now: null, checkpoint: null } as const;

/**
 * Checks against the log (O25): the account's hash chain and authentication codes, the recorded payment, and the signed
 * checkpoint that covers it. `superseded`: the bank's response changed the payment later. Shows nothing of an advice
 * that is not valid.
 */
export async function checkAdvice({ log, db, tokens }: Pick<Application, 'log' | 'db' | 'tokens'>, token: string) {
  const advice = openAdvice(tokens, token);
  if (!advice) return INVALID;
  const { runId, nettCents, accountEnding } = advice;
  const [recorded, run, { publicKey }] = await Promise.all([
    log.store.readStream(accountStreamOf(advice.agentId)),
    findPayoutRow(db, runId),
    signerOf(log.keys),
  ]);
  if (!run || verifyStream(recorded) !== null) return INVALID;
  const events = (await accountEntries(log, advice.agentId)).slice(0, recorded.length);
  const matchesAdvice = (found: PayoutStatement | null): boolean =>
    found !== null && found.nettCents === nettCents && found.status === advice.status && found.on === advice.on;
  let evidence = -1;
  events.forEach(({ data }, index) => {
    if ('runId' in data && data.runId === runId && matchesAdvice(payoutStatementOf(events.slice(0, index + 1), runId)))
      evidence = index;
  });
  const event = recorded[evidence];
  if (!event || macProblem(event, { keys: log.keys, publicKey }) !== null) return INVALID;
  const [current, checkpoint] = [
    payoutStatementOf(events, runId),
    await coveringCheckpoint(log.store, event, publicKey),
  ];
  return {
    result: matchesAdvice(current) ? ('valid' as const) : ('superseded' as const),
    payment: {
      nettCents,
      status: advice.status,
      on: advice.on ?? run.payDate,
      reference: run.reference,
      accountEnding,
    },
    now: current && !matchesAdvice(current) ? { status: current.status, on: current.on } : null,
    checkpoint: checkpoint && {
      number: checkpoint.number,
      signedAt: checkpoint.signedAt,
      fingerprint: fingerprintOf(checkpoint.publicKey),
    },
  };
}
