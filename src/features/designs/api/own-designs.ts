import { callFunction } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';

export const myDesigns = (backend: Promise<Backend> = getBackend()) =>
  callFunction('my_designs', {}, { backend });
