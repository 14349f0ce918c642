/**
 * What a press in a mail leads to: the wish is confirmed or ended at once, and said over the page
 * that it leads to. Invariant: the secret stands in no address any more when this is loaded.
 */
import { productPath, routes } from '#routes.ts';
import { answerByMail, type AnsweredFollow } from '../store/follows.ts';
import button from '#ui/styles/button.module.css';
import styles from '#ui/styles/dialog.module.css';
import { part } from '#ui/drawn-part.ts';

function key(label: string, act: () => void): HTMLButtonElement {
  const made = part('button', button['button'], label);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

/** The sheet: what happened as its title, what follows from it, what can be done. */
function openSheet() {
  const dialog = part('dialog', styles['dialog']);
  const title = part('p', styles['title']);
  title.id = 'follow-answer';
  title.setAttribute('role', 'status');
  const words = part('p', undefined);
  const foot = part('div', styles['foot']);
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.append(part('div', styles['head'], title), part('div', styles['body'], words), foot);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  return (heading: string, text: string, ...acts: readonly Node[]) => {
    title.textContent = heading;
    words.textContent = text;
    // Whatever was pressed is gone with its answer: the way out holds the focus.
    const close = key('Close', () => dialog.close());
    foot.replaceChildren(...acts, close);
    if (!dialog.open) dialog.showModal();
    close.focus();
  };
}

function wordsOf(goods: AnsweredFollow): readonly [title: string, text: string] {
  if (goods.about === 'drops') {
    return goods.is_followed
      ? [
          'You follow everything new',
          'We’ll e-mail you when something opens, once a day at most. You can unsubscribe in any e-mail.',
        ]
      : [
          'No more e-mails about new things',
          'You still get e-mails about your orders, your entries and the products that you follow.',
        ];
  }
  const { product_title: title, variant_title: variant } = goods;
  const name = variant === '' ? title : `${title}, ${variant}`;
  if (goods.about === 'stock') {
    return goods.is_followed
      ? [
          `We tell you when ${title} is back`,
          `We’ll send one e-mail when ${name} is back in stock.`,
        ]
      : ['We won’t e-mail you', `You won’t get an e-mail about ${name}.`];
  }
  return goods.is_followed
    ? [
        `You follow ${title}`,
        'We’ll e-mail you each update about it, and when sales open. You can unsubscribe in any of them.',
      ]
    : [
        `No more e-mails about ${title}`,
        'You no longer follow it. You still get e-mails about your orders and entries.',
      ];
}

function wayTo({
  product_title: title,
  product_kind: kind,
  product_url: url,
}: Exclude<AnsweredFollow, { about: 'drops' }>) {
  return [`See ${title}`, productPath({ kind, url })] as const;
}

export async function answerFollowLink(secret: string, isWanted: boolean): Promise<void> {
  const tell = openSheet();
  const ask = async (wanted: boolean) => {
    tell('One moment …', '');
    const answer = await answerByMail(secret, wanted);
    if (typeof answer === 'string') {
      return tell(
        'Something went wrong',
        answer,
        key('Try again', () => void ask(wanted)),
      );
    }
    if (answer === null) {
      return tell(
        wanted ? 'This link has already been used' : 'You don’t get these e-mails',
        wanted
          ? 'It expired after three days, or what it was for has ended. Ask again on the page where you asked.'
          : 'You had already stopped these e-mails.',
      );
    }
    const [words, href] =
      answer.about === 'drops' ? ['Visit the shop', routes.home] : wayTo(answer);
    const see = part('a', button['button'], words);
    see.href = href;
    const other = answer.is_followed ? 'Stop' : 'Follow again';
    tell(
      ...wordsOf(answer),
      see,
      key(other, () => void ask(!answer.is_followed)),
    );
  };
  await ask(isWanted);
}
