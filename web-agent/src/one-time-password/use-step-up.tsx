import { type ReactNode, useRef, useState } from 'react';
import { ApiError, call, SHOWS_ERRORS } from '../api/client.ts';
import type { AgentDetails, StepUpPurpose } from '../api/types.ts';
import { useRead } from '../api/use-read.ts';
import { MESSAGES } from '../messages/messages.ts';
import { ID_WORDS, storedId } from '../session/stored-id.tsx';
import { showAlert } from '../state/alerts.ts';
import { codeSent, justSent } from './code-wait.ts';
import { LazyOtpDialog, loadOtpDialog } from './lazy-dialog.ts';

const CODE_LIFE_MS = 10 * 60_000;

/** Recipient of the code. */
export type StepUpContact = Pick<AgentDetails, 'id' | 'emailAddress' | 'cellNumber' | 'communicationMethod'>;

/**
 * Asks for a code if none was verified yet. False if the person cancels; throws what the change throws, which does not
 * use up the verification.
 */
export type WithProof = (purpose: StepUpPurpose, change: () => Promise<unknown>) => Promise<boolean>;

/**
 * The OTP dialog for a change (specification, section 2). The server stores the verification; the request carries none.
 */
export function useStepUp(contact: StepUpContact | undefined): { withProof: WithProof; dialog: ReactNode } {
  const [request, setRequest] = useState<{ purpose: StepUpPurpose; answer: (proven: boolean) => void } | null>(null);
  const verifiedPurpose = useRef<StepUpPurpose | null>(null);

  async function prove(purpose: StepUpPurpose): Promise<boolean> {
    if (!contact?.emailAddress || !contact.cellNumber) {
      showAlert('danger', MESSAGES.otpMissingContact);
      return false;
    }
    // Load the dialog first, so that no code is sent that cannot be entered.
    await loadOtpDialog();
    await sendCode(purpose, contact).then(() => codeSent(), unlessJustSent);
    return new Promise((resolve) => {
      setRequest({
        purpose,
        answer: (proven) => {
          setRequest(null);
          resolve(proven);
        },
      });
    });
  }

  const withProof: WithProof = async (purpose, change) => {
    const isReused = verifiedPurpose.current === purpose;
    if (!isReused && !(await prove(purpose))) return false;
    verifiedPurpose.current = purpose;
    try {
      await change();
    } catch (error) {
      const isProofSpent = error instanceof ApiError && error.status === 403;
      if (isProofSpent) verifiedPurpose.current = null;
      if (isProofSpent && isReused) return withProof(purpose, change);
      throw error;
    }
    verifiedPurpose.current = null;
    return true;
  };

  const dialog = request && contact && (
    <LazyOtpDialog
      contact={contact}
      onResend={() => sendCode(request.purpose, contact)}
      onVerify={async (payload) => {
        await call('POST', 'travel-agency/verify-otp', { body: payload, ...SHOWS_ERRORS });
        request.answer(true);
      }}
      onClose={() => request.answer(false)}
    />
  );
  return { withProof, dialog };
}

/** The step-up of the signed-in agent. The code goes to the address or number in the agent's details. */
export function useOwnStepUp() {
  const stored = storedId(ID_WORDS.banking);
  const id = 'id' in stored ? stored.id : 0;
  const details = useRead(`travel-agency/personalDetails/${id}`);
  return { id, details, ...useStepUp(details.data) };
}

function sendCode(purpose: StepUpPurpose, { id, emailAddress, cellNumber, communicationMethod }: StepUpContact) {
  if (purpose !== 'banking') return call('POST', 'travel-agency/step-up', { body: { purpose }, ...SHOWS_ERRORS });
  const now = Date.now();
  const body = {
    email: emailAddress,
    cellphone: cellNumber,
    createdAt: new Date(now).toISOString(),
    expiryAt: new Date(now + CODE_LIFE_MS).toISOString(),
    isVerified: false,
    communicationMethod,
  };
  return call('POST', `travel-agency/banking-details-sendOtp/${id}`, { body, ...SHOWS_ERRORS });
}

/** Too soon: a code is on its way and can be entered. Other errors are shown and rethrown. */
function unlessJustSent(error: unknown): void {
  const wait = justSent(error);
  if (wait === null) {
    if (error instanceof ApiError) showAlert('danger', error.message);
    throw error;
  }
  codeSent(wait);
}
