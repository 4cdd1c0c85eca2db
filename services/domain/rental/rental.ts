import { amountsOnly } from '../amounts.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { type Assessment, assess, type References } from './assess.ts';
import type { Decision, FactEvent, RentalEvent } from './events.ts';
import type { Rental } from './state.ts';

export const rentalStreamOf = (reservationNo: string): string => `rental-${reservationNo}`;

type InvoiceEvent = Extract<FactEvent, { type: 'InvoiceRecorded' }>;

/** `anyReservation`: the sender may add facts to reservations of other integrators. */
type RecordFactCommand =
  | { readonly type: 'RecordRentalInvoice'; readonly fact: InvoiceEvent; readonly anyReservation: boolean }
  | {
      readonly type: 'RecordRentalFact';
      readonly fact: Exclude<FactEvent, InvoiceEvent>;
      readonly anyReservation: boolean;
    };

/** `AssessReward` decides the reward from the recorded facts; an unchanged decision leads to no event. */
export type RentalCommand = RecordFactCommand | { readonly type: 'AssessReward'; readonly references: References };

export const recordFact = (fact: FactEvent, anyReservation: boolean): RecordFactCommand =>
  fact.type === 'InvoiceRecorded'
    ? { type: 'RecordRentalInvoice', fact, anyReservation }
    : { type: 'RecordRentalFact', fact, anyReservation };

export type FactResult = 'recorded' | 'duplicate' | 'conflict' | 'foreign';

const factKey = (integratorId: string, eventId: string): string => `${integratorId} ${eventId}`;

/**
 * `duplicate`: recorded before with the same content. `conflict`: another content under its event id or, compared after
 * it, its invoice number. `foreign`: another integrator's reservation.
 */
export function factResult(state: Rental, fact: FactEvent, anyReservation: boolean): FactResult {
  const { integratorId, eventId, contentHash } = fact.data;
  if (state.integratorId !== null && state.integratorId !== integratorId && !anyReservation) return 'foreign';
  const recordedFact = state.facts.get(factKey(integratorId, eventId));
  if (recordedFact !== undefined) return recordedFact === contentHash ? 'duplicate' : 'conflict';
  if (fact.type !== 'InvoiceRecorded') return 'recorded';
  const invoice = state.invoices.get(fact.data.invoiceNo);
  if (invoice === undefined) return 'recorded';
  return invoice.contentHash === contentHash ? 'duplicate' : 'conflict';
}

const sameAssessment = (decision: Decision, assessment: Assessment): boolean =>
  (Object.keys(assessment) as (keyof Assessment)[]).every((field) =>
    field === 'treatment'
      ? decision.treatment.kind === assessment.treatment.kind && decision.treatment.rate === assessment.treatment.rate
      : decision[field] === assessment[field],
  );

/** Null where it equals the last one, or there is no invoice. */
export function nextDecision(
  state: Rental,
  references: References,
): Extract<RentalEvent, { type: 'RewardDecided' }> | null {
  const assessment = assess(state, references);
  if (assessment === null) return null;
  const last = state.decision;
  if (last !== null && sameAssessment(last, assessment)) return null;
  const before =
    last === null || last.agentId === null || last.status === 'Declined'
      ? null
      : { agentId: last.agentId, status: last.status, ...amountsOnly(last) };
  return {
    type: 'RewardDecided',
    data: Object.assign(assessment, { decisionNo: (last?.decisionNo ?? 0) + 1, before }),
  };
}

/** A duplicate fact leads to no event. Throws `rental.conflict` and `rental.foreign`. */
export const rentalDecider: Decider<Rental, RentalCommand, RentalEvent> = {
  name: 'rental',
  initial: {
    integratorId: null,
    facts: new Map(),
    invoices: new Map(),
    creditedInvoices: new Set(),
    isCancelled: false,
    isNoShow: false,
    holds: new Set(),
    releases: new Set(),
    decision: null,
  },

  decide(command, state) {
    if (command.type === 'AssessReward') {
      const decision = nextDecision(state, command.references);
      return decision === null ? [] : [decision];
    }
    switch (factResult(state, command.fact, command.anyReservation)) {
      case 'recorded':
        return [command.fact];
      case 'duplicate':
        return [];
      case 'conflict':
        throw new DomainError(
          'conflict',
          'rental.conflict',
          'Other content was recorded under this id or invoice number.',
        );
      case 'foreign':
        throw new DomainError('forbidden', 'rental.foreign', 'The reservation belongs to another integrator.');
    }
  },

  evolve(state, event) {
    if (event.type === 'RewardDecided') return { ...state, decision: event.data };
    const { integratorId, eventId, contentHash } = event.data;
    const next = {
      ...state,
      integratorId: state.integratorId ?? integratorId,
      facts: new Map(state.facts).set(factKey(integratorId, eventId), contentHash),
    };
    switch (event.type) {
      case 'ReservationRecorded':
        return next;
      case 'InvoiceRecorded':
        return { ...next, invoices: new Map(state.invoices).set(event.data.invoiceNo, event.data) };
      case 'CreditNoteRecorded':
        return { ...next, creditedInvoices: new Set(state.creditedInvoices).add(event.data.invoiceNo) };
      case 'CancellationRecorded':
        return { ...next, isCancelled: true };
      case 'NoShowRecorded':
        return { ...next, isNoShow: true };
      case 'HoldPlaced':
        return { ...next, holds: new Set(state.holds).add(event.data.holdId) };
      case 'HoldReleased':
        return { ...next, releases: new Set(state.releases).add(event.data.holdId) };
    }
  },
};
