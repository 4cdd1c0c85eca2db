/**
 * Sizes of large events and appends. EventStoreDB accepts at most 1 MiB per append; a command that needs more is
 * repeated until it leads to no event.
 */

/** Rewards and adjustments of one event of a payout: about 130 kB of JSON. */
export const ENTRIES_PER_PAYOUT_PART = 1000;
/** The size of a separate event with its metadata, in entries of a payout part. */
export const ENTRIES_PER_SEPARATE_EVENT = 8;
export const PAYOUT_PARTS_PER_APPEND = 4;

/** Each is an event of its own. */
export const EXPIRED_REWARDS_PER_APPEND = 500;

/** Lines of a bank response in one event. */
export const LINES_PER_RESPONSE_PART = 1000;

/** Certificates of a SARS file in one event. */
export const CERTIFICATES_PER_FILE_PART = 500;
/** About 540 kB. */
export const FILE_PARTS_PER_APPEND = 8;
