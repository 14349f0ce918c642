/**
 * The only place where the account's overview reads what other parts of the shop keep for a person:
 * orders, list places with their offers, and designs.
 */
import { myListPlaces } from '#backend/lists.ts';
import { listMyOrders } from '#backend/orders.ts';
import { myDesigns as readMyDesigns } from '#backend/own-designs.ts';
import { createResource } from './resource.ts';

export const myOrders = createResource((userId) => listMyOrders(userId));
export const myPlaces = createResource(() => myListPlaces());
export const myDesigns = createResource(() => readMyDesigns());
