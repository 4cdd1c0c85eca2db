import type { Position } from '@fynbos/event-store/port.ts';
import type { Pool } from 'pg';
import { forbidden } from '../caller.ts';
import type { StepUp } from './codes.ts';

/** A proof is valid for ten minutes, for one purpose, once (C3). */
const PROOF_TTL_MS = 10 * 60_000;
const PROOF_REQUIRED = 'OTP verification required.';

/** Step-up proofs. They are stored on the server and bound to the session; the client receives no header or token. */
export class StepUpProofs {
  constructor(
    private readonly db: Pool,
    private readonly now: () => Date,
  ) {}

  /** Records that the session entered a correct code for this purpose. */
  async record(sessionId: string, purpose: StepUp): Promise<void> {
    await this.store(sessionId, purpose, new Date(this.now().getTime() + PROOF_TTL_MS));
  }

  /**
   * The proof is taken first, so that two changes cannot share it, and given back if the change is refused or changes
   * nothing. Throws 403 'OTP verification required.' without one.
   */
  async spend<Result extends { readonly position: Position | undefined }>(
    sessionId: string,
    purpose: StepUp,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const { rows } = await this.db.query<{ expiresAt: Date }>(
      `delete from auth.proofs where "sessionId" = $1 and purpose = $2 and "expiresAt" > $3 returning "expiresAt"`,
      [sessionId, purpose, this.now()],
    );
    const [proof] = rows;
    if (!proof) throw forbidden(PROOF_REQUIRED);
    let spent = false;
    try {
      const result = await change();
      spent = result.position !== undefined;
      return result;
    } finally {
      if (!spent) await this.store(sessionId, purpose, proof.expiresAt);
    }
  }

  private async store(sessionId: string, purpose: StepUp, expiresAt: Date): Promise<void> {
    await this.db.query(
      `insert into auth.proofs ("sessionId", purpose, "expiresAt") values ($1, $2, $3)
       on conflict ("sessionId", purpose) do update set "expiresAt" = excluded."expiresAt"`,
      [sessionId, purpose, expiresAt],
    );
  }
}
