import { codeLoading } from '#ui/code-loading.ts';

/** What the first script of a page of the shop hands out. */
globalThis.codeLoading = codeLoading;
