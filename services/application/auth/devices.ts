import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Origin } from './sessions.ts';

/** Days for which a device is remembered, however often it is used. */
export const DEVICE_DAYS = 30;
/** Devices of a person; another one replaces the oldest. */
const MAX_DEVICES = 10;
const TOKEN_BYTES = 32;

export interface DeviceInfo {
  readonly deviceId: string;
  /** Browser and operating system: `Chrome on Android`. */
  readonly device: string;
  /** The network of the last sign-in without its last part: `41.13.7.*`. */
  readonly network: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** The hash under which a token is stored. A token is random, so the hash needs no salt. */
const hashOf = (token: string): string => hash('sha256', token);

/**
 * The password is enough on them (C11). Each belongs to a person and a password version; `Sessions.endOthers` ends it.
 */
export class Devices {
  constructor(
    private readonly db: Pool,
    private readonly now: () => Date,
  ) {}

  /** Remembers the device of a live session. Returns its token, which only the device has. */
  async remember(sessionId: string, passwordVersion: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.db.query(
      `with session as (
         select person, revision, device, network from auth.sessions where "sessionId" = $2 and "endedAt" is null
       ), old as (
         delete from auth.devices where "deviceId" in (
           select "deviceId" from auth.devices where person = (select person from session)
           order by "createdAt" desc offset ${MAX_DEVICES - 1})
       )
       insert into auth.devices
         ("deviceId", person, "tokenHash", "passwordVersion", revision, device, network, "createdAt", "lastUsedAt", "expiresAt")
       select $1, person, $3, $4, revision, device, network, $5, $5, $5::timestamptz + make_interval(days => ${DEVICE_DAYS})
       from session`,
      [randomUUID(), sessionId, hashOf(token), passwordVersion, this.now()],
    );
    return token;
  }

  /** The id of the person's device with this token, and notes its use; null if it is not remembered. */
  async use(person: string, passwordVersion: number, token: string, { network }: Origin): Promise<string | null> {
    const { rows } = await this.db.query<{ deviceId: string }>(
      `update auth.devices set "lastUsedAt" = $4, network = $5
       where "tokenHash" = $1 and person = $2 and "passwordVersion" = $3 and "expiresAt" > $4 returning "deviceId"`,
      [hashOf(token), person, passwordVersion, this.now(), network],
    );
    return rows[0]?.deviceId ?? null;
  }

  /** A person's remembered devices, the most recently used first. `current`: the one with this token. */
  async list(person: string, token: string): Promise<readonly (DeviceInfo & { readonly current: boolean })[]> {
    const { rows } = await this.db.query<DeviceInfo & { current: boolean }>(
      `select "deviceId", device, network, "createdAt", "lastUsedAt", "expiresAt", "tokenHash" = $3 as current
       from auth.devices where person = $1 and "expiresAt" > $2 order by "lastUsedAt" desc, "deviceId"`,
      [person, this.now(), hashOf(token)],
    );
    return rows;
  }

  /** Forgets one device of a person. Returns false if it does not exist. */
  async forget(person: string, deviceId: string): Promise<boolean> {
    const { rowCount } = await this.db.query('delete from auth.devices where person = $1 and "deviceId" = $2', [
      person,
      deviceId,
    ]);
    return (rowCount ?? 0) > 0;
  }
}
