/**
 * What the shop promises, where it says so, and what keeps it. A published sentence with a number and a unit,
 * or with words that bind the shop, is here once: `tests/unit/content/promises.test.ts` finds those that are not.
 */
export interface PublishedPromise {
  readonly promise: string;
  /** The sentences that say it, by file, as they are written there: a setting is {{key}}. */
  readonly said: { readonly [file: string]: readonly string[] };
  /** The settings that these sentences name, and no others. */
  readonly settings?: readonly string[];
  /** Where code holds a number that the sentences say in words or figures, and how it is written there. */
  readonly holds?: readonly (readonly [file: string, text: string])[];
  /** Tests of what is done about it; or nobody but people can keep it. */
  readonly kept: readonly (readonly [file: string, title: string])[] | 'by people';
  /** How it was broken before there was this table. */
  readonly once?: string;
}

export const promises: readonly PublishedPromise[] = [
  {
    promise: 'A gift has its note in the parcel, and no prices',
    said: {
      'src/features/checkout/ui/GiftPart.tsx': ['This is a gift'],
      'src/features/orders/ui/OrderDetail.tsx': ['The packing slip says that it is a gift.'],
    },
    kept: [
      [
        'tests/unit/orders/packing-slip.test.ts',
        'carry the note of a gift, and no word of one where there is none',
      ],
      [
        'tests/e2e/orders/gifts.spec.ts',
        'the note of a gift stays through a reload and lies in the parcel, without a price',
      ],
    ],
  },
  {
    promise: 'Rates of other currencies that are old, or move far, are told to the owner',
    said: {
      'src/features/currencies/desk/Currencies.tsx': ['Rates are older than 7 days'],
      'src/features/currencies/desk/RateImport.tsx': ['Changes of over 10%'],
      'supabase/schemas/80-pricing/75_currency_rates.sql': [
        'Shoppers see prices by a rate that is older than 7 days.',
      ],
    },
    holds: [
      ['src/features/currencies/model/currency-faults.ts', 'const longestDays = 7;'],
      ['src/features/currencies/model/rate-changes.ts', 'const largePercent = 10;'],
      ['supabase/schemas/80-pricing/75_currency_rates.sql', 'r.rated_on < current_date - 7'],
    ],
    kept: [
      [
        'tests/unit/currencies/rate-file.test.ts',
        'a new day with the same rate is a change, and one of over 10% is marked',
      ],
      [
        'tests/unit/currencies/rate-file.test.ts',
        'rates that shoppers see are old after seven days, not before',
      ],
      [
        'tests/database/operations/check-shop.test.ts',
        'every fault that it knows is planted above',
      ],
    ],
  },
  {
    promise: 'A customer’s photo goes as soon as they remove it',
    said: { 'src/features/photos/ui/PhotosDialog.tsx': ['We delete it at once.'] },
    holds: [
      [
        'supabase/schemas/90-operations/90_storage.sql',
        "private.is_own_photo(name, array['removed'])",
      ],
    ],
    kept: [
      [
        'tests/database/photos/remove-photo.test.ts',
        'hides a photo at once, names its files and forgets the rest once they are gone',
      ],
      [
        'tests/e2e/photos/customer-photos.spec.ts',
        'a customer sends a photo from the order, without what the camera wrote, and removes it',
      ],
    ],
  },
  {
    promise:
      'Who is owed a refund by transfer is asked for an account, told when it leaves, and the account is forgotten',
    said: {
      'src/features/orders/ui/RefundAccount.tsx': [
        'We delete it 60 days after the refund is sent.',
        'We are refunding',
        'Where should we send your refund?',
        'If we need your bank details, we ask by e-mail.',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'We will e-mail you again when the money is on its way.',
        ': where should we send your refund?',
      ],
      'supabase/schemas/75-money/rpc/read_bank_file.sql': ['Files are kept for 400 days.'],
    },
    holds: [
      [
        'supabase/schemas/90-operations/94_retention.sql',
        "'60 days', 'A transfer that comes back can be sent again",
      ],
      [
        'supabase/schemas/90-operations/94_retention.sql',
        "'400 days', 'A bank is asked about a transfer",
      ],
    ],
    kept: [
      [
        'tests/database/money/enter-refund-account.test.ts',
        'a guest is asked by one mail, whose link lets them enter it once it is typed right',
      ],
      [
        'tests/database/money/settle-bank-file.test.ts',
        'sent tells each customer once where the money went, however often and by how many it is said',
      ],
      [
        'tests/database/money/refund-account.test.ts',
        'is forgotten 60 days after it was sent, not while a refund waits, and with the account of who left',
      ],
    ],
  },
  {
    promise: 'A bank file is executed on a day from today to 60 days from now',
    said: {
      'src/features/orders/desk/money/BankRefunds.tsx': ['Choose a day from today on.'],
      'supabase/schemas/75-money/rpc/make_bank_file.sql': [
        'Choose a day from today to 60 days from now.',
      ],
    },
    kept: [
      [
        'tests/database/money/make-bank-file.test.ts',
        'refuses all for one that no file can hold, and says which and why',
      ],
    ],
  },
  {
    promise: 'Keys of payment providers stay with the functions',
    said: { 'src/features/orders/desk/money/PaymentMethods.tsx': ['They are never shown here.'] },
    kept: [
      [
        'tests/unit/functions/payment-settings.test.ts',
        'an owner learns which keys are set, and none of them',
      ],
    ],
  },
  {
    promise: 'A cancelled group buy order is refunded by how far its batch is',
    said: {
      'src/features/catalogue/model/sale-terms.ts': ['with a full refund'],
      'src/features/orders/ui/WaysBack.tsx': ['The batch is so late that we keep nothing.'],
      'supabase/seed.sql': [
        'They say how long you can cancel for a full refund, and what we refund after that.',
        'Cancel on the order page and we refund {{percent_refund_before_closing}}.',
        'Cancel on the order page and we refund {{percent_refund_before_production}}.',
        '**Once production has started:** no, unless we are more than {{months_delay_full_refund}} months later than first promised.',
        'Then cancel on the order page and we refund everything.',
        'The terms now state how much we refund when you cancel.',
        'You can cancel for a full refund if a delay exceeds six months.',
      ],
      'supabase/starter.sql': [
        'A delay beyond the original ETA by this much gives the right to cancel for a full refund.',
        'You can cancel free of charge until the batch closes, at a small cost until production starts, and after that only if we are very late.',
        'A full refund until closing, most of it until production starts, and a full refund if we are more than {{months_delay_full_refund}} months late.',
        '3.1 How much we refund when you cancel a group buy order depends on when you cancel:',
        'until the batch closes | {{percent_refund_before_closing}}',
        'after closing, before production starts | {{percent_refund_before_production}}',
        'after production has started | {{percent_refund_in_production}}',
        '3.2 If the goods have not shipped within {{months_delay_full_refund}} months after the month first promised, you can cancel for a full refund until they ship, on your order page.',
      ],
    },
    settings: [
      'percent_refund_before_closing',
      'percent_refund_before_production',
      'months_delay_full_refund',
      'percent_refund_in_production',
    ],
    holds: [['supabase/starter.sql', "('months_delay_full_refund', 6,"]],
    kept: [
      [
        'tests/database/orders/cancel-order.test.ts',
        'after closing a customer is told what is kept, pays no more than that, and is owed the rest',
      ],
      [
        'tests/database/orders/cancel-order.test.ts',
        'far too late a customer gets everything back, also in production',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'what the terms say of cancelling is what the settings say, whatever they are',
      ],
    ],
    once: 'Whoever cancelled after closing was refused, in production and after any delay too.',
  },
  {
    promise: 'A batch or kit that misses its minimum is dropped and refunded',
    said: {
      'supabase/functions/_shared/mail/kinds/batch-mails.ts': [
        'You don’t need to do anything: we are refunding',
      ],
      'supabase/seed.sql': [
        'If we are still short when the window closes, everyone gets a full refund within {{days_to_refund}} days.',
        'We refund everything within {{days_to_refund}} days, to the account you paid from.',
        'If only one kit misses its minimum, we refund that kit, and the rest of your order stays.',
        'If we don’t reach a hundred by the end, everyone gets a full refund.',
        'If the whole batch misses its minimum, it is dropped and everyone gets a full refund within {{days_to_refund}} days, to the account they paid from.',
        'If it is not made, you get a full refund.',
        'If it does not, we refund them within {{days_to_refund}} days.',
      ],
      'supabase/starter.sql': ['We refund its price in full within {{days_to_refund}} days.'],
    },
    settings: ['days_to_refund'],
    kept: [
      [
        'tests/database/production/close-batch.test.ts',
        'drops a kit under its minimum, owes its buyers that line, and the order stays',
      ],
      [
        'tests/database/production/close-batch.test.ts',
        'a kit without which the others make no set takes all with it, postage included',
      ],
    ],
  },
  {
    promise:
      'A refund is made within the days of the setting, and staff are reminded when one is late',
    said: {
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'We are refunding it.',
        'We are refunding',
        'We are refunding what you paid.',
      ],
      'supabase/schemas/90-operations/rpc/check_shop.sql': [
        'A refund was recorded over three days ago, but the payment provider has not reported it.',
        'We keep asking: don’t send it another way.',
        'A return has waited for an answer for more than three days.',
        'A refund has been due for more than three days.',
        'A refund is in a bank file that nobody marked as sent for more than three days.',
        'A refund by bank transfer has waited for more than three days.',
      ],
      'supabase/starter.sql': [
        '3.3 We make refunds to the account you paid from, within {{days_to_refund}} days after we have told you about them.',
      ],
    },
    settings: ['days_to_refund'],
    holds: [
      [
        'supabase/schemas/90-operations/rpc/check_shop.sql',
        "o.updated_at < now() - interval '3 days'",
      ],
      [
        'supabase/schemas/90-operations/rpc/check_shop.sql',
        "r.asked_at < now() - interval '3 days'",
      ],
      [
        'supabase/schemas/90-operations/rpc/check_shop.sql',
        "b.created_at < now() - interval '3 days'",
      ],
    ],
    kept: [
      [
        'tests/database/operations/check-shop.test.ts',
        'every fault that it knows is planted above',
      ],
      [
        'tests/database/orders/move-return.test.ts',
        'agreed, received, settled: the money goes back, the knobs onto the shelf, each step in a mail',
      ],
    ],
  },
  {
    promise: 'Everyone pays the tier that is reached when orders close',
    said: {
      'src/features/catalogue/desk/batches/CloseDialog.tsx': [
        'It settles automatically within an hour of that time.',
      ],
      'supabase/functions/_shared/mail/kinds/batch-mails.ts': [
        'reached a better price: we refund the difference.',
      ],
      'supabase/schemas/20-production/83_batch_closing.sql': [': we refund the difference.'],
      'supabase/seed.sql': [
        'If you paid more, we refund the difference before production starts.',
        'If you ordered early and paid more, we refund the difference before production starts.',
      ],
      'supabase/starter.sql': [
        'If you paid more, we refund the difference before production starts.',
      ],
    },
    kept: [
      [
        'tests/database/production/close-batch.test.ts',
        'makes the reached tier the price of all, and owes early buyers the difference',
      ],
      [
        'tests/database/production/close-batch.test.ts',
        'settles once, after the window, for the owner alone; the job does the same',
      ],
    ],
  },
  {
    promise: 'Money of an open group buy lies in an account of its own',
    said: {
      'src/content/fixed-pages.ts': [
        'Who runs Keywright, where we keep your money until a batch is certain, and how well past batches kept their dates.',
      ],
      'supabase/seed.sql': [
        'We keep group buy payments in a separate account until the minimum is met.',
        'We keep payments for an open group buy in an account that we can’t spend from.',
      ],
      'supabase/starter.sql': [
        '2.3 **Your money.** Until the batch has closed with its minimum reached, we keep payments in a separate account and do not use them.',
      ],
    },
    kept: 'by people',
  },
  {
    promise: 'A preorder can be cancelled until it is packed',
    said: {
      'src/features/catalogue/model/sale-terms.ts': ['Full refund until it is packed.'],
      'supabase/seed.sql': [
        'You pay now at a fixed price, and you can cancel until your parcel is packed.',
        'You can cancel until they are packed.',
        'Preorders cost the same, and you can cancel until your parcel is packed.',
      ],
      'supabase/starter.sql': ['You may cancel it for a full refund until it is packed.'],
    },
    kept: [
      [
        'tests/database/orders/ways-back.test.ts',
        'is told to its customer, a guest with a secret of it, and staff, and to nobody else',
      ],
      ['tests/database/orders/ways-back.test.ts', 'a packed order'],
    ],
  },
  {
    promise: 'Goods from stock can be returned for days that the setting says',
    said: {
      'src/features/catalogue/model/sale-terms.ts': ['days to return it.'],
      'src/features/orders/model/returns.ts': ['You can return it once it has shipped.'],
      'supabase/schemas/70-orders/rpc/ask_return.sql': ['You can return it once it has shipped.'],
      'supabase/seed.sql': [
        'You can return in-stock items within {{days_to_return}} days, unused and without giving a reason.',
        'Ordinary shopping, with fourteen days to change your mind.',
        '2.2 They can be returned within {{days_to_return}} days after arrival, unused.',
      ],
      'supabase/starter.sql': [
        'Ordinary shopping: it ships within days, and you have {{days_to_return}} days to return it.',
        '4.2 You may return them within {{days_to_return}} days after arrival without a reason, unused and complete.',
        'You have {{days_to_return}} days from when your goods arrive to change your mind, without a reason.',
        '1.1 You have the right to withdraw from a contract with us within {{days_to_return}} days without giving any reason.',
        '1.2 The period ends {{days_to_return}} days after you, or someone you named who is not the carrier, received the goods.',
      ],
    },
    settings: ['days_to_return'],
    holds: [['supabase/starter.sql', "('days_to_return', 14,"]],
    kept: [
      [
        'tests/database/orders/ask-return.test.ts',
        'after its time a withdrawal is refused, and a fault is not',
      ],
      [
        'tests/unit/catalogue/sale-terms.test.ts',
        'each way in which kits of one product are sold has terms of its own',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'goods can be returned for as many days as the setting says',
      ],
    ],
  },
  {
    promise:
      'A withdrawal is confirmed by e-mail and brings the price and the postage, up to the cheapest method',
    said: {
      'src/content/fixed-pages.ts': [
        'How to withdraw from an order within the withdrawal period, what we refund, and the model form.',
      ],
      'src/features/orders/ui/withdrawal-element.ts': [
        'Nothing in it can be returned by itself, so we answer by e-mail.',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'We will write to you about how to send the items back.',
        'We will e-mail you when we refund it.',
      ],
      'supabase/starter.sql': [
        'We refund the price, and the original postage up to the cost of our cheapest method.',
        '3.1 If you withdraw, we refund all payments we received from you, including postage.',
      ],
    },
    kept: [
      [
        'tests/database/orders/ask-return.test.ts',
        'a withdrawal is noted with what it brings and confirmed by a mail with its time',
      ],
      [
        'tests/database/orders/ask-return.test.ts',
        'the whole brings the postage too, up to the cheapest method; a part brings none',
      ],
      [
        'tests/database/orders/declare-withdrawal.test.ts',
        'what has not shipped has not to be sent back, and stays here until staff have settled it',
      ],
    ],
    once: 'Whoever withdrew before the parcel left was asked to send it back, and it could leave all the same.',
  },
  {
    promise: 'Days that the law gives after a withdrawal: the setting for refunds is not longer',
    said: {
      'supabase/starter.sql': [
        'We refund the price and standard postage within 14 days.',
        'We do this without delay, at the latest 14 days after you told us, by the payment method you used, and at no cost to you.',
        '3.3 Send the goods back without delay, at the latest 14 days after you told us, to [fill in: address for returns].',
      ],
    },
    holds: [['supabase/starter.sql', "('days_to_refund', 10,"]],
    kept: [
      ['tests/database/operations/promises.test.ts', 'refunds are due before the law wants them'],
    ],
  },
  {
    promise:
      'What fails within the warranty can be reported, and is repaired, replaced or refunded',
    said: {
      'src/features/orders/ui/GiveBack.tsx': [
        'We answer by e-mail: we repair it, replace it or refund it.',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': ['We will answer by e-mail.'],
      'supabase/seed.sql': [
        'We repair, replace or refund it.',
        'If something fails in normal use, the warranty covers it for {{months_of_warranty}} months.',
      ],
      'supabase/starter.sql': [
        'How long we repair or replace what fails in normal use.',
        'If something breaks in normal use within {{months_of_warranty}} months, we put it right.',
        '10.1 For {{months_of_warranty}} months after arrival, we repair or replace items that fail in normal use.',
        'If neither is possible, we refund them.',
      ],
    },
    settings: ['months_of_warranty'],
    kept: [
      [
        'tests/database/orders/ask-return.test.ts',
        'after its time a withdrawal is refused, and a fault is not',
      ],
      [
        'tests/e2e/orders/ways-back.spec.ts',
        'a fault is reported with words and photographs, and a lost connection keeps both',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'a fault can be reported for as many months as the setting says',
      ],
    ],
  },
  {
    promise: 'Damage is told with a picture, spare parts are kept, faulty parts are replaced',
    said: {
      'supabase/seed.sql': [
        'We keep PCBs for repairs.',
        'We stock them for at least five years after the last board of a batch has shipped.',
        'If yours does, write to us and we will send you new feet.',
        'If you can see a mark that way on the outside, it is a fault and we replace the part.',
        'Yes, for at least five years after the last board of a batch has shipped.',
      ],
      'supabase/starter.sql': ['Report damage as soon as you can, with a picture.'],
    },
    kept: 'by people',
  },
  {
    promise: 'An unpaid order holds its goods until it has to be paid, and then lets them go',
    said: {
      'src/features/checkout/ui/CheckoutForm.tsx': [
        'Once you order, we hold your items until the payment deadline.',
      ],
      'src/features/checkout/ui/PlacedOrderView.tsx': ['We hold your items until then.'],
      'src/features/orders/ui/ConfirmNote.tsx': ['Once you confirm, we hold your items until'],
      'src/features/orders/ui/OrderActions.tsx': ['We hold your items until then.'],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'It was not paid in full by',
        'We’ll hold items from stock for you until then.',
        'and we will hold your order until',
        'and we will hold it until',
      ],
      'supabase/seed.sql': [
        'We hold the items for {{hours_to_pay}} hours; if you haven’t paid by then, the order expires.',
      ],
      'supabase/starter.sql': [
        '4.4 We hold the goods of an unpaid order for {{hours_to_pay}} hours.',
      ],
    },
    settings: ['hours_to_pay'],
    kept: [
      [
        'tests/database/orders/place-order.test.ts',
        'an order that was not paid in time gives its goods to the next, swept or not',
      ],
      [
        'tests/database/orders/confirm-order.test.ts',
        'holds its goods for half an hour, and to the day to pay by once its mail was opened',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'an order is held for as long as the settings say',
      ],
    ],
  },
  {
    promise:
      'An order without an account is confirmed or paid within minutes, or its goods go back on sale',
    said: {
      'src/features/orders/ui/ConfirmNote.tsx': [
        'If you have other unconfirmed orders, confirm those first: we send one link at a time.',
      ],
      'supabase/seed.sql': [
        'If you order without an account, pay or open the link in our e-mail within {{minutes_to_confirm}} minutes, or we release the items.',
        'Not for buying: your e-mail address is enough, and we send you a link to your order.',
      ],
      'supabase/starter.sql': [
        'If you order without an account, you have {{minutes_to_confirm}} minutes to confirm your e-mail address or pay.',
      ],
    },
    settings: ['minutes_to_confirm'],
    kept: [
      [
        'tests/database/orders/confirm-order.test.ts',
        'holds its goods for half an hour, and to the day to pay by once its mail was opened',
      ],
      [
        'tests/database/orders/confirm-order.test.ts',
        'sixty orders in one name are one mail, without a word of the sender',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'an order is held for as long as the settings say',
      ],
    ],
  },
  {
    promise:
      'A payment that comes too late is used where the goods are still there, and refunded otherwise',
    said: { 'supabase/seed.sql': ['Otherwise we refund it.'] },
    kept: [
      [
        'tests/database/money/apply-payment-event.test.ts',
        'a late payment is honoured while its goods are there',
      ],
      ['tests/database/money/apply-payment-event.test.ts', 'and owed back once they are gone'],
    ],
  },
  {
    promise: 'Nobody keeps goods from others with many unpaid orders',
    said: {
      'supabase/schemas/70-orders/89_order_confirming.sql': ['Pay for one, or wait ten minutes.'],
      'supabase/starter.sql': [
        'How many orders one visitor can place in ten minutes without paying.',
      ],
    },
    holds: [['supabase/schemas/70-orders/89_order_confirming.sql', "interval '10 minutes'"]],
    kept: [
      [
        'tests/database/orders/confirm-order.test.ts',
        'many unpaid orders from one address are refused, from others not',
      ],
    ],
  },
  {
    promise: 'Who pays by bank transfer finds the bank details in the mail and on the order page',
    said: {
      'src/features/checkout/ui/PlacedOrderView.tsx': [
        'The bank details below are also in our e-mail and on your order page.',
      ],
      'src/features/orders/desk/money/BankAccounts.tsx': [
        'Without an account, bank transfer is no longer offered, and unpaid orders show no bank details.',
      ],
      'src/features/orders/ui/TransferDetails.tsx': [
        'Our bank details are missing at the moment.',
        'Reply to our e-mail about this order and we will send them.',
        'The bank details could not be loaded.',
        'Loading the bank details …',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'The bank details are below and on the order page.',
        'The bank details are on the order page.',
      ],
      'supabase/schemas/90-operations/rpc/check_shop.sql': [
        'Nobody can choose it, and unpaid orders can’t show bank details.',
      ],
    },
    kept: [
      [
        'tests/unit/functions/mail.test.ts',
        'that asks for a transfer says all that a bank asks for, and no other does',
      ],
      [
        'tests/database/money/bank-accounts.test.ts',
        'stands in the mails that ask for money, and in no others',
      ],
      [
        'tests/database/money/bank-accounts.test.ts',
        'is what a transfer needs: without one it is neither shown nor taken',
      ],
      [
        'tests/unit/orders/bank-account.test.ts',
        'is told with what a transfer needs, and copied as a bank takes it',
      ],
    ],
    once: 'Mails and pages spoke of bank details and of an invoice that nobody sent.',
  },
  {
    promise:
      'The invoice is a PDF on the order page once the order is paid, a credit note after a refund',
    said: {
      'src/features/orders/ui/OrderDocuments.tsx': [
        'Your invoice appears here as a PDF as soon as the payment has arrived.',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'Invoices and credit notes of this order are on the order page, as PDFs.',
        'Your invoice is on the order page, as a PDF.',
      ],
      'supabase/schemas/75-money/89_documents.sql': [
        'A document that was issued is never changed.',
      ],
      'supabase/seed.sql': ['Yes, as a PDF on the order page as soon as the payment has arrived.'],
    },
    kept: [
      [
        'tests/database/money/documents.test.ts',
        'one is issued with the payment, over what the order costs, to the cent',
      ],
      [
        'tests/backend/orders/documents.test.ts',
        'makes a PDF/A-3 that says what lies in it, with every face inside',
      ],
      [
        'tests/e2e/orders/documents.spec.ts',
        'a guest finds the invoice on the order page once it is paid, and a credit note after a refund',
      ],
      [
        'tests/unit/functions/mail.test.ts',
        'of no kind promises an invoice, but of a payment or a refund where there is one',
      ],
      [
        'tests/database/operations/mail-secrets.test.ts',
        'are in every mail about a guest’s order, which shows the whole of it, and in none about an account’s',
      ],
      [
        'tests/database/money/documents.test.ts',
        'nobody changes, removes or writes one, not even the database itself',
      ],
    ],
    once: 'There was no PDF, and the print had no number, seller or VAT.',
  },
  {
    promise:
      'Parcels ship on their own, each with its postage, or all together where the buyer wants that',
    said: {
      'src/features/cart/ui/TogetherChoice.tsx': [
        'It is worth more than the limit up to which we collect your tax, so you pay import tax on delivery',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'We send everything in one parcel once the last part is ready',
        'You can follow your order on the order page, and we’ll e-mail you when something changes.',
      ],
      'supabase/seed.sql': [
        'We e-mail you a tracking number when yours ships.',
        'We e-mail you a tracking number when yours ships, and your order page shows it too.',
        'You choose: we send each part when it is ready, with its own postage, or everything together once the last part is ready.',
      ],
    },
    kept: [
      [
        'tests/database/orders/sent-together.test.ts',
        'is neither packed nor shipped before its last part is ready',
      ],
      [
        'tests/database/orders/sent-together.test.ts',
        'names no saving where one parcel is taxed by customs and several are not',
      ],
      [
        'tests/e2e/orders/buying-story.spec.ts',
        'buys all kinds of things, follows them home, and calls another order off',
      ],
      [
        'tests/database/orders/ship-parcels.test.ts',
        'an order is shipped when its last parcel has left, with a mail for each',
      ],
    ],
  },
  {
    promise: 'Winners and offers have the hours of the settings, and a little longer in the cart',
    said: {
      'src/features/lists/desk/OfferRow.tsx': ['One more day', 'One more day for rank'],
      'src/features/lists/desk/OffersCard.tsx': ['hours to accept.', 'Enter 1 to 168 hours.'],
      'src/features/lists/model/list-faults.ts': ['Enter 1 to 168 hours.'],
      'src/features/lists/model/list-words.ts': ['hours to order.', 'hours to pay.'],
      'supabase/functions/_shared/mail/kinds/list-mails.ts': [
        'hours to buy.',
        'We’ll e-mail you when it is your turn.',
      ],
      'supabase/schemas/60-lists/rpc/extend_offer.sql': [
        'Choose a later deadline, at most seven days from now.',
      ],
      'supabase/schemas/60-lists/rpc/offer_next.sql': [
        'An offer can last from one hour to seven days.',
        'The terms give winners of a raffle %s hours to pay.',
      ],
      'supabase/schemas/60-lists/rpc/open_list.sql': [
        'The terms give winners of a raffle %s hours to pay.',
      ],
      'supabase/seed.sql': [
        'If you add it to your cart just before it expires, you have {{minutes_cart_hold}} more minutes.',
        'You pay only if you win, within {{hours_to_pay_raffle}} hours.',
        'When it is your turn, you get an offer with a deadline.',
      ],
      'supabase/starter.sql': [
        '5.4 A winner has {{hours_to_pay_raffle}} hours to order and pay.',
        'Whoever puts the item into the cart or orders it shortly before they end has {{minutes_cart_hold}} minutes from then.',
        '**You pay only if you win**, within {{hours_to_pay_raffle}} hours.',
      ],
    },
    settings: ['minutes_cart_hold', 'hours_to_pay_raffle'],
    holds: [
      ['supabase/schemas/60-lists/rpc/offer_next.sql', "interval '1 hour' and interval '7 days'"],
      ['supabase/schemas/60-lists/rpc/extend_offer.sql', "interval '7 days'"],
    ],
    kept: [
      [
        'tests/database/lists/pay-for-win.test.ts',
        'no raffle opens and no round of one is offered with fewer hours than the terms give',
      ],
      [
        'tests/database/lists/accept-offer.test.ts',
        'taken up in the last minute it still holds long enough for the checkout, and never longer by asking again',
      ],
      [
        'tests/database/lists/extend-offer.test.ts',
        'gives more time, at most seven days, and never less',
      ],
      [
        'tests/database/lists/offer-next.test.ts',
        'an offer holds as long as it was given, and as the list says when nothing was',
      ],
    ],
  },
  {
    promise: 'Offers are made in the order in which people joined',
    said: {
      'supabase/seed.sql': [
        'We offer them in the order of the waiting list on this page.',
        'Join the waiting list: we make offers in the order in which people joined.',
        'We make offers in the order in which people joined.',
        'The waiting list is open: we make offers in the order in which people joined.',
      ],
      'supabase/starter.sql': [
        '6.1 We make offers in the order in which people joined the waiting list.',
      ],
    },
    kept: [
      [
        'tests/database/lists/offer-next.test.ts',
        'a waiting list serves three batches in the order of arrival',
      ],
    ],
  },
  {
    promise: 'After unpaid wins an account is paused for raffles',
    said: {
      'supabase/seed.sql': [
        'After {{strikes_until_pause}} unpaid wins, your account can’t enter raffles for {{months_of_pause}} months.',
      ],
      'supabase/starter.sql': [
        '5.5 After {{strikes_until_pause}} unpaid wins, an account can’t enter raffles for {{months_of_pause}} months.',
        'After {{strikes_until_pause}} unpaid wins, you can’t enter raffles for {{months_of_pause}} months.',
      ],
    },
    settings: ['strikes_until_pause', 'months_of_pause'],
    kept: [
      [
        'tests/database/lists/my-list-places.test.ts',
        'two lapsed wins pause raffles, and the pause ends',
      ],
    ],
  },
  {
    promise: 'A raffle is drawn once, from published entries, and can be checked by anyone',
    said: {
      'supabase/seed.sql': [
        'You can check it yourself: the entries, their hash, the round and the ranking are all here.',
        'You can check it yourself.',
        'When a raffle opens, we announce which of these numbers will decide: one that is drawn after the raffle closes.',
        'At closing, we publish all entries, as numbers without names, and a fingerprint of that list.',
      ],
      'supabase/starter.sql': [
        'There is never a second draw.',
        'Entries are published as numbers, never with names.',
        'We publish the entries of a raffle as numbers without names, so that anyone can check the draw.',
        'You can check it yourself.',
      ],
    },
    kept: [
      ['tests/database/lists/draw-list.test.ts', 'ranks all entries as anyone can recompute'],
      [
        'tests/database/lists/draw-list.test.ts',
        'happens once: every role that tries again is refused, and the try stays on record',
      ],
      [
        'tests/database/lists/draw-list.test.ts',
        'not with a round that was known when the entries were frozen',
      ],
    ],
  },
  {
    promise: 'What is left once every order has shipped is sold as extras',
    said: {
      'src/features/catalogue/desk/batches/ExtrasDialog.tsx': [
        'What is left once every order is packed.',
      ],
      'src/features/storefront/product/BuyBox.astro': [
        'We will sell extras here once every order has shipped,',
      ],
      'supabase/seed.sql': [
        'We will sell the few sets that are left once the last parcel has arrived.',
      ],
    },
    kept: [
      [
        'tests/database/production/open-extras.test.ts',
        'sells what was made and is left, counted and at its own price, and nothing else',
      ],
    ],
  },
  {
    promise: 'A design is made by a sheet that lists every cap',
    said: {
      'supabase/seed.sql': [
        '**How it works.** Your design is locked when you order, and we send the maker a production sheet that lists every cap with its colour code.',
      ],
    },
    kept: [
      [
        'tests/database/designs/design-sheet.test.ts',
        'tells the maker everything of the line and nothing of who ordered',
      ],
    ],
  },
  {
    promise: 'Who voted is told when it becomes a group buy',
    said: {
      'supabase/seed.sql': ['At 60 votes we plan a group buy, and we e-mail everyone who voted.'],
    },
    kept: [
      [
        'tests/database/production/start-group-buy.test.ts',
        'one story: a check becomes a group buy, reaches a tier, closes with a kit failed, slips twice, ships and sells extras',
      ],
    ],
  },
  {
    promise: 'Every order needs the base of a set',
    said: { 'src/features/catalogue/desk/product-fields.ts': ['Every order needs it'] },
    kept: [
      [
        'tests/database/cart/needed-kits.test.ts',
        'a part is not sold without the kit that every order needs',
      ],
    ],
    once: 'Parts were sold without the base.',
  },
  {
    promise: 'An order can be transferred until its address is locked, for the fee of the setting',
    said: {
      'src/features/orders/ui/PassOn.tsx': ['We e-mail them.'],
      'supabase/schemas/70-orders/rpc/offer_transfer.sql': ['You can do this five times a day.'],
      'supabase/seed.sql': ['The fee is {{percent_transfer_fee}} of the order.'],
      'supabase/starter.sql': ['The fee is {{percent_transfer_fee}} of the order.'],
    },
    settings: ['percent_transfer_fee'],
    kept: [
      [
        'tests/database/orders/offer-transfer.test.ts',
        'only its owner offers, and only what the terms let go',
      ],
      [
        'tests/database/orders/offer-transfer.test.ts',
        'is a mail to a stranger, so that five a day are the most',
      ],
      [
        'tests/database/orders/offer-transfer.test.ts',
        'asks one mailbox, tells it by mail, and takes the question back',
      ],
    ],
  },
  {
    promise: 'Buyers are told before their addresses are locked, by the hours of the setting',
    said: {
      'supabase/seed.sql': ['We e-mail you {{hours_address_lock_notice}} hours before that.'],
      'supabase/starter.sql': [
        'How long before addresses of a batch are locked we e-mail its buyers.',
      ],
    },
    settings: ['hours_address_lock_notice'],
    kept: [
      [
        'tests/database/shipping/set-address-lock.test.ts',
        'each buyer with an open order is told once, however often and at once it runs',
      ],
      ['tests/database/shipping/set-address-lock.test.ts', 'the setting says how long before'],
    ],
  },
  {
    promise: 'Running batches have news at least every few weeks, and staff are reminded',
    said: {
      'supabase/starter.sql': [
        'How often we write',
        'While a batch is being made, we aim to post news at least every {{weeks_before_silence}} weeks.',
      ],
    },
    settings: ['weeks_before_silence'],
    kept: [
      [
        'tests/database/operations/check-shop.test.ts',
        'every fault that it knows is planted above',
      ],
    ],
  },
  {
    promise:
      'A date that changes is told to buyers with both dates, and dates are as exact as they are planned',
    said: {
      'src/features/storefront/updates/UpdatesPage.astro': ['How well we keep our dates'],
      'supabase/seed.sql': [
        'We count that as late, and the product page says so.',
        'We e-mail it to you.',
        'The dates below show how well we keep to it.',
      ],
    },
    kept: [
      [
        'tests/database/production/send-update.test.ts',
        'tells exactly the buyers of its batches, each once, and moves the ETA',
      ],
      ['tests/unit/orders/eta.test.ts', 'nobody says the date of a plan without how exact it is'],
      [
        'tests/unit/orders/eta.test.ts',
        'a parcel leaves when its batch plans it now, and as exactly as that is known',
      ],
    ],
    once: 'A quarter was told as its first day.',
  },
  {
    promise: 'A link of a mail lets its reader change an order for a day; links are few',
    said: {
      'src/features/orders/ui/LinkByMail.tsx': [
        'Open it within 24 hours.',
        'A link lets you change an order for one day.',
      ],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'With the button you can change or cancel the order for one day, or longer while it is not paid.',
      ],
      'supabase/schemas/70-orders/rpc/send_order_link.sql': ['We send at most three links a day.'],
    },
    holds: [
      ['supabase/schemas/70-orders/72_order_secrets.sql', "interval '24 hours'"],
      ['supabase/schemas/70-orders/rpc/send_order_link.sql', "interval '24 hours'"],
    ],
    kept: [
      [
        'tests/database/orders/send-order-link.test.ts',
        'they agree to nothing once they are old, nor while somebody of the shop holds them',
      ],
      [
        'tests/database/orders/send-order-link.test.ts',
        'mails a secret that changes the order, to the mailbox of the order, three times a day',
      ],
    ],
  },
  {
    promise: 'Links and codes of sign-in mails work once, within an hour',
    said: {
      'src/features/account/store/auth-failure.ts': ['Codes and links work once, for an hour.'],
      'src/features/account/ui/sign-in/ForgottenStep.tsx': [
        'We’ll e-mail you a link and a code: use either.',
      ],
      'src/features/account/ui/sign-in/InvitationStep.tsx': ['It works for an hour.'],
      'src/features/account/ui/sign-in/LinkFailedStep.tsx': [
        'The link was already used, is over an hour old, or was opened in a different browser.',
      ],
      'supabase/templates/auth/magic-link.html': ['It works once, within one hour.'],
      'supabase/templates/auth/magic-link.txt': ['It works once, within one hour.'],
      'supabase/templates/auth/recovery.html': ['The link works once, within one hour.'],
      'supabase/templates/auth/recovery.txt': ['The link works once, within one hour.'],
    },
    holds: [['supabase/config.toml', 'otp_expiry = 3600']],
    kept: [
      ['tests/backend/auth/auth-mail-links.test.ts', 'codes and links run out'],
      [
        'tests/backend/auth/auth-mail-links.test.ts',
        'of forty tries with one code or link at once, one opens a session',
      ],
    ],
  },
  {
    promise:
      'Following a product starts with a confirmation within three days, and ends when asked',
    said: {
      'src/features/updates/ui/follow-answer.ts': [
        'It expired after three days, or what it was for has ended.',
        'We’ll e-mail you each update about it, and when sales open.',
        'We’ll send one e-mail when',
        'We tell you when',
      ],
      'src/features/updates/ui/follow-element.ts': [
        'and we’ll tell you when it is back',
        'We’ll e-mail you each update, and when sales open.',
        'We’ll e-mail you when it is back.',
      ],
      'src/features/updates/ui/follow-form.ts': ['We’ll send one e-mail to confirm your address.'],
      'supabase/functions/_shared/mail/kinds/follow-mails.ts': [
        'Shall we tell you when',
        'Shall we e-mail you when it is back:',
      ],
      'supabase/schemas/20-production/rpc/answer_follow.sql': [
        'This link has expired: it was already used or not confirmed within three days.',
      ],
      'supabase/starter.sql': [
        '4.2 If you follow a product, or everything new, we store your e-mail address.',
        'We write only once you have confirmed it, and every e-mail has a link that ends it.',
      ],
    },
    holds: [
      ['supabase/schemas/20-production/84_follows.sql', "interval '3 days'"],
      ['supabase/schemas/90-operations/94_retention.sql', "'confirmed_at is null', '3 days'"],
    ],
    kept: [
      [
        'tests/database/production/answer-follow.test.ts',
        'confirms and ends one wish by the secret of its mail, however often it is pressed',
      ],
      [
        'tests/database/production/follow-product.test.ts',
        'mails each new update once to those whose mailbox has said yes, and to no one else',
      ],
      [
        'tests/database/production/follow-product.test.ts',
        'tells once that goods are back, first those who asked first, and few for each piece',
      ],
    ],
  },
  {
    promise: 'A browser tells what followers are mailed, without an address, until a press ends it',
    said: {
      'src/features/updates/ui/notices-key.ts': [
        'This browser tells you what is new, once a day at most.',
      ],
      'supabase/starter.sql': [
        'For that we store where your browser’s push service takes them, your browser’s key, its language, what you follow there and, if you are signed in, your account.',
      ],
    },
    holds: [
      [
        'supabase/schemas/90-operations/94_retention.sql',
        "'browsers', 'private.browsers', 'seen_at', 'true', '400 days'",
      ],
    ],
    kept: [
      [
        'tests/database/production/unfollow-in-browser.test.ts',
        'ends by its push address alone what a browser follows without an account or address',
      ],
      [
        'tests/database/production/follow-in-browser.test.ts',
        'tells of what is new as the mails do: once a day, and of what opens to whoever follows its product',
      ],
      [
        'tests/unit/functions/notices.test.ts',
        'is read by its browser alone, and each is sealed anew',
      ],
    ],
  },
  {
    promise:
      'Whoever follows everything new gets one e-mail a day at most, and ends it with one press',
    said: {
      'src/features/overview/ui/FollowsCard.tsx': ['One e-mail a day at most'],
      'src/features/overview/ui/NotificationsCard.tsx': [
        'When we announce a product or open a group buy, a raffle or a list: one e-mail a day at most.',
      ],
      'src/features/storefront/follow/FollowPage.astro': [
        'We’ll send one e-mail to confirm your address.',
        'One e-mail when something opens, and one a day at most.',
      ],
      'src/features/storefront/home/HomePage.astro': [
        'One e-mail a day at most, and none when nothing is new.',
      ],
      'src/features/updates/ui/follow-answer.ts': [
        'We’ll e-mail you when something opens, once a day at most.',
      ],
      'src/features/updates/ui/follow-element.ts': ['We’ll e-mail you what is new.'],
      'supabase/functions/_shared/mail/kinds/follow-mails.ts': [
        'You get one e-mail a day at most.',
        'You get one e-mail a day at most, and none when nothing is new.',
        'You (or someone using your address) asked us to e-mail you when we announce a product, or open a group buy, a raffle or a list.',
      ],
    },
    holds: [['supabase/schemas/20-production/85_drops.sql', "interval '1 day'"]],
    kept: [
      [
        'tests/database/production/drops.test.ts',
        'waits ten minutes for what comes next, then a day, and forgets nothing in between',
      ],
      [
        'tests/database/production/drops.test.ts',
        'one press ends it for the mailbox, whether it asked with its account or without',
      ],
    ],
  },
  {
    promise: 'Whoever guesses is stopped for a quarter of an hour',
    said: {
      'supabase/functions/check-vat-number/handler.ts': ['Try again in 15 minutes.'],
      'supabase/schemas/20-production/rpc/answer_follow.sql': ['Try again in 15 minutes.'],
      'supabase/schemas/20-production/rpc/follow_in_browser.sql': ['Try again in 15 minutes.'],
      'supabase/schemas/20-production/rpc/follow_product.sql': ['Try again in 15 minutes.'],
      'supabase/schemas/40-accounts/rpc/redeem_recovery_code.sql': ['Try again in 15 minutes.'],
      'supabase/schemas/70-orders/rpc/declare_withdrawal.sql': ['Try again in 15 minutes.'],
      'supabase/schemas/70-orders/rpc/find_order.sql': ['Try again in 15 minutes.'],
    },
    holds: [['supabase/schemas/80-pricing/75_discounts.sql', "interval '15 minutes'"]],
    kept: [
      [
        'tests/database/orders/find-order.test.ts',
        'after five wrong tries even the right one has to wait',
      ],
      [
        'tests/database/cart/quote-cart.test.ts',
        'whoever tries many codes is told to wait, for right ones too',
      ],
    ],
  },
  {
    promise: 'A guest who asks is forgotten, at orders under way once they end',
    said: {
      'src/features/customers/desk/CustomerData.tsx': [
        'Name and address go from every order that has ended, and from the others once they end.',
      ],
    },
    kept: [
      [
        'tests/database/customers/forget-customer.test.ts',
        'an order under way keeps its address until it has ended, asked for twice or once',
      ],
    ],
  },
  {
    promise: 'Support writes so many messages an hour at most',
    said: {
      'supabase/schemas/70-orders/rpc/mail_orders.sql': [
        'You have written 60 messages within an hour.',
      ],
    },
    holds: [
      ['supabase/schemas/70-orders/rpc/mail_orders.sql', 'v_most_an_hour constant int := 60;'],
    ],
    kept: [
      [
        'tests/database/orders/mail-orders.test.ts',
        'an order gets ten messages a day, and support writes sixty an hour',
      ],
    ],
  },
  {
    promise:
      'An account is deleted after two weeks, until which that can be undone; orders stay without a name',
    said: {
      'src/features/customers/desk/CustomerData.tsx': ['The account is deleted in two weeks.'],
      'src/features/account/ui/DeletionPanel.tsx': [
        'Until then you can cancel here or from the e-mail we send.',
        'Yes, delete my account in two weeks',
        'We delete your addresses, designs and places on lists.',
        'We keep your orders in our records without your name.',
        'If an order is still on its way, we keep its address until it arrives.',
      ],
      'supabase/functions/_shared/mail/kinds/account-mails.ts': [
        'We keep your orders in our records without your name.',
        'As you asked, we will delete your account on',
      ],
      'supabase/seed.sql': [
        'You can export your data or delete your account under [Your details](/user/details).',
        'After that, we keep your orders without your name for as long as tax law requires.',
      ],
      'supabase/starter.sql': [
        'We store only what we need, and you can export or delete it.',
        '11.2 You can export your data and delete your account at any time.',
        'an account | until you delete it; then 14 days, in which you can undo that',
      ],
    },
    holds: [['supabase/schemas/40-accounts/37_account_safety.sql', "interval '14 days'"]],
    kept: [
      [
        'tests/database/account/request-account-deletion.test.ts',
        'it is due in two weeks, mailed once, and asking again changes nothing',
      ],
      [
        'tests/database/account/request-account-deletion.test.ts',
        'when it is due the account goes, with its addresses and mails, and nobody else’s',
      ],
      [
        'tests/database/account/undo-account-deletion.test.ts',
        'the secret of the mail works for anyone who has it, and no other does',
      ],
    ],
  },
  {
    promise: 'What is kept about a person can be exported',
    said: {
      'src/features/account/ui/DataPanel.tsx': [
        'Everything we keep about you: account, addresses, orders, places on lists, designs.',
      ],
    },
    kept: [
      [
        'tests/e2e/account/accounts-leaving.spec.ts',
        'everything that is kept about a person can be taken along, as JSON and as CSV',
      ],
    ],
  },
  {
    promise: 'Data are kept no longer than the privacy notice says',
    said: {
      'supabase/starter.sql': [
        '2.3 To stop one person from holding all the goods, we store a fingerprint of the address your device has on the internet, or of your account, with an unpaid order.',
        'We delete it a day after the order is paid, cancelled or has expired.',
        'How long we keep it',
        'Everything else goes as soon as it is no longer needed.',
        'payments to our bank account that are for no order | 400 days',
        'our e-mails to you | 400 days after sending',
        'single events of visit statistics | 400 days; the sums of each day stay',
        'e-mail addresses that never confirmed what they follow | 3 days',
        'e-mail addresses that no longer follow anything | 30 days',
        'browsers that show notifications | until you end it, or 400 days after one was last reached',
        'designs of guests that are not public and not ordered | 180 days after the last change',
        'wrong codes and order numbers typed | 1 day',
        'who on our staff changed what | 10 years',
      ],
    },
    kept: [
      [
        'tests/database/operations/promises.test.ts',
        'the privacy notice and the sweep name the same times',
      ],
      [
        'tests/database/operations/retention.test.ts',
        'old rows go and younger ones stay, in every table that has a time',
      ],
    ],
  },
  {
    promise: 'Orders are kept for the years of tax law, and no longer',
    said: { 'supabase/seed.sql': ['seven years in the Netherlands'] },
    kept: 'by people',
  },
  {
    promise: 'Only what is needed is stored, and passed to nobody for advertising',
    said: {
      'supabase/seed.sql': ['7.3 We sell no data, and we pass none on for advertising.'],
      'supabase/starter.sql': [
        '11.1 We store what we need for orders and lists, and what the law requires.',
        '2.1 For an order we store your name, address, e-mail address and phone number if you give one; what you bought, with options and designs; prices, taxes, payments and refunds; the parcels; the version of the terms you agreed to; and a history of the order.',
        '3.1 For an account we store your e-mail address or phone number, your password as a fingerprint that can’t be turned back, your name and addresses if you enter them, your settings, your cart, what you keep for later, what you put on your shelf, and the devices that are signed in: the browser they name and when they were used.',
        '4.1 For a raffle, a waiting list or an interest check we store what you chose and when.',
        '7.2 We sell no data, and we pass none on for advertising.',
      ],
    },
    kept: [
      [
        'tests/unit/functions/ingest.test.ts',
        'what is stored holds no address, no account and nothing outside the plan',
      ],
      [
        'tests/database/account/request-account-deletion.test.ts',
        'when it is due the account goes, with its addresses and mails, and nobody else’s',
      ],
    ],
  },
  {
    promise: 'Which terms were agreed to is stored with the order',
    said: {
      'supabase/seed.sql': ['We store which version you agreed to.'],
      'supabase/starter.sql': ['We store which version you agreed to.'],
    },
    kept: [
      [
        'tests/database/catalogue/legal-versions.test.ts',
        'an order accepts the terms, whatever number another document has',
      ],
    ],
  },
  {
    promise:
      'Visits are counted only after a yes, without a name; error reports carry nothing personal',
    said: {
      'src/telemetry/ui/consent-element.ts': [
        'Your browser asks not to be tracked, so we count nothing and send no error reports.',
      ],
      'src/telemetry/ui/consent-card.ts': [
        'We also send error reports, without personal data, unless you decline.',
        'May we count your visit?',
      ],
      'supabase/seed.sql': ['We count visits only if you agree, and without your name.'],
      'supabase/starter.sql': [
        'We count visits only with your consent and without your name.',
        'We count visits only if you agree, and without your name.',
        '5.1 If you agree, we count which pages lead to orders: products viewed, cart, checkout, order.',
        'The events carry a random number of your browser and where you came from, never your name, your account or your address on the internet.',
        '5.3 We count with your consent.',
        'They last a year at most and are deleted when you change your mind.',
      ],
    },
    kept: [
      [
        'tests/e2e/telemetry/telemetry-consent.spec.ts',
        'before a choice nothing is sent and nothing is stored',
      ],
      [
        'tests/e2e/telemetry/telemetry-statistics.spec.ts',
        'an event carries what the plan names and nothing of the visitor',
      ],
      [
        'tests/e2e/telemetry/telemetry-statistics.spec.ts',
        'the identity cookie is this site alone, Lax, and lasts 365 days',
      ],
      [
        'tests/e2e/telemetry/telemetry-consent.spec.ts',
        'withdrawing stops at once and removes cookies and the stored queue',
      ],
    ],
  },
  {
    promise: 'Rights that the law gives over data',
    said: {
      'supabase/starter.sql': [
        '9.2 You have the right to access, correction, deletion, restriction, data portability and objection, and you can withdraw any consent at any time for the future.',
      ],
    },
    kept: [
      [
        'tests/e2e/account/accounts-leaving.spec.ts',
        'everything that is kept about a person can be taken along, as JSON and as CSV',
      ],
    ],
  },
  {
    promise: 'The security of an account, payments, parcels and deadlines are always told',
    said: {
      'src/features/overview/ui/NotificationsCard.tsx': [
        'We always e-mail you about payments, parcels, offers with a deadline and the security of your account.',
        'You will get these e-mails.',
        'We always e-mail you about parcels.',
      ],
      'supabase/functions/_shared/mail/kinds/safety-mails.ts': [
        'We always e-mail you when the security of your account changes.',
      ],
    },
    kept: [
      [
        'tests/database/account/notification-choices.test.ts',
        'money, parcels, deadlines and the account itself can’t be declined',
      ],
      [
        'tests/database/account/safety-mails.test.ts',
        'of another password, once, though it ends the other sessions too',
      ],
    ],
  },
  {
    promise: 'Taxes are in the price where the shop collects them, and come off where it does not',
    said: {
      'src/features/shipping/model/tax-rule.ts': [
        'Above that, we take our VAT off at checkout, and customs charge the tax.',
        'We take our',
      ],
      'src/features/storefront/product/Configurator.astro': ['VAT included, shipping extra.'],
      'supabase/seed.sql': [
        'On parcels worth more than £135, the carrier may charge duty and a handling fee.',
        'For a single item worth NOK 3,000 or more, the carrier may charge a clearance fee.',
        'Customs may charge duty on parcels worth more than AUD 1,000.',
        'Customs may charge duty on parcels worth more than NZD 1,000.',
        'The carrier may charge a clearance fee for parcels worth more than SGD 400.',
        'UK VAT up to £135',
        'GST up to AUD 1,000',
        'GST up to NZD 1,000',
        'GST up to SGD 400',
        'Outside the EU they include the tax of your country where we collect it, up to the value that its rules set.',
      ],
    },
    holds: [['supabase/seed.sql', "'GB000000000', 15600, 'parcel'"]],
    kept: [
      [
        'tests/database/cart/quote-cart.test.ts',
        'tax is in the price where the shop collects it, and the home VAT comes off where it does not',
      ],
      [
        'tests/database/cart/quote-cart.test.ts',
        'a parcel above the limit of a registration goes without tax',
      ],
      [
        'tests/e2e/orders/taxes.spec.ts',
        'outside the EU the VAT comes off, customs are told of, and the countries page says the same',
      ],
      [
        'tests/database/operations/promises.test.ts',
        'the notes about customs name the limits up to which the shop collects tax',
      ],
    ],
    once: 'Tax was added to prices that contained it, without the limits that the page named.',
  },
  {
    promise: 'What the customs of a country ask, as its law has it',
    said: {
      'supabase/seed.sql': [
        'Customs ask for documents that a small shop can’t supply for every order.',
        'Switzerland waives VAT of less than CHF 5.',
        'That covers parcels worth up to about CHF 62, shipping included.',
        'Parcels worth CAD 20 or less are free of tax and fee.',
        'Parcels worth JPY 10,000 or less are free of duty and consumption tax.',
        'Above that, the carrier charges 10%.',
        'Parcels worth USD 150 or less are free of duty and VAT.',
        'Parcels worth TWD 2,000 or less are free of duty and VAT unless you import often.',
        'The carrier charges 10% low-value goods tax on goods worth MYR 500 or less.',
        'Parcels worth PHP 10,000 or less are free of duty and VAT.',
        'Above that, the carrier charges duty and 12% VAT.',
        'Personal imports worth up to USD 75 are free of VAT.',
        'Above that, you pay 18% VAT.',
        'Parcels worth AED 300 or less are free of duty and VAT.',
        'Above that, you pay 5% duty and 5% VAT.',
        'Above USD 500, customs also charge duty.',
      ],
    },
    kept: 'by people',
  },
  {
    promise: 'What people do: describing, checking, packing, answering and helping by hand',
    said: {
      'src/ui/captcha-dialog.ts': ['One moment while we check that you are human.'],
      'supabase/functions/_shared/mail/kinds/order-mails.ts': [
        'The refund goes to the card or account you paid with and should arrive within a few days.',
        'It should arrive within two working days.',
        'Both should arrive within a few days.',
        'Transfers take a day or two; you don’t need to do anything.',
      ],
      'supabase/seed.sql': [
        'We ship from Utrecht.',
        'The plate sits in a ring of silicone and never touches the case, so all you hear is a soft knock.',
        'We will show the first parts in an update.',
        'We ship about forty boards a day, in the order in which they were paid.',
        'We check each Plinth wire on a glass plate.',
        'Resin only, coloured in the pot, never painted.',
        'We show them with their permission.',
        'We ship from Monday: first paid, first shipped.',
        'From Monday, we ship about sixty parcels a day.',
        'First we match the colours, by eye and by instrument, under three lamps.',
        'If you would rather have your money back, write to us: until milling starts, you get a full refund, although the batch has closed.',
        'If you want to cancel, write to us and you get a full refund.',
        'The first parts out of it will look bad, and we will show them here anyway.',
        'If you want to cancel, write to us: until milling starts, you get a full refund.',
        'Outside Europe, a week without a scan is common because parcels wait for a plane.',
        'If nothing has happened for ten working days, write to us with the order number.',
        'After that, write to us straight away: we can still help until the label is printed.',
        'Some makers take a few commissions a year and draw lots among those who ask.',
        'Write to us and we will put you in touch.',
        'We mark every render.',
        '2.1 Goods in stock are sent within five working days after payment.',
        'We usually answer within two working days.',
      ],
      'supabase/starter.sql': [
        'We check the outside from 30 cm.',
        '8.1 We inspect outer surfaces from 30 cm under a desk lamp, for three seconds a side.',
        'Within a batch, we match parts that touch.',
        '9.4 We state true contents and values on customs forms.',
        'Tell us what you need, and we send it in another form.',
        'We state true values',
      ],
    },
    kept: 'by people',
  },
  {
    promise: 'Codes take off what their title says',
    said: {
      'supabase/seed.sql': [
        'Ten per cent off, once for each customer',
        'Five euros off for meeting us',
      ],
    },
    holds: [
      [
        'supabase/seed.sql',
        "'Ten per cent off, once for each customer', 10, null, 0, now() - interval '30 days', null, null, 1,",
      ],
      ['supabase/seed.sql', "'Five euros off for meeting us', null, 500,"],
    ],
    kept: [
      [
        'tests/database/cart/pricing.test.ts',
        'codes take off what their rules say, each of what the one before left',
      ],
    ],
  },
  {
    promise: 'Every page can be reached by Tab and loses nothing on narrow screens',
    said: {
      'supabase/starter.sql': [
        'Every page is also reached with the Tab key alone, and loses nothing on a screen of 320 pixels or at a zoom of 200%.',
      ],
    },
    kept: [
      [
        'tests/e2e/frame/every-page.spec.ts',
        'every page is reached by Tab alone, clean for axe in both themes, and loses nothing at 320 px or 200 % zoom',
      ],
    ],
  },
  {
    promise: 'Health tells of what waits too long',
    said: {
      'src/features/publishing/desk/publish-words.ts': [
        'The builder has not started for 15 minutes.',
      ],
      'src/features/publishing/ui/newer-page.ts': [
        'Its full page is being built and will be ready in a few minutes.',
      ],
      'src/features/shop-check/desk/Clock.tsx': ['It has never succeeded.'],
      'src/features/shop-check/desk/HealthDesk.tsx': [
        'Browser notices given up in seven days:',
        'The shop has never been backed up.',
        'ended in the last seven days',
      ],
      'src/features/shop-check/model/shop-health.ts': [
        'hours after it became due',
        'hours after the last backup',
      ],
      'src/shared/backend/auth-words.ts': ['Please try again in a few minutes.'],
      'supabase/schemas/90-operations/rpc/check_shop.sql': [
        'All its rates end within two weeks.',
        'The payment provider moved an amount that was never requested.',
        'The payment provider has not taken a refund for more than a day.',
        'It came by bank more than two days ago and has no order.',
        'An e-mail has been waiting for over an hour.',
        'A build has been running for over an hour.',
        'A build has been waiting for the builder for over 30 minutes.',
      ],
      'supabase/schemas/90-operations/rpc/request_publish.sql': ['Try again in a few minutes.'],
      'supabase/schemas/90-operations/rpc/run_due_jobs.sql': [
        'The builder has reported nothing for 45 minutes and is taken as lost.',
      ],
    },
    holds: [
      ['supabase/schemas/90-operations/rpc/check_shop.sql', "interval '30 minutes'"],
      ['supabase/schemas/90-operations/rpc/check_shop.sql', "interval '2 days'"],
      ['supabase/schemas/90-operations/rpc/run_due_jobs.sql', "interval '45 minutes'"],
    ],
    kept: [
      [
        'tests/database/operations/check-shop.test.ts',
        'every fault that it knows is planted above',
      ],
      [
        'tests/database/operations/lost-builds.test.ts',
        'one that reported nothing for 45 minutes is failed and says why, a younger one goes on',
      ],
    ],
  },
  {
    promise: 'Staff put back what they removed themselves for a quarter of an hour',
    said: {
      'supabase/schemas/90-operations/rpc/put_back_row.sql': [
        'Not undone: only what you removed in the last 15 minutes can be undone.',
      ],
    },
    holds: [
      ['supabase/schemas/90-operations/rpc/put_back_row.sql', "now() - interval '15 minutes'"],
    ],
    kept: [
      [
        'tests/database/operations/put-back-row.test.ts',
        'only whoever removed it puts it back, soon, and while they work in the same role',
      ],
    ],
  },
  {
    promise: 'An invitation counts once, for seven days, and few are sent',
    said: {
      'src/features/staff/desk/InviteForm.tsx': ['The link works for seven days.'],
      'supabase/functions/_shared/mail/kinds/staff-mails.ts': [
        'Within a few days you also add an authenticator app.',
      ],
      'supabase/schemas/40-accounts/37_staff_invitations.sql': [
        'You can send fifty invitations a day.',
      ],
      'supabase/schemas/40-accounts/rpc/resend_staff_invitation.sql': ['Please wait a minute.'],
    },
    kept: [
      ['tests/database/account/accept-staff-invitation.test.ts', 'refuses one that has expired'],
      [
        'tests/database/account/accept-staff-invitation.test.ts',
        'gives the role once, with a week for the second factor, and writes it down',
      ],
      [
        'tests/database/account/invite-staff.test.ts',
        'invites anew once an invitation has expired, and no more than fifty times a day',
      ],
      [
        'tests/database/account/resend-staff-invitation.test.ts',
        'waits a minute, is for owners, and knows an unknown one',
      ],
    ],
  },
  {
    promise: 'Figures say what they sum up',
    said: {
      'src/features/orders/desk/figures/Figures.tsx': [
        'days before, in UTC.',
        'What came for the orders placed on each day, less what went back, shipping and VAT included.',
      ],
    },
    kept: [
      [
        'tests/database/money/sales-figures.test.ts',
        'sums up the period and as many days before, and tells who had ordered before',
      ],
      [
        'tests/database/money/sales-figures.test.ts',
        'money that went back is in no sum but its own',
      ],
    ],
  },
  {
    promise: 'Forms at the desk say their limits',
    said: {
      'src/features/orders/model/figure-periods.ts': ['Choose a period of one year at most.'],
      'supabase/schemas/30-shipping/rpc/set_address_lock.sql': [
        'The address lock must be in the future, within five years.',
      ],
      'supabase/schemas/75-money/rpc/sales_figures.sql': ['Choose a period of one year at most.'],
      'supabase/schemas/75-money/rpc/vat_report.sql': ['Choose a period of one year at most.'],
      'supabase/schemas/90-operations/rpc/visit_funnel.sql': [
        'Choose a period of one year at most.',
      ],
    },
    kept: [
      ['tests/database/money/vat-report.test.ts', 'is for owners alone, and for one year at most'],
      [
        'tests/database/operations/visit-funnel.test.ts',
        'asks for a period that is bounded, and is for those who work with orders',
      ],
      [
        'tests/database/money/sales-figures.test.ts',
        'asks for a period that is bounded, and is for those who work with orders',
      ],
      [
        'tests/database/shipping/set-address-lock.test.ts',
        'a moment that has passed, another role and a batch that is not there are refused',
      ],
    ],
  },
  {
    promise: 'What the desk shows and keeps',
    said: {
      'src/content/fixed-pages.ts': [
        'Every order with its stage, payments, shipments and history.',
      ],
      'src/desk-kit/gate/DeskGate.tsx': [
        '; it takes two minutes.',
        'opens as soon as it is set up.',
      ],
      'src/features/cart/ui/CopyNote.tsx': [
        'We’ll save it to your account when the shop can be reached.',
      ],
      'src/features/catalogue/desk/ProductList.tsx': [
        'Published products are on sale as soon as they are visible.',
        'a draft was never on sale',
      ],
      'src/features/catalogue/model/form/product-history.ts': [
        'Stock is recounted, never restored: its ledger keeps every change.',
      ],
      'src/features/orders/desk/writing/AmendmentSums.tsx': ['We e-mail the customer and ask for'],
      'src/features/orders/desk/list/OrderList.tsx': [
        'Orders appear here as soon as they are placed.',
      ],
      'src/features/orders/ui/WaysBack.tsx': ['What you can cancel or return could not be loaded.'],
      'src/features/storefront/product/batch-words.ts': ['Every order has shipped.'],
      'src/features/wishes/ui/WishesIsland.tsx': [
        'We’ll save it to your account when the shop can be reached.',
      ],
    },
    kept: [
      [
        'tests/unit/wishes/wish-meeting.test.ts',
        'what was done without a network is handed in later, and what others did meanwhile stays',
      ],
      [
        'tests/database/catalogue/product-history.test.ts',
        'tells of a product and of all its parts, of those that are gone too, only what was changed',
      ],
      [
        'tests/database/orders/amend-order.test.ts',
        'on a paid order the difference is due, or owed back',
      ],
      ['tests/database/orders/place-order.test.ts', 'the line keeps everything as it was bought'],
    ],
  },
];

