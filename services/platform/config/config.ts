import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { EVENT_STORE_ADDRESS, isEventStoreAddress } from './event-store-address.ts';
import { demoProgramme, type Programme, programmeSchema } from './programme.ts';
import { withSecretFiles } from './secret-files.ts';
import { weakness } from './secret-strength.ts';

/** The settings of a process. `loadConfig` reads them once, at startup. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Settings are missing or invalid. `problems` are sentences that begin with the variable's name. */
export class InvalidSettings extends ConfigurationError {
  override readonly name = 'InvalidSettings';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const address = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 0 or 1' })
  .transform((text) => text === '1' || text === 'true');
const scale = z.coerce.number({ error: 'must be a number' }).positive({ error: 'must be over 0' }).finite();
const portNumber = z.coerce
  .number({ error: 'must be a port number' })
  .int()
  .min(1)
  .max(65_535, { error: 'must be a port number' });

/** Express's names for networks. */
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** A shorter prefix is not a private network: with `0.0.0.0/0`, any caller could claim any address. */
const MIN_PREFIX_BITS = 7;

function isProxy(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (NAMED_NETWORKS.has(text)) return true;
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || /^(0\.0\.0\.0|[0:]+)$/.test(address)) return false;
  return prefix === undefined || (Number(prefix) >= MIN_PREFIX_BITS && Number(prefix) <= longest);
}

/** `none`, or a comma-separated list of addresses and networks. */
const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .transform((all) => (all.length === 1 && all[0] === 'none' ? [] : all))
  .refine((all) => all.every(isProxy), {
    error:
      'must be addresses or networks of proxies with commas between them, such as 10.1.2.3 or 172.28.0.0/16, or none; a network has a prefix of at least /7',
  });
const email = z.email({ error: 'must be an e-mail address' });

const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  PORT: portNumber.default(8080),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: address('postgres', 'postgresql'),
  MIGRATION_DATABASE_URL: address('postgres', 'postgresql').optional(),
  ADMIN_DATABASE_URL: address('postgres', 'postgresql').optional(),
  REPLICATION_DATABASE_URL: address('postgres', 'postgresql').optional(),
  REDIS_URL: address('redis', 'rediss').optional(),
  EVENTSTORE_URL: z.string().refine(isEventStoreAddress, { error: EVENT_STORE_ADDRESS }).optional(),
  PUBLIC_URL: address('http', 'https').optional(),
  DEMO: flag.optional(),
  DEMO_SCALE: scale.default(1),
  DEMO_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().optional(),
  ADMIN2_EMAIL: email.optional(),
  ADMIN2_PASSWORD: z.string().optional(),
  MASTER_KEY: z.string(),
  MASTER_KEY_OTHERS: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine((keys) => keys.every((key) => key.length >= 32), { error: 'must be keys of at least 32 characters each' }),
  JWT_SECRET: z.string(),
  CHECKPOINT_FOLDER: z.string().optional(),
  CHECKPOINT_MAIL: email.optional(),
  SMTP_URL: address('smtp', 'smtps').optional(),
  SMS_URL: address('http', 'https').optional(),
  RATE_LIMIT_SCALE: scale.default(1),
  METRICS_PORT: portNumber.optional(),
  TRUSTED_PROXIES: proxies.default([]),
  ...programmeSchema.shape,
});
type Environment = z.infer<typeof environment>;

/** The name of every variable that `loadConfig` reads. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(environment.shape);

/** The variables that are not blank. */
export const withoutBlanks = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

