/** The configuration or database cannot be used, and a restart would not help. The message says what to do. */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError';
}
