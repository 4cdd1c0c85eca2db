import { availableParallelism, totalmem } from 'node:os';

export type Durability = 'durable' | 'throw-away';

const megabytes = (part: number, most: number): string =>
  `${Math.max(64, Math.min(most, Math.floor((totalmem() / 1024 / 1024) * part)))}MB`;

/**
 * Settings of a Postgres of our own, as name and value. Its log counts as a log: no
 * statement, no parameter and no value in an error's text gets there. `log_min_messages=log` leaves errors out,
 * whose texts quote values; callers get them, and tell what is fit to be told. `throw-away` is for tests alone.
 */
export function postgresSettings(port: number, durability: Durability): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: megabytes(1 / 16, 512),
    effective_cache_size: megabytes(1 / 2, 16_384),
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    // Segments that were written once are written again; each new one of 16 MB has all writers wait while it is filled with zeros.
    min_wal_size: '512MB',
    wal_compression: 'on',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    jit: 'off',
    // One question never takes all processors of a small machine from everybody else's.
    max_parallel_workers_per_gather: String(Math.max(0, Math.min(2, availableParallelism() - 2))),
    autovacuum_naptime: '15s',
    // On a small machine three at once, unthrottled, are felt by everybody who waits for an answer.
    autovacuum_max_workers: '1',
    autovacuum_vacuum_cost_delay: '10ms',
    // Looking at a quarter of the rows is enough for plans by index, and a third of the work: young tables are looked at often.
    default_statistics_target: '25',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_statement: 'none',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_min_duration_statement: '-1',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_autovacuum_min_duration: '-1',
    log_lock_waits: 'off',
    ...(durability === 'durable'
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', log_checkpoints: 'off' }),
  };
}
