-- The starter set: what every shop needs to build and to run, whoever sells what. It goes into a new
-- embedded shop, and into a hosted one by `npm run deploy`, once. From then on its rows are the owner's.
-- What only the owner knows stands in square brackets, as in [fill in: your address]; `npm run doctor`
-- says which of them are left.

-- Numbers that texts and functions share ---------------------------------------------------------

insert into public.settings (key, value, unit, meaning) values
  ('hours_to_pay', 72, 'hours', 'How long an unpaid order holds its stock before it expires.'),
  ('minutes_to_confirm', 30, 'minutes', 'How long an order of a guest holds its stock before its e-mail is confirmed or it is paid.'),
  ('unpaid_orders_per_client', 30, 'count', 'How many orders one visitor can place in ten minutes without paying.'),
  ('captcha_for_guests', 0, 'count', '1 asks whoever orders without an account to show that they are a person.'),
  ('hours_to_pay_raffle', 48, 'hours', 'How long a winner of a raffle may take to pay.'),
  ('minutes_cart_hold', 30, 'minutes', 'How long the checkout holds what is in it.'),
  ('days_to_return', 14, 'days', 'How long goods from stock can be sent back after they arrive.'),
  ('days_to_refund', 10, 'days', 'How soon money comes back after we agreed to return it.'),
  ('days_to_report_damage', 21, 'days', 'How long a fault from transport can be reported after arrival.'),
  ('months_of_warranty', 24, 'months', 'How long we repair or replace what fails in normal use.'),
  ('weeks_before_silence', 6, 'weeks', 'How long a running batch may go without news before staff are reminded.'),
  ('percent_refund_before_closing', 100, 'percent', 'Refund of a group buy order cancelled before the batch closes.'),
  ('percent_refund_before_production', 90, 'percent', 'Refund of a group buy order cancelled after closing and before production.'),
  ('percent_refund_in_production', 0, 'percent', 'Refund of a group buy order cancelled by choice once production has begun.'),
  ('months_delay_full_refund', 6, 'months', 'A delay beyond the original ETA by this much gives the right to cancel for a full refund.'),
  ('strikes_until_pause', 2, 'count', 'Unpaid wins after which raffles pause for an account.'),
  ('months_of_pause', 6, 'months', 'How long that pause lasts.'),
  ('percent_transfer_fee', 0, 'percent', 'Fee for passing a group buy place on to someone else.'),
  ('minor_gift_wrap', 350, 'minor', 'Price of wrapping an artisan as a gift.'),
  ('hours_address_lock_notice', 48, 'hours', 'How long before the address lock of a batch its buyers get a mail.')
on conflict (key) do nothing;

-- Countries, taxes and zones -----------------------------------------------------------------------
-- No method and no rate: until the owner adds them, the checkout says that it ships nowhere.

insert into public.tax_classes (code, title, position) values ('goods', 'Goods at the standard rate', 1);

