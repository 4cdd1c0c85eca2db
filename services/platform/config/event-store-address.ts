/** Host names and IPv4 addresses in the client's format, each with an optional port. */
const HOST = String.raw`[\w.-]+(?::\d{1,5})?`;
const FORM = new RegExp(
  String.raw`^(?:esdb|kurrentdb)(?:\+discover)?://(?:[^:@/?]+:[^@/?]+@)?(${HOST}(?:,${HOST})*)/?(?:\?[^=&?]+=[^&?]+(?:&[^=&?]+=[^&?]+)*)?$`,
);
const isPort = (text: string | undefined): boolean =>
  text === undefined || (Number(text) >= 1 && Number(text) <= 65_535);

/** The format that `isEventStoreAddress` requires, for a message that begins with the variable's name. */
export const EVENT_STORE_ADDRESS =
  'must be an address such as esdb://host:2113?tls=false, or of a cluster esdb://one:2113,two:2113,three:2113 (also kurrentdb://, and with +discover)';

/** Scheme, optional credentials, hosts with ports, settings. A cluster's address is no URL, which has one host. */
export function isEventStoreAddress(text: string): boolean {
  const hosts = FORM.exec(text)?.[1]?.split(',');
  return hosts?.every((host) => isPort(host.split(':')[1])) ?? false;
}
