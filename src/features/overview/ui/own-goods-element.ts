/** Tells buyers on the page of an update what it means for their order, from what the shop knows now. */
import { stageName } from '#features/batches/model/batch-stage.ts';
import { momentWords } from '#shared/date-words.ts';
import { planWords, type BatchGoods } from '../model/own-news.ts';
import { routes } from '#routes.ts';
import { ownThings } from '../store/own-news.ts';

function sentences(goods: BatchGoods, isMoved: boolean): string {
  const { quantity, title, variantTitle, stage, eta, changeAddressUntil } = goods;
  const plan = planWords(eta);
  const now = `${quantity} × ${title}, ${variantTitle}. Status: “${stageName(stage)}”${plan === '' ? '' : `, ${plan}`}.`;
  const date = isMoved
    ? ' This update changed its ship date. Nothing else about your order changes.'
    : '';
  const isOpen = changeAddressUntil !== null && Date.parse(changeAddressUntil) > Date.now();
  const address = isOpen
    ? ` Your address can be changed until ${momentWords(changeAddressUntil)}.`
    : '';
  return `${now}${date}${address}`;
}

class OwnGoodsElement extends HTMLElement {
  connectedCallback() {
    const batches = (this.dataset['batches'] ?? '').split(' ');
    const moved = (this.dataset['moved'] ?? '').split(' ');
    ownThings.$state.subscribe((state) => {
      if (state.status !== 'ready') return;
      const own = state.value.goods.filter(({ batchId }) => batches.includes(batchId));
      this.replaceChildren(...own.flatMap((goods) => this.#tell(goods, moved)));
      this.hidden = own.length === 0;
    });
  }

  #tell(goods: BatchGoods, moved: readonly string[]): HTMLElement[] {
    const heading = document.createElement('h2');
    heading.append('Your order ');
    const link = document.createElement('a');
    link.href = routes.order(goods.orderNumber);
    link.textContent = goods.orderNumber;
    heading.append(link);
    const words = document.createElement('p');
    words.textContent = sentences(goods, moved.includes(goods.batchId));
    return [heading, words];
  }
}

customElements.define('keywright-own-goods', OwnGoodsElement);
