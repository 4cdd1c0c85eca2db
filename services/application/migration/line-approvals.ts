import { isDeepStrictEqual } from 'node:util';
import { approvalDecider } from '@fynbos/domain/approval/approval.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { ApprovalKind } from '../approvals/kinds.ts';
import { approvalClaim, type ChangeRequest, isOpen, requestApproval } from '../approvals/request.ts';
import { load } from '../handle.ts';
import type { ImportOutcome, ImportRun } from '../import-run.ts';

/** Lines of one kind that need an approval. A dry run requests none but sees its earlier lines. */
export class ImportApprovals {
  /** Payloads that a dry run would have requested, by the key of the record. */
  private readonly dryRunRequests = new Map<string, unknown>();

  /** `path`: the field that a warning or a conflict names. */
  constructor(
    private readonly log: EventLog,
    private readonly run: ImportRun,
    private readonly path: string,
  ) {}

  /**
   * Requests the approval of a line (X3). The same line while it waits is a duplicate; another one of the record is a
   * conflict. `key`: identifies the record if a dry run has no id for it yet. Throws 403 without the permission.
   */
  async request<Kind extends ApprovalKind>(
    request: ChangeRequest<Kind>,
    key: string = request.subject,
  ): Promise<ImportOutcome> {
    const waiting = this.dryRunRequests.get(key) ?? (await this.waitingPayload(request));
    if (waiting !== null) return this.whileWaiting(waiting, request.payload);
    if (this.run.dryRun) {
      this.dryRunRequests.set(key, request.payload);
      return { result: 'recorded', warnings: this.warnings };
    }
    const context = this.run.context();
    const caller = { adminId: Number(context.actor.id), roles: this.run.roles };
    try {
      const { position } = await requestApproval(this.log, caller, request, context);
      return { result: 'recorded', warnings: this.warnings, ...(position === undefined ? {} : { position }) };
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'approval.waits') throw error;
      return this.whileWaiting(await this.waitingPayload(request), request.payload);
    }
  }

  private async waitingPayload(request: ChangeRequest): Promise<unknown> {
    const claim = approvalClaim(request);
    const owner = await ownerOf(this.log, claim.kind, claim.text);
    if (owner === null) return null;
    const { state } = await load(this.log, approvalDecider, owner, { personal: false });
    return isOpen(state) ? state.payload : null;
  }

  private whileWaiting(waiting: unknown, payload: unknown): ImportOutcome {
    if (isDeepStrictEqual(waiting, payload)) return { result: 'duplicate', warnings: this.warnings };
    const message = 'Another change of this record is waiting for approval. Decide it first.';
    return { result: 'conflict', errors: [{ path: this.path, message }] };
  }

  private get warnings(): ImportOutcome['warnings'] {
    return [{ path: this.path, message: 'Another administrator must approve it.' }];
  }
}
