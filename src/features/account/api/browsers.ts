import { listOf, type Fields } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

/** What is kept of the account's own browsers that are told of what they follow, as it is. */
export const myBrowsers = (parts: CallParts = {}): Answer<readonly Fields[]> =>
  callFunction('my_browsers', {}, (data) => listOf(data, (row) => row), parts);
