import { myListPlaces } from '#features/lists/api/lists.ts';
import { listMyOrders } from '#features/orders/api/orders.ts';
import { myDesigns as readMyDesigns } from '#features/designs/api/own-designs.ts';
import { createResource } from '#features/account/store/resource.ts';

export const myOrders = createResource((userId) => listMyOrders(userId));
export const myPlaces = createResource(() => myListPlaces());
export const myDesigns = createResource(() => readMyDesigns());
