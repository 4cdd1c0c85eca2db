import { availableParallelism, totalmem } from 'node:os';

export type Durability = 'durable' | 'throw-away';

const megabytes = (part: number, most: number): string =>
  `${Math.max(64, Math.min(most, Math.floor((totalmem() / 1024 / 1024) * part)))}MB`;

/** No statement, parameter or value in the log: `log_min_messages=log` omits errors. `throw-away`: for tests. */
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
    // Reuses WAL segments: all writers wait while a new segment of 16 MB is filled with zeros.
    min_wal_size: '512MB',
    wal_compression: 'on',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    jit: 'off',
    // One query must not use all processors of a small machine.
    max_parallel_workers_per_gather: String(Math.max(0, Math.min(2, availableParallelism() - 2))),
    autovacuum_naptime: '15s',
    // On a small machine three unthrottled autovacuum workers slow down every query.
    autovacuum_max_workers: '1',
    autovacuum_vacuum_cost_delay: '10ms',
    // A quarter of the sample is enough for index plans at a third of the cost; new tables are analysed often.
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
