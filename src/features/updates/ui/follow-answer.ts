/**
 * What a press in a mail leads to: the wish is confirmed or ended at once, and said over the page of
 * updates. Invariant: the secret stands in no address any more when this is loaded.
 */
import { productPath } from '#routes.ts';
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
  const name = goods.variantTitle === '' ? goods.title : `${goods.title}, ${goods.variantTitle}`;
  if (goods.about === 'stock') {
    return goods.isFollowed
      ? [`We tell you when ${goods.title} is back`, `One mail, once ${name} can be had again.`]
      : ['Then we don’t tell you', `No mail comes about ${name}.`];
  }
  return goods.isFollowed
    ? [
        `You follow ${goods.title}`,
        'Each update about it comes by mail from now on. Every one of them can end it.',
      ]
    : [
        `No more mails about ${goods.title}`,
        'It is ended. What you ordered or entered is told as before.',
      ];
}

export async function answerFollowLink(secret: string, isWanted: boolean): Promise<void> {
  const tell = openSheet();
  const ask = async (wanted: boolean) => {
    tell('Asking the shop …', '');
    const answer = await answerByMail(secret, wanted);
    if (typeof answer === 'string') {
      return tell(
        'That did not work',
        answer,
        key('Try again', () => void ask(wanted)),
      );
    }
    if (answer === null) {
      return tell(
        wanted ? 'This link has served' : 'You get no such mails',
        wanted
          ? 'It was not pressed within three days, or what it was for is over. Ask again on the product’s page.'
          : 'What this link was for has ended before.',
      );
    }
    const see = part('a', button['button'], `See ${answer.title}`);
    see.href = productPath(answer);
    const other = answer.isFollowed ? 'End it again' : 'Follow it after all';
    tell(
      ...wordsOf(answer),
      see,
      key(other, () => void ask(!answer.isFollowed)),
    );
  };
  await ask(isWanted);
}
