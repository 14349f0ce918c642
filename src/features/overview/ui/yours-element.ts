/** Fills the strip of what is one's own on the home page, and remembers what was followed. */
import { momentWords } from '#shared/date-words.ts';
import { ownNews, type OwnNews } from '../model/own-news.ts';
import { productPath, routes } from '#routes.ts';
import { ownThings, rememberSeen, seenStates } from '../store/own-news.ts';
import { $session } from '#features/account/store/session.ts';
import badge from '#ui/styles/badge.module.css';

type Told = OwnNews & { readonly isNew: boolean };

function part(name: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

function addressOf({ at }: OwnNews): string {
  if (at === null) return routes.account;
  if ('order' in at) return routes.order(at.order);
  return productPath(at.product);
}

/** Two lines: the state as a badge with what it is about, and below when or how. */
function itemOf(news: Told): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = addressOf(news);
  link.textContent = news.title;
  link.addEventListener('click', () => rememberSeen([news]));
  const first = part('p', '');
  first.append(part('span', news.badge, `${badge['badge']} ${badge[news.tone] ?? ''}`));
  const name = part('span', '');
  name.append(link);
  first.append(name);
  const second = news.by === null ? news.words : `by ${momentWords(news.by)}`;
  item.append(first, part('p', `${news.isNew ? 'New: ' : ''}${second}`));
  return item;
}

function sentence(words: string, label: string, act: string | (() => void)): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'plain';
  const line = part('p', `${words} `);
  if (typeof act === 'string') {
    const link = document.createElement('a');
    link.href = act;
    link.textContent = label;
    line.append(link);
  } else {
    const key = part('button', label, 'again');
    key.addEventListener('click', act);
    line.append(key);
  }
  item.append(line);
  return item;
}

/** Whether the next visit begins with room for it; nobody who has nothing keeps an empty place. */
function leaveRoom(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem('keywright:yours', 'news');
    else localStorage.removeItem('keywright:yours');
  } catch {
    // A browser that stores nothing shows it over the page each time.
  }
}

class YoursElement extends HTMLElement {
  connectedCallback() {
    // Without room for it, only what is news is worth a place over the page.
    const hasRoom = !this.hidden;
    ownThings.$state.subscribe((state) => {
      if (state.status === 'ready') this.#tell(ownNews(state.value, seenStates()), hasRoom);
      if (state.status === 'failed' && hasRoom) {
        const again = () => void ownThings.reload();
        this.#show([sentence('The shop can’t be reached right now.', 'Try again', again)]);
      }
    });
    $session.subscribe((session) => {
      // Over the page it has no place for words to whoever has left: nothing of theirs stays in sight.
      if (!hasRoom && session.status === 'signed-out') this.hidden = true;
      if (!hasRoom) return;
      if (session.status === 'signed-out') {
        this.#show([sentence('You have been signed out.', 'Sign in', routes.account)]);
      }
      if (session.status === 'signed-in' && session.isSecondFactorDue) {
        this.#show([
          sentence('Enter your authenticator code to continue.', 'To your account', routes.account),
        ]);
      }
    });
  }

  #tell(news: readonly Told[], hasRoom: boolean) {
    leaveRoom(news.length > 0);
    this.dataset['known'] = news.length === 0 ? 'nothing' : 'news';
    if (!hasRoom && news.length === 0) return;
    if (!hasRoom) this.#dock();
    // What is seen here for the first time is known from now on; what changed stays until it is followed.
    rememberSeen(news.filter(({ isNew }) => !isNew));
    this.#show(
      news.length === 0
        ? [
            sentence(
              'There is nothing to do today. Your orders and raffle entries appear here.',
              'Your account',
              routes.account,
            ),
          ]
        : news.map(itemOf),
    );
  }

  /** Over the page this once, where nothing has to move for it; the next time there is room. */
  #dock() {
    if ('docked' in this.dataset) return;
    this.dataset['docked'] = '';
    this.hidden = false;
    const close = part('button', '×', 'close');
    close.setAttribute('aria-label', 'Close');
    close.addEventListener('click', () => (this.hidden = true));
    this.querySelector('.strip')?.append(close);
  }

  #show(items: readonly HTMLLIElement[]) {
    const list = this.querySelector('[data-news]');
    list?.replaceChildren(...items);
    list?.setAttribute('aria-busy', 'false');
  }
}

customElements.define('keywright-yours', YoursElement);
