import { randomBytes, randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  ENQUIRY_MESSAGES,
  type Enquiry,
  enquiryDecider,
  enquiryStreamOf,
  referenceNumberOf,
} from '@fynbos/domain/enquiry/enquiry.ts';
import type { QueryType, QuestionedFigure } from '@fynbos/domain/enquiry/events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { LIMITS } from '../auth/limits.ts';
import { nextIds } from '../auth/schema.ts';
import type { Caller } from '../caller.ts';
import { load } from '../handle.ts';
import type { Application, Stores } from '../services.ts';
import { sendToEnquiry } from './support.ts';

/** A question as entered in the form; empty where a field was left out. */
export interface Question {
  readonly email: string;
  readonly typeOfQuery: QueryType;
  readonly queryDetails: string;
  readonly reservationNo: string;
  readonly promoCode: string;
  readonly figure: QuestionedFigure | null;
}

const newReference = (): string => referenceNumberOf(randomBytes(32)) ?? newReference();

/** From any visitor. `network`: rate-limit key. Throws 429. */
export async function receiveEnquiry(
  { log, db, auth }: Stores & WithAuth,
  { reservationNo, promoCode, ...question }: Question,
  { caller, network, context }: { readonly caller: Caller; readonly network: string; readonly context: CommandContext },
) {
  await auth.limits.consume(LIMITS.enquiryPerNetwork, network);
  const [enquiryId] = (await nextIds(db, 'enquiry')) as [number];
  const referenceNumber = newReference();
  const command = {
    type: 'ReceiveEnquiry',
    enquiryId,
    referenceNumber,
    ...question,
    agentId: caller.kind === 'agent' ? caller.agentId : null,
    reservationNo: reservationNo || null,
    promoCode: promoCode || null,
  } as const;
  return { enquiryId, referenceNumber, position: await sendToEnquiry({ log }, enquiryId, command, context) };
}

/** The enquiry of an e-mail link. Throws 404 for a forged link. */
export async function enquiryByLink(
  { log, tokens }: Pick<Application, 'log' | 'tokens'>,
  link: string,
): Promise<Enquiry> {
  const enquiryId = tokens.open('enquiry', link);
  const { state } = await load(log, enquiryDecider, enquiryStreamOf(enquiryId ?? 'unknown'));
  if (enquiryId === null || state.status === 'none')
    throw new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
  return state;
}

/** In the thread of an e-mail link. `network`: rate-limit key. Throws 404 (forged), 409 (resolved) and 429. */
export async function replyByLink(
  services: Pick<Application, 'log' | 'tokens'> & WithAuth,
  link: string,
  text: string,
  { network, context }: { readonly network: string; readonly context: CommandContext },
): Promise<Position | undefined> {
  await services.auth.limits.consume(LIMITS.enquiryPerNetwork, network);
  const { enquiryId } = await enquiryByLink(services, link);
  return sendToEnquiry(services, enquiryId, { type: 'ReplyToEnquiry', replyId: randomUUID(), text }, context);
}
