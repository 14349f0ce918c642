import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { checkCompany } from '#features/orders/model/company.ts';
import { checkAddress } from '#shared/address.ts';
import { succeed } from '#shared/result.ts';
import type { KeptLine } from '#features/cart/model/cart-line.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { usableMethod } from '#features/cart/model/shipping-method.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { $areRulesMissing, $countryRules } from '#features/account/store/address-book.ts';
import { $choices } from '#features/cart/store/cart-choices.ts';
import { $draft, draftKey } from '../store/checkout-draft.ts';
import { $paymentMethods } from '#features/orders/store/payment-methods.ts';
import { $placing, order, showChange } from '../store/checkout.ts';
import { $quote } from '#features/cart/store/quote.ts';
import { $session } from '#features/account/store/session.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import { AddressPart } from './AddressPart.tsx';
import { CompanyPart } from './CompanyPart.tsx';
import { ConsentPart } from './ConsentPart.tsx';
import { ContactPart } from './ContactPart.tsx';
import { GiftPart } from './GiftPart.tsx';
import { OtherCart } from './OtherCart.tsx';
import { OrderOutcome } from './OrderOutcome.tsx';
import { OrderOverview } from './OrderOverview.tsx';
import { PaymentPart } from './PaymentPart.tsx';
import { ShippingPart } from './ShippingPart.tsx';
import { draftFaults, type Faults } from './draft-faults.ts';
import styles from './checkout.module.css';

function UnreadTyping() {
  const text = useStore($setAside)[draftKey];
  if (text === undefined) return null;
  return (
    <UnreadNotice
      title="Your details could not be restored"
      text={text}
      onHide={() => hideAside(draftKey, 'sessionStorage')}
    >
      <p>The form saved in this tab was damaged. Please fill it in again.</p>
    </UnreadNotice>
  );
}

/** Everything that an order needs. All that is missing is told at once, at its field. */
export function CheckoutForm({ lines }: { readonly lines: readonly KeptLine[] }) {
  const form = useRef<HTMLFormElement>(null);
  const [wasSent, setSent] = useState(false);
  /** The quote in sight at a press that came before the shop was heard. */
  const [held, setHeld] = useState<Quote | null>(null);
  const draft = useStore($draft);
  const choices = useStore($choices);
  const quote = useStore($quote);
  const placing = useStore($placing);
  const methods = useStore($paymentMethods);
  const session = useStore($session);
  const countries = useStore($countryRules);
  const areRulesMissing = useStore($areRulesMissing);
  const rulesOf = (country: string | null) =>
    countries?.find(({ code }) => code === country) ?? null;
  const rules = rulesOf(choices.country);

  const asked = quote.quoted?.quote ?? null;
  const hasGroupBuy = asked?.lines.some((line) => line.sold_as === 'group_buy') ?? false;
  const own = session.status === 'signed-in' ? session.email : null;
  const email = draft.email === '' ? (own ?? '') : draft.email;
  const address = { ...draft.address, country: choices.country ?? '' };
  const checked = checkAddress(address, rules);
  const offered = methods.status === 'ready' ? methods.methods : null;
  const { billing } = draft.company;
  const company = draft.isCompany
    ? checkCompany(draft.company, rulesOf(billing.country))
    : succeed(null);
  const faults = draftFaults(
    { ...draft, email },
    checked,
    company,
    choices,
    asked,
    hasGroupBuy,
    offered,
  );
  const isAsked =
    quote.status === 'asking' ||
    (quote.status === 'ready' && usableMethod(quote.quoted.quote, choices.methodId) !== undefined);
  const isUncounted = isAsked && faults['method'] !== undefined;
  const isReading =
    (countries === null && !areRulesMissing) || methods.status === 'loading' || isUncounted;
  const isHeld = held !== null && isReading;
  // Nothing is called missing before somebody says that they are done and the shop has been heard.
  const told = wasSent && !isHeld ? faults : {};
  const shown: Faults = placing.status === 'refused' ? { ...placing.fields, ...told } : told;

  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    // What is still being read is not missing: the press counts once it is there.
    const isTooEarly = isReading && (isUncounted || faults['method'] === undefined);
    setHeld(isTooEarly ? asked : null);
    if (isTooEarly) return;
    if (held !== null && asked !== null && asked.total_minor !== held.total_minor) {
      showChange(held, asked);
      return;
    }
    if (Object.keys(faults).length === 0 && checked.ok && company.ok && asked !== null) {
      void order({ ...draft, email }, checked.value, company.value, asked);
      return;
    }
    // After React has marked them, the first one is where the person goes on.
    requestAnimationFrame(() => {
      const marked =
        '[aria-invalid="true"], [data-field="method"] input:not(:disabled), [data-field="payment"] input';
      form.current?.querySelector<HTMLElement>(marked)?.focus();
    });
  };
  useEffect(() => {
    if (held !== null && !isReading) form.current?.requestSubmit();
  }, [held, isReading]);
  // Nobody orders before there is a sum.
  const isCounting = asked === null && quote.status === 'asking';
  const isPlacing = isHeld || isCounting || placing.status === 'placing';
  return (
    <form
      ref={form}
      className={styles['checkout']}
      noValidate
      onSubmit={send}
      aria-busy={isPlacing}
    >
      <div className={styles['parts']}>
        <UnreadTyping />
        <OtherCart />
        <ContactPart email={email} session={session} error={shown['email']} />
        <AddressPart rules={rules} faults={shown} />
        <CompanyPart faults={shown} />
        <ShippingPart quote={quote} error={shown['method']} />
        <GiftPart error={shown['gift_note']} />
        <PaymentPart error={shown['payment']} />
        <ConsentPart hasGroupBuy={hasGroupBuy} faults={shown} />
      </div>
      <OrderOverview lines={lines} quote={quote}>
        <OrderOutcome placing={placing} />
        <Button type="submit" look="primary" wide pending={isPlacing}>
          {asked === null
            ? 'Order'
            : `Place order and pay ${formatMoney(asked.total_minor, asked.currency)}${draft.payment === 'invoice' ? ' by bank transfer' : ''}`}
        </Button>
        <p className={styles['hold']}>
          Once you order, we hold your items until the payment deadline. Items in your cart aren’t
          reserved, except offers.
        </p>
      </OrderOverview>
    </form>
  );
}
