import { setTimeout as wait } from 'node:timers/promises';

/** What Firefox 153 lacks, and what Playwright asks of it wrongly, is put right between the two. */

interface Message {
  readonly id?: number | null;
  readonly type?: string;
  readonly method?: string;
  readonly error?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

interface Relay {
  fromPlaywright(text: string): void;
  fromBrowser(text: string): void;
}

/**
 * Playwright's `fill` assigns to `value` in the page's own world, where React watches that property and
 * takes the text for its own. The editing command does what typing does.
 */
const typeAsPeopleDo = `() => {
  const insertText = (text) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLIFrameElement) return activeElement;
    document.execCommand('insertText', false, text);
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set() {} });
}`;

/** By the browser's own clock, whatever a test has done to the page's. */
const whenDrawn = `() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
})`;

/** Of the whole browser, which each worker has for itself. */
const schemeSetting = 'layout.css.prefers-color-scheme.content-override';

/** Playwright counts its commands from 1. */
const firstOwnId = 2 ** 50;

const isWatched = /^(session\.new|emulation\.setMediaFeaturesOverride|permissions\.setPermission)$/;

export function createRelay(send: {
  toBrowser(text: string): void;
  toPlaywright(text: string): void;
}): Relay {
  const asked = new Map<number, Message>();
  const ownAnswers = new Map<number, (answer: Message) => void>();

  const ask = async (method: string, params: object): Promise<Message> =>
    new Promise((resolve) => {
      const id = firstOwnId + ownAnswers.size;
      ownAnswers.set(id, resolve);
      send.toBrowser(JSON.stringify({ id, method, params }));
    });

  /** Firefox loses a key that is pressed before the new page has been drawn. */
  const newPages = new Set<string>();
  let inputs = Promise.resolve();
  const awaitPage = async (context: string): Promise<void> => {
    if (!newPages.delete(context)) return;
    const isDrawn = ask('script.callFunction', {
      functionDeclaration: whenDrawn,
      target: { context, sandbox: 'keywright' },
      awaitPromise: true,
    });
    // A page that nobody sees may not be drawn at all.
    await Promise.race([isDrawn, wait(1000)]);
  };

  const setScheme = async (scheme: string): Promise<Message> => {
    const tree = await ask('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const [window] = (tree.result?.['contexts'] ?? []) as readonly { readonly context: string }[];
    return ask('script.evaluate', {
      expression: `Services.prefs.setIntPref('${schemeSetting}', ${scheme === 'dark' ? 0 : 1})`,
      target: { context: window?.context },
      awaitPromise: false,
    });
  };

  /** What Firefox refuses can be had in another way, or not at all. */
  const mend = async ({ method, params }: Message, refusal: Message): Promise<Message> => {
    const success = { id: refusal.id ?? 0, type: 'success', result: {} };
    if (method === 'emulation.setMediaFeaturesOverride') {
      const features = params?.['features'] as { readonly 'prefers-color-scheme'?: string };
      const answer = await setScheme(features['prefers-color-scheme'] ?? 'light');
      return answer.type === 'success' ? success : refusal;
    }
    // Firefox has no such permission; a setting of the project has given it.
    const permission = params?.['descriptor'] as { readonly name?: string } | undefined;
    return permission?.name?.startsWith('clipboard-') ? success : refusal;
  };

  const take = (message: Message, text: string): void => {
    const { id, method, params } = message;
    if (method === 'browsingContext.navigationCommitted') newPages.add(String(params?.['context']));
    const question = asked.get(id ?? 0);
    asked.delete(id ?? 0);
    if (question && message.type === 'error') {
      void mend(question, message).then((answer) => send.toPlaywright(JSON.stringify(answer)));
    } else if (method?.startsWith('browsingContext.download') && !params?.['navigation']) {
      // Playwright knows a download by what led to it; a file that the page made has its address alone.
      const named = { ...message, params: { ...params, download: params?.['url'] } };
      send.toPlaywright(JSON.stringify(named));
    } else {
      send.toPlaywright(text);
      if (question?.method !== 'session.new') return;
      void ask('script.addPreloadScript', { functionDeclaration: typeAsPeopleDo });
    }
  };

  return {
    fromPlaywright(text) {
      const message = JSON.parse(text) as Message;
      if (message.id && isWatched.test(message.method ?? '')) asked.set(message.id, message);
      if (message.method === 'input.performActions') {
        inputs = inputs
          .then(() => awaitPage(String(message.params?.['context'])))
          .then(() => send.toBrowser(text));
      } else {
        send.toBrowser(text);
      }
    },
    fromBrowser(text) {
      const message = JSON.parse(text) as Message;
      const own = ownAnswers.get(message.id ?? 0);
      if (own) own(message);
      else take(message, text);
    },
  };
}