insert into public.countries (code, name, in_eu, currency, duties_payer, region_label, postcode_label, postcode_pattern) values
  ('NL', 'Netherlands', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4} ?[A-Z]{2}$'),
  ('AT', 'Austria', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('BE', 'Belgium', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('BG', 'Bulgaria', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('HR', 'Croatia', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{5}$'),
  ('CY', 'Cyprus', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('CZ', 'Czechia', true, 'CZK', 'none', '', 'Postcode', '^[0-9]{3} ?[0-9]{2}$'),
  ('DK', 'Denmark', true, 'DKK', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('EE', 'Estonia', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{5}$'),
  ('FI', 'Finland', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{5}$'),
  ('FR', 'France', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{5}$'),
  ('DE', 'Germany', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{5}$'),
  ('GR', 'Greece', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{3} ?[0-9]{2}$'),
  ('HU', 'Hungary', true, 'HUF', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('IE', 'Ireland', true, 'EUR', 'none', 'County', 'Eircode', '^[A-Z][0-9][0-9W] ?[A-Z0-9]{4}$'),
  ('IT', 'Italy', true, 'EUR', 'none', 'Province', 'CAP', '^[0-9]{5}$'),
  ('LV', 'Latvia', true, 'EUR', 'none', '', 'Postcode', '^LV-[0-9]{4}$'),
  ('LT', 'Lithuania', true, 'EUR', 'none', '', 'Postcode', '^(LT-)?[0-9]{5}$'),
  ('LU', 'Luxembourg', true, 'EUR', 'none', '', 'Postcode', '^(L-)?[0-9]{4}$'),
  ('MT', 'Malta', true, 'EUR', 'none', '', 'Postcode', '^[A-Z]{3} ?[0-9]{4}$'),
  ('PL', 'Poland', true, 'PLN', 'none', '', 'Postcode', '^[0-9]{2}-[0-9]{3}$'),
  ('PT', 'Portugal', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}-[0-9]{3}$'),
  ('RO', 'Romania', true, 'RON', 'none', 'County', 'Postcode', '^[0-9]{6}$'),
  ('SK', 'Slovakia', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{3} ?[0-9]{2}$'),
  ('SI', 'Slovenia', true, 'EUR', 'none', '', 'Postcode', '^[0-9]{4}$'),
  ('ES', 'Spain', true, 'EUR', 'none', 'Province', 'Postcode', '^[0-9]{5}$'),
  ('SE', 'Sweden', true, 'SEK', 'none', '', 'Postcode', '^[0-9]{3} ?[0-9]{2}$'),
  ('GB', 'United Kingdom', false, 'GBP', 'customer', 'County', 'Postcode', '^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$'),
  ('CH', 'Switzerland', false, 'CHF', 'customer', '', 'Postcode', '^[0-9]{4}$'),
  ('LI', 'Liechtenstein', false, 'CHF', 'customer', '', 'Postcode', '^[0-9]{4}$'),
  ('NO', 'Norway', false, 'NOK', 'shop', '', 'Postcode', '^[0-9]{4}$'),
  ('IS', 'Iceland', false, 'ISK', 'customer', '', 'Postcode', '^[0-9]{3}$'),
  ('US', 'United States', false, 'USD', 'customer', 'State', 'ZIP code', '^[0-9]{5}(-[0-9]{4})?$'),
  ('CA', 'Canada', false, 'CAD', 'customer', 'Province', 'Postal code', '^[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]$'),
  ('MX', 'Mexico', false, 'MXN', 'customer', 'State', 'Postcode', '^[0-9]{5}$'),
  ('AU', 'Australia', false, 'AUD', 'shop', 'State', 'Postcode', '^[0-9]{4}$'),
  ('NZ', 'New Zealand', false, 'NZD', 'shop', '', 'Postcode', '^[0-9]{4}$'),
  ('JP', 'Japan', false, 'JPY', 'customer', 'Prefecture', 'Postcode', '^[0-9]{3}-?[0-9]{4}$'),
  ('KR', 'South Korea', false, 'KRW', 'customer', 'Province', 'Postcode', '^[0-9]{5}$'),
  ('SG', 'Singapore', false, 'SGD', 'shop', '', 'Postcode', '^[0-9]{6}$'),
  ('TW', 'Taiwan', false, 'TWD', 'customer', '', 'Postcode', '^[0-9]{3}([0-9]{2,3})?$'),
  ('HK', 'Hong Kong', false, 'HKD', 'none', 'District', '', ''),
  ('MY', 'Malaysia', false, 'MYR', 'customer', 'State', 'Postcode', '^[0-9]{5}$'),
  ('TH', 'Thailand', false, 'THB', 'customer', 'Province', 'Postcode', '^[0-9]{5}$'),
  ('PH', 'Philippines', false, 'PHP', 'customer', 'Province', 'ZIP code', '^[0-9]{4}$'),
  ('IL', 'Israel', false, 'ILS', 'customer', '', 'Postcode', '^[0-9]{7}$'),
  ('AE', 'United Arab Emirates', false, 'AED', 'customer', 'Emirate', '', ''),
  ('CL', 'Chile', false, 'CLP', 'customer', 'Region', 'Postcode', '^[0-9]{7}$'),
  ('ZA', 'South Africa', false, 'ZAR', 'customer', 'Province', 'Postcode', '^[0-9]{4}$');

update public.countries set
  duties_payer = case when in_eu or code = 'HK' then 'none' else 'customer' end,
  duties_note = case
    when in_eu then 'Inside the EU nothing is added at the door: VAT of your country is in the price, and there are no duties.'
    when code = 'HK' then 'Hong Kong charges neither import duty nor VAT.'
    else 'Import tax, and for some goods duty, may be due at the door. The carrier asks you for it, with a fee.'
  end;

-- Standard rates as the countries' tax authorities publish them; a past one stays, for old orders. A shop
-- that is registered for the tax of a country outside the EU sets `collected`.
insert into public.tax_rates (country_code, tax_class_code, name, rate_basis_points, collected, valid_from, valid_to)
select rate.code, 'goods', rate.name, basis_points, c.in_eu, valid_from::date, valid_to::date
from (values
  ('NL', 'VAT', 2100, '2012-10-01', null),
  ('AT', 'VAT', 2000, '1984-01-01', null),
  ('BE', 'VAT', 2100, '1996-01-01', null),
  ('BG', 'VAT', 2000, '1999-01-01', null),
  ('HR', 'VAT', 2500, '2012-03-01', null),
  ('CY', 'VAT', 1900, '2014-01-13', null),
  ('CZ', 'VAT', 2100, '2013-01-01', null),
  ('DK', 'VAT', 2500, '1992-01-01', null),
  ('EE', 'VAT', 2200, '2024-01-01', '2025-07-01'),
  ('EE', 'VAT', 2400, '2025-07-01', null),
  ('FI', 'VAT', 2400, '2013-01-01', '2024-09-01'),
  ('FI', 'VAT', 2550, '2024-09-01', null),
  ('FR', 'VAT', 2000, '2014-01-01', null),
  ('DE', 'VAT', 1900, '2021-01-01', null),
  ('GR', 'VAT', 2400, '2016-06-01', null),
  ('HU', 'VAT', 2700, '2012-01-01', null),
  ('IE', 'VAT', 2300, '2021-03-01', null),
  ('IT', 'VAT', 2200, '2013-10-01', null),
  ('LV', 'VAT', 2100, '2012-07-01', null),
  ('LT', 'VAT', 2100, '2009-09-01', null),
  ('LU', 'VAT', 1700, '2024-01-01', null),
  ('MT', 'VAT', 1800, '2004-01-01', null),
  ('PL', 'VAT', 2300, '2011-01-01', null),
  ('PT', 'VAT', 2300, '2011-01-01', null),
  ('RO', 'VAT', 1900, '2017-01-01', '2025-08-01'),
  ('RO', 'VAT', 2100, '2025-08-01', null),
  ('SK', 'VAT', 2000, '2011-01-01', '2025-01-01'),
  ('SK', 'VAT', 2300, '2025-01-01', null),
  ('SI', 'VAT', 2200, '2013-07-01', null),
  ('ES', 'VAT', 2100, '2012-09-01', null),
  ('SE', 'VAT', 2500, '1990-07-01', null),
  ('GB', 'VAT', 2000, '2011-01-04', null),
  ('CH', 'VAT', 810, '2024-01-01', null),
  ('LI', 'VAT', 810, '2024-01-01', null),
  ('NO', 'MVA', 2500, '2005-01-01', null),
  ('IS', 'VSK', 2400, '2015-01-01', null),
  ('US', 'Sales tax', 0, '2020-01-01', null),
  ('CA', 'GST', 500, '2008-01-01', null),
  ('MX', 'IVA', 1600, '2010-01-01', null),
  ('AU', 'GST', 1000, '2000-07-01', null),
  ('NZ', 'GST', 1500, '2010-10-01', null),
  ('JP', 'Consumption tax', 1000, '2019-10-01', null),
  ('KR', 'VAT', 1000, '1977-07-01', null),
  ('SG', 'GST', 900, '2024-01-01', null),
  ('TW', 'VAT', 500, '1986-04-01', null),
  ('HK', 'No tax', 0, '2000-01-01', null),
  ('MY', 'Sales tax', 1000, '2024-01-01', null),
  ('TH', 'VAT', 700, '1999-04-01', null),
  ('PH', 'VAT', 1200, '2006-02-01', null),
  ('IL', 'VAT', 1700, '2015-10-01', '2025-01-01'),
  ('IL', 'VAT', 1800, '2025-01-01', null),
  ('AE', 'VAT', 500, '2018-01-01', null),
  ('CL', 'IVA', 1900, '2003-10-01', null),
  ('ZA', 'VAT', 1500, '2018-04-01', null)
) as rate (code, name, basis_points, valid_from, valid_to)
join public.countries c on c.code = rate.code;

insert into public.shipping_zones (code, title, position) values
  ('eu', 'European Union', 3),
  ('europe', 'Europe outside the EU', 4),
  ('north-america', 'North America', 5),
  ('asia-pacific', 'Asia and Pacific', 6),
  ('world', 'Rest of the world', 7);

insert into public.zone_countries (zone_id, country_code)
select z.id, c.code
from public.countries c
join public.shipping_zones z on z.code = case
  when c.in_eu then 'eu'
  when c.code in ('GB', 'CH', 'LI', 'NO', 'IS') then 'europe'
  when c.code in ('US', 'CA', 'MX') then 'north-america'
  when c.code in ('AU', 'NZ', 'JP', 'KR', 'SG', 'TW', 'HK', 'MY', 'TH', 'PH') then 'asia-pacific'
  else 'world'
end;

-- Questions and words -----------------------------------------------------------------------------

insert into public.faq_groups (code, title, position) values
  ('group-buys', 'Group buys', 1), ('ordering', 'Ordering and paying', 2), ('shipping', 'Shipping, taxes and duties', 3),
  ('artisans', 'Artisans, raffles and lists', 4), ('products', 'Boards, caps and colours', 5),
  ('after', 'After it has arrived', 6), ('account', 'Account and privacy', 7), ('glossary', 'Words we use', 8);

insert into public.faq_entries (group_id, code, question, answer, position)
select g.id, e.code, e.question, e.answer, e.position
from (values
('glossary', 1, 'ic', 'IC, interest check', 'A question before a group buy: who would want this? A vote binds nobody.'),
('glossary', 2, 'gb', 'GB, group buy', 'Ordering together before something is made.'),
('glossary', 3, 'moq', 'MOQ, minimum order quantity', 'The number of orders below which a batch or a kit is dropped.'),
('glossary', 4, 'batch', 'Batch', 'One production run of one product, with a window and a date of its own.'),
('glossary', 5, 'extras', 'Extras', 'What is left over after every buyer of a batch has a faultless piece.'),
('glossary', 6, 'kit', 'Kit', 'A part of a set that is sold on its own: base, numpad, novelties, spacebars, 40s.'),
('glossary', 7, 'colorway', 'Colorway', 'A named set of colours. Of an artisan: one edition in one set of colours.'),
('glossary', 8, 'sculpt', 'Sculpt', 'The form of an artisan keycap. One sculpt is cast in many colorways.'),
('glossary', 9, 'artisan', 'Artisan', 'A single keycap made by hand.'),
('glossary', 10, 'raffle', 'Raffle', 'A draw that decides who may buy. Entering is free.'),
('glossary', 11, 'offer', 'Offer', 'The right to buy one thing until a certain time.'),
('glossary', 12, 'plate-pcb', 'Plate and PCB', 'The plate holds the switches; the PCB below it connects them.'),
('glossary', 13, 'ansi-iso', 'ANSI and ISO', 'Two arrangements of the main block: ISO has a tall enter and one key more beside the left shift.'),
('glossary', 14, 'u', 'u, unit', 'The width of a letter key: 19.05 mm. A 2u key is as wide as two.'),
('glossary', 15, 'profile', 'Profile', 'The shape of keycaps seen from the side: height, slope and dish.')
) as e (grp, position, code, question, answer)
join public.faq_groups g on g.code = e.grp;

-- Terms: a text to begin with. Have somebody read it who knows the law of your country. -------------

insert into public.legal_versions (document, number, changes, publish_at, effective_at)
values ('terms', 1, 'The first terms of the shop.', date_trunc('day', now()), date_trunc('day', now()));

insert into public.legal_sections (version_id, code, title, plain, body, position)
select v.id, s.code, s.title, s.plain, s.body, s.position
from (values
(1, 'who-we-are', 'Who we are and what these terms cover', 'Who sells to you, and what these terms are for.',
$md$1.1 These terms cover orders, raffle entries and places on lists in this shop. It is run by [fill in: name, legal form, address, trade register and VAT number].

1.2 The version that was in force when you ordered holds for your order.

1.3 Numbers in these terms are the same that the shop's software works with.$md$),
(2, 'group-buys', 'Group buys', 'You pay first, we make it if enough people join, and it takes months. You can leave freely until the batch closes, at a small cost until production starts, and afterwards only if we are very late.',
$md$2.1 **What it is.** In a group buy you commission goods together with others. They are made to your choices after the batch has closed. It is not a purchase from stock, and the right to return goods without a reason does not apply to goods made to your choices.

2.2 **Minimum.** A batch or kit that does not reach its minimum by the end of its window is not made. Its price is refunded in full within {{days_to_refund}} days.

2.3 **Your money.** Until the batch has closed above its minimum, payments are kept apart and are not used.

2.4 **Dates.** Dates of production and delivery are estimates. The shop shows the first estimate beside the present one and explains every change in an update.

2.5 **Price tiers.** Where tiers are announced, the tier reached at the end of the window is the price for all orders of the batch. Overpayments are refunded before production starts.$md$),
(3, 'refunds', 'Cancelling and refunds', 'Full refund until closing, most of it until production, all of it if we are more than half a year late.',
$md$3.1 The refund of a group buy order that you cancel depends on the day:

| when you cancel | you get back |
|---|---|
| until the batch closes | {{percent_refund_before_closing}} |
| after closing, before production starts | {{percent_refund_before_production}} |
| after production has started | {{percent_refund_in_production}} |

The dates of your batch are on your order page.

3.2 If the goods are not handed to a carrier within {{months_delay_full_refund}} months after the month that was first promised, you may cancel at any time until they are and get everything back.

3.3 Refunds go the way you paid, within {{days_to_refund}} days after we confirmed them.$md$),
(4, 'in-stock', 'Goods in stock and preorders', 'Ordinary shopping: sent within days, with 14 days to return it.',
$md$4.1 Goods in stock are handed to a carrier within the working days named on their page, counted from payment.

4.2 You may return them within {{days_to_return}} days after arrival without a reason, unused and complete. You pay the postage back; we refund the price and the outward postage of the cheapest method.

4.3 Preorders are paid at once and may be cancelled for a full refund until they are packed.

4.4 An unpaid order holds its goods for {{hours_to_pay}} hours and then expires. Without an account, it holds them for {{minutes_to_confirm}} minutes until you confirm your e-mail or pay.$md$),
(5, 'raffles', 'Raffles', 'Free to enter, one entry each, decided by a public beacon that nobody can influence. You pay only if you win.',
$md$5.1 Entry is free and open to everyone whose country the shop ships to. One person has one entry; entries of the same person under several accounts are removed before the freeze.

5.2 At opening, the shop names the round of the randomness beacon *drand quicknet* that will decide. At closing, entries are frozen, and their numbers and a fingerprint of the list are published.

5.3 The rank of an entry is the SHA-256 of the randomness of that round and the number of the entry. Goods are given out down the rank, respecting the order of wishes and the maximum of each entrant.

5.4 A winner has {{hours_to_pay_raffle}} hours to pay. What is not paid goes further down the same rank; there is never a second draw.

5.5 After {{strikes_until_pause}} unpaid wins an account is paused for raffles for {{months_of_pause}} months.$md$),
(6, 'lists', 'Waiting lists and interest checks', 'A place costs nothing and promises nothing but the order in which we ask.',
$md$6.1 A waiting list gives out offers in the order of arrival, or of rank where the list continues a raffle. An offer holds until the time it names.

6.2 An offer that lapses does not cost your place. You can leave at any time.

6.3 A vote in an interest check binds neither you nor the shop.$md$),
(7, 'transfer', 'Resale and passing on a place', 'You may give your place to someone else at the price you paid.',
$md$7.1 A group buy order may be transferred until its address is locked, by both people confirming. The fee is {{percent_transfer_fee}}.

7.2 Raffle wins and offers are personal. They can't be transferred before they are paid.

7.3 What you do with goods that you have received is yours to decide.$md$),
(8, 'quality', 'Quality and tolerances', 'We look closely, from 30 cm, on the outside. Hand-made things differ.',
$md$8.1 Outer surfaces are inspected from 30 cm under a desk lamp, three seconds a side. What shows is a fault. Inner surfaces and hook marks of anodising are not judged.

8.2 Colour may differ from samples by a ΔE of 2 for plastics and 4 for anodised parts of different batches. Within a batch, parts that touch are matched.

8.3 Dimensions keep to ±0.15 mm for milled and ±0.3 mm for moulded parts, and ±1 mm for wood.

8.4 Artisan caps are made by hand and differ from their picture and from each other.$md$),
(9, 'shipping', 'Shipping, taxes and duties', 'You see postage before you pay. Customs may ask for more where we say so.',
$md$9.1 Methods, prices and days are those on the page [Shipping by country](/countries) at the time of the order.

9.2 Where the page says that the shop collects the tax, nothing is due at the door. Elsewhere import charges are yours.

9.3 The risk passes to you on delivery. Report damage within {{days_to_report_damage}} days, with a picture.

9.4 Customs forms state true contents and values.$md$),
(10, 'warranty', 'Warranty', 'What breaks in normal use within two years we put right.',
$md$10.1 For {{months_of_warranty}} months after arrival we repair or replace what fails in normal use, or refund it if neither is possible.

10.2 Worn parts such as feet, gaskets and switches are covered for faults, not for wear. Opening and changing a board does not void anything; breaking it does.$md$),
(11, 'privacy', 'Your data', 'Only what an order needs, and you can take it out or have it erased.',
$md$11.1 We store what is needed for orders, lists and the law. Visits are counted only with your consent, without your name.

11.2 You can export your data and delete your account at any time. Orders remain without your name for as long as the law demands.$md$),
(12, 'law', 'Law and disputes', 'The law of our country, and your own consumer rights on top of it. Write to us first.',
$md$12.1 The law of [fill in: your country] applies. Rights that the law of your country gives you as a consumer stay untouched.

12.2 Write to us first; most things are solved with a mail. If not, the ordinary courts decide.$md$)
) as s (position, code, title, plain, body)
join public.legal_versions v on v.document = 'terms' and v.number = 1;

-- About the shop, and small texts of other pages --------------------------------------------------

insert into public.page_texts (page, code, title, body, position) values
('about', 'who-runs-it', 'Who runs the shop', '[fill in: who you are, and since when you make what you sell]', 2),
('about', 'contact', 'Contact', '[fill in: the address that customers write to, and how soon you answer]', 7),
('about', 'imprint', 'Imprint', '[fill in: name, address, trade register, VAT number, and who is responsible for the content]', 8),
('artisans', 'rules', 'How raffles work here', $md$- **Entry is free.** One entry a person.
- Put the colours you want **in order**, and say how many you would take at most.
- After closing, a public beacon decides the rank. You can recompute it.
- **You pay only if you win**, within {{hours_to_pay_raffle}} hours. What is not paid goes to the next in rank.
- After {{strikes_until_pause}} unpaid wins, raffles pause for {{months_of_pause}} months.
- You can withdraw or change your wishes until it closes.$md$, 1),
('artisans', 'handmade', 'Made by hand', $md$Every cap is cast and finished by hand. Yours may differ from the picture, and that is the point.$md$, 2),
('countries', 'true-value', 'We state true values', $md$Customs forms say what is in the parcel and what it cost. Please don't ask us to write anything else; if a parcel is lost, the carrier pays what the form says.$md$, 2),
('updates', 'promise', 'How often we write', $md$A running batch does not go longer than {{weeks_before_silence}} weeks without news, even if the news is that there is none.$md$, 1);
