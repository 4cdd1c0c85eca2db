/** Nothing may work on what the process was given; starting it again would not help. The message says what to do. */
export class ConfigurationError extends Error {
  override readonly name: string = 'MustNotStart';
}
