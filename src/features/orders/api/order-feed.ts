/** It says that, and nothing of what: whoever hears it reads the order again. */
import { getBackend, type Backend } from '#shared/backend/client.ts';

/** Of every order that the signed-in person may see; gives what ends it. */
export async function followOrders(
  onEvent: () => void,
  backend: Promise<Backend> = getBackend(),
): Promise<() => void> {
  const client = await backend;
  const table = { event: 'INSERT', schema: 'public', table: 'order_events' } as const;
  const channel = client
    .channel('orders')
    .on('postgres_changes', table, onEvent)
    // After a broken line something may have been missed.
    .subscribe((status: string) => {
      if (status === 'SUBSCRIBED') onEvent();
    });
  return () => void client.removeChannel(channel);
}
