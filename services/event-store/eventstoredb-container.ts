const IMAGE = 'eventstore/eventstore:24.10.4-jammy';
const PORT = 2113;

/**
 * An EventStoreDB for tests: that of EVENTSTORE_URL, or one in a container where there is a Docker to start it; otherwise
 * why there is none.
 */
export async function startEventStoreDB(): Promise<{ url: string; stop: () => Promise<void> } | { missing: string }> {
  const named = process.env.EVENTSTORE_URL;
  if (named) return { url: named, stop: async () => undefined };
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_CLUSTER_SIZE: '1' })
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
      .start();
    const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
    return { url, stop: async () => void (await container.stop()) };
  } catch (error) {
    if (error instanceof Error && /container runtime/i.test(error.message)) {
      return { missing: 'EVENTSTORE_URL is not set and no Docker is here' };
    }
    throw error;
  }
}