/** Sentences that sound like a promise and are none. */
export const noPromises: PublishedPromise['said'] = {
  'src/desk-kit/table/FilterMenu.tsx': ['Choose a day first.'],
  'src/features/catalogue/model/repricing.ts': ['Enter −90 to 1,000 per cent, like 5 or −7.5.'],
  'src/features/orders/desk/money/StatementColumns.tsx': ['EUR without one'],
  'src/features/shipping/model/shipping-faults.ts': [
    'Choose a day after the start, or leave it empty.',
  ],
  'src/features/shop-check/model/finding.ts': ['less than a minute'],
  'src/features/storefront/artisans/ArtisansPage.astro': ['The rules in full'],
  'src/layouts/ErrorView.astro': ['Wait a minute, then try again.'],
  'src/features/shipping/desk/ZoneSteps.tsx': [
    'For prices that change with the value of the order, such as free shipping from €150.00.',
  ],
  'src/features/shipping/model/rate-grid.ts': [': its prices for heavier ones never apply.'],
  'supabase/schemas/30-shipping/rpc/change_shipping_rates.sql': [
    'A price of shipping is 0 to 100,000 euro, for a step that ends after it begins.',
  ],
  'src/shared/date-words.ts': ['less than a minute'],
  'supabase/functions/_shared/payments/paypal.ts': ['Try again in a minute.'],
  'supabase/functions/beacon-round/handler.ts': ['Try again in a minute.'],
  'supabase/functions/_shared/payments/stripe.ts': ['Try again in a minute.'],
  'supabase/functions/_shared/mail/kinds/safety-mails.ts': ['Add an app again as soon as you can.'],
  'supabase/functions/_shared/mail/kinds/staff-mails.ts': ['You get this because of your role.'],
  'supabase/functions/_shared/mail/mail-layout.ts': [
    ':root { color-scheme: light dark; supported-color-schemes: light dark; } body { margin: 0; padding: 24px 12px; background: #f4f1ec; color: #1d1b18; font: 16px/1.5 system-ui, -apple-system, ’Segoe UI’, sans-serif; } main { max-width: 560px; margin: 0 auto; padding: 28px; background: #ffffff; border: 1px solid #ddd6cb; border-radius: 8px; overflow-wrap: anywhere; } h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; } p { margin: 0 0 16px; } table { width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px; } td { padding: 10px 0; border-top: 1px solid #ddd6cb; vertical-align: top; } td.picture { width: 72px; padding-right: 14px; } td.picture img { display: block; width: 72px; height: auto; border-radius: 6px; } td.amount { text-align: right; white-space: nowrap; padding-left: 12px; font-variant-numeric: tabular-nums; } td small { color: #625c53; font-size: 14px; } .totals td { padding: 4px 0; border: 0; } .totals tr:last-child td { padding-top: 10px; border-top: 1px solid #ddd6cb; font-weight: 600; } .facts td:first-child { padding-right: 12px; overflow-wrap: break-word; } .code { table-layout: fixed; width: auto; margin: 0 0 6px; } .code td { height: 4px; padding: 0; border: 0; font-size: 0; line-height: 0; } .brand { margin: 0 0 24px; color: #625c53; font-size: 14px; font-weight: 600; letter-spacing: 0.08em; text-transform: uppercase; } .action { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #8a3b12; color: #ffffff; font-weight: 600; text-decoration: none; } .quiet { margin: 24px 0 0; color: #625c53; font-size: 14px; } .preview { display: none; max-height: 0; overflow: hidden; } @media (prefers-color-scheme: dark) { body { background: #171513; color: #eeeae3; } main { background: #211e1b; border-color: #38332d; } td, .totals tr:last-child td { border-color: #38332d; } .brand, .quiet, td small { color: #b4ada3; } a { color: #f0a878; } a.action { background: #f0a878; color: #1d1b18; } }',
  ],
  'supabase/schemas/90-operations/94_retention.sql': [
    'A bank is asked about a transfer for a year; names and accounts are in them.',
    'A year can be compared with the one before; the sums of each day stay.',
    'events of a day',
    'Bounds a day alone.',
    'Limits count a day.',
    'photos that never arrived',
    'The mailbox never said yes.',
    'Books: the law asks for ten years, and an order is never without its money.',
    'Books: the law asks for invoices for ten years, and a number that is missing has to be explained.',
  ],
  'supabase/schemas/90-operations/99_shared_columns.sql': ['ISO 4217 of the amounts in this row.'],
  'supabase/seed.sql': [
    'canary-note: negotiated, never to be shown',
    'A marsh is never just one green.',
  ],
  'supabase/starter.sql': [
    'The part [Cancelling and refunds](/legal/terms#refunds) of the terms says how you can cancel those.',
  ],
};
