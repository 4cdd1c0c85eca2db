import {
  BANK_LIST_STREAM,
  type BankList,
  bankListDecider,
  bankOfCode,
  banksOn,
  type ListedBank,
} from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM, type ExtraDays, extraDaysDecider } from '@fynbos/domain/business-days/business-days.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { Actor, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

/** Finds the listed bank of a branch code, or undefined. Banks are matched by branch code, never by name. */
export type KnownBank = (branchCode: string) => ListedBank | undefined;

/** The banks listed on a day. A bank removed from the list is known only by the name stored in the account. */
export function knownBankOf(list: BankList, day: Day): KnownBank {
  const listed = new Set(banksOn(list, day).map(({ name }) => name));
  return (branchCode) => {
    const bank = bankOfCode(list, branchCode, day);
    return bank && listed.has(bank.name) ? bank : undefined;
  };
}

/** The banks listed now. Throws `StoreUnavailable`. */
export const knownBanks = async ({ log, now }: Pick<Application, 'log' | 'now'>): Promise<KnownBank> =>
  knownBankOf(await loadBankList(log), dayOf(now()));

/** The bank list with its past and planned changes. Throws `StoreUnavailable`. */
export const loadBankList = async (log: EventLog): Promise<BankList> =>
  (await load(log, bankListDecider, BANK_LIST_STREAM)).state;

/** Days other than public holidays on which banks are closed. Throws `StoreUnavailable`. */
export const loadExtraDays = async (log: EventLog): Promise<ExtraDays> =>
  (await load(log, extraDaysDecider, BUSINESS_DAYS_STREAM)).state;

type Change<Event extends DomainEvent> = Event extends DomainEvent
  ? Pick<Event, 'type'> & Event['data'] & { setAt: string; setBy: Actor; reason: string | null }
  : never;

/** The state of a list, and its changes with author and reason, newest first. */
export async function withHistory<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
) {
  const { state, stream } = await load(log, decider, streamId);
  const changes = stream.events.map(({ type, data, metadata: { recordedAt, actor, reason } }) => {
    return { type, ...data, setAt: recordedAt, setBy: actor, reason: reason ?? null };
  });
  return { state, changes: changes.reverse() as unknown as Change<Event>[] };
}

/** The bank list with every change. Throws `StoreUnavailable`. */
export const bankListHistory = (log: EventLog) => withHistory(log, bankListDecider, BANK_LIST_STREAM);

/** The extra bank holidays with every change. Throws `StoreUnavailable`. */
export const extraDaysHistory = (log: EventLog) => withHistory(log, extraDaysDecider, BUSINESS_DAYS_STREAM);