/**
 * A blank variable counts as absent. Throws `InvalidSettings` with all problems. In production nothing has a default,
 * and generated or weak secrets are rejected.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const files = withSecretFiles(env);
  const settings = withoutBlanks(files.env);
  const production = settings.NODE_ENV === 'production';
  const parsed = environment.safeParse(production ? settings : { ...demoProgramme, ...settings });
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => problem(String(name), settings, message, production));
  problems.push(...files.problems, ...pairProblems(settings), ...(production ? productionProblems(settings) : []));
  if (!parsed.success || problems.length > 0) throw new InvalidSettings([...new Set(problems)]);
  return toConfig(parsed.data, production);
}

function problem(name: string, settings: NodeJS.ProcessEnv, message: string, production: boolean): string {
  if (settings[name] !== undefined) return `${name} ${message}.`;
  return production
    ? `${name} is required when NODE_ENV=production.`
    : `${name} is missing: ./scripts/start fills it in.`;
}

function pairProblems(settings: NodeJS.ProcessEnv): string[] {
  return ['ADMIN', 'ADMIN2'].flatMap((who) => {
    const [mail, password] = [settings[`${who}_EMAIL`], settings[`${who}_PASSWORD`]];
    return (mail === undefined) === (password === undefined)
      ? []
      : [`${who}_EMAIL and ${who}_PASSWORD are needed together.`];
  });
}

function productionProblems(settings: NodeJS.ProcessEnv): string[] {
  const problems = ['PUBLIC_URL', 'SMTP_URL', 'SMS_URL', 'MASTER_KEY', 'JWT_SECRET']
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name} is required when NODE_ENV=production.`);
  if (settings.TRUSTED_PROXIES === undefined)
    problems.push(
      'TRUSTED_PROXIES is required when NODE_ENV=production: the addresses or networks of the proxies in front, or none.',
    );
  const secrets = { MASTER_KEY: 32, JWT_SECRET: 32, ADMIN_PASSWORD: 12, ADMIN2_PASSWORD: 12 };
  for (const [name, minimum] of Object.entries(secrets)) {
    const why = weakness(settings[name] ?? '', minimum);
    if (settings[name] !== undefined && why) problems.push(`${name} ${why}.`);
  }
  if (settings.MASTER_KEY && settings.MASTER_KEY === settings.JWT_SECRET)
    problems.push('JWT_SECRET must differ from MASTER_KEY.');
  if (settings.DEMO === '1' || settings.DEMO === 'true') problems.push('DEMO is impossible when NODE_ENV=production.');
  if (settings.DEMO_SECRET) problems.push('DEMO_SECRET is impossible when NODE_ENV=production.');
  if (settings.PUBLIC_URL && !isPrivate(settings.PUBLIC_URL))
    problems.push('PUBLIC_URL must begin with https:// when NODE_ENV=production.');
  return problems;
}

/** https, or plain http that stays on this machine. */
function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const programmeOf = (it: Environment): Programme =>
  Object.fromEntries(Object.entries(it).filter(([name]) => name in programmeSchema.shape)) as Programme;

function toConfig(it: Environment, production: boolean) {
  const admins = [
    { email: it.ADMIN_EMAIL, password: it.ADMIN_PASSWORD },
    { email: it.ADMIN2_EMAIL, password: it.ADMIN2_PASSWORD },
  ].filter((admin): admin is { email: string; password: string } => Boolean(admin.email && admin.password));
  return {
    production,
    port: it.PORT,
    /** Address to listen on; undefined means all addresses of the machine. */
    host: it.HOST,
    /** An absolute path. */
    dataDir: path.resolve(it.DATA_DIR),
    databaseUrl: it.DATABASE_URL,
    /** Only for migrations and restores: the role that owns the tables. Null: the role of `databaseUrl` owns them. */
    migrationDatabaseUrl: it.MIGRATION_DATABASE_URL ?? null,
    /** Only for migrations: a superuser, which they use to create the roles. Null: the roles exist. */
    adminDatabaseUrl: it.ADMIN_DATABASE_URL ?? null,
    /** Only for migrations: the role of a streaming replica, created with the other roles. */
    replicationDatabaseUrl: it.REPLICATION_DATABASE_URL ?? null,
    /** Null: the queues are in Postgres. */
    redisUrl: it.REDIS_URL ?? null,
    /** Null: events are in Postgres. */
    eventStoreUrl: it.EVENTSTORE_URL ?? null,
    /** The public address of the portal, without a trailing slash. */
    publicUrl: (it.PUBLIC_URL ?? `http://localhost:${it.PORT}`).replace(/\/+$/, ''),
    /** `secret`: lets the demo's loader set the clock of its calls. Null if there is none, always in production. */
    demo: {
      enabled: it.DEMO ?? !production,
      scale: it.DEMO_SCALE,
      secret: production ? null : (it.DEMO_SECRET ?? null),
    },
    /** The first admins, created at the first start if no admin exists. At most two. */
    admins,
    masterKey: it.MASTER_KEY,
    /** For unwrapping: the previous master key, or the next one, during a rotation. */
    otherMasterKeys: it.MASTER_KEY_OTHERS,
    jwtSecret: it.JWT_SECRET,
    /** The checkpoint archive, as an absolute path; null if there is none. */
    checkpointFolder: it.CHECKPOINT_FOLDER === undefined ? null : path.resolve(it.CHECKPOINT_FOLDER),
    /** E-mail address that receives the newest checkpoint once a day; null to send none. */
    checkpointMail: it.CHECKPOINT_MAIL ?? null,
    /** Null, outside production only: mails and SMS go only to the development inbox. */
    smtpUrl: it.SMTP_URL ?? null,
    smsUrl: it.SMS_URL ?? null,
    /** Multiplies the counts of rate limits; 1 in production. */
    rateLimitScale: production ? 1 : it.RATE_LIMIT_SCALE,
    /** The port on which a process serves `/metrics`, separate from public traffic. Undefined: not served. */
    metricsPort: it.METRICS_PORT,
    /** Proxies with a trusted X-Forwarded-For header: addresses, networks or Express's names (`loopback`). */
    trustedProxies: it.TRUSTED_PROXIES,
    programme: programmeOf(it),
  };
}
