-- The starter set: what every shop needs to build and to run, whoever sells what. It goes into a new
-- embedded shop, and into a hosted one by `npm run deploy`, once. From then on its rows are the owner's.
-- What only the owner knows stands in square brackets, as in [fill in: your address]; `npm run doctor`
-- says which of them are left.

-- Numbers that texts and functions share ---------------------------------------------------------

insert into public.settings (key, value, unit, meaning) values
  ('hours_to_pay', 72, 'hours', 'How long an unpaid order holds its stock before it expires.'),
  ('minutes_to_confirm', 30, 'minutes', 'How long a guest’s order holds its stock until it is paid or its e-mail is confirmed.'),
  ('unpaid_orders_per_client', 30, 'count', 'How many orders one visitor can place in ten minutes without paying.'),
  ('captcha_for_guests', 0, 'count', '1 asks people who order without an account to show that they are not a robot.'),
  ('hours_to_pay_raffle', 48, 'hours', 'How long the winner of a raffle has to order and pay.'),
  ('minutes_cart_hold', 30, 'minutes', 'How long an accepted offer stays reserved in the cart.'),
  ('days_to_return', 14, 'days', 'How long in-stock goods can be returned after they arrive.'),
  ('days_to_refund', 10, 'days', 'How soon we pay a refund after we have confirmed it.'),
  ('months_of_warranty', 24, 'months', 'How long we repair or replace what fails in normal use.'),
  ('weeks_before_silence', 6, 'weeks', 'How long a running batch may go without news before staff are reminded.'),
  ('percent_refund_before_closing', 100, 'percent', 'Refund of a group buy order cancelled before the batch closes.'),
  ('percent_refund_before_production', 90, 'percent', 'Refund of a group buy order cancelled after closing and before production.'),
  ('percent_refund_in_production', 0, 'percent', 'Refund of a group buy order cancelled without a reason after production has started.'),
  ('months_delay_full_refund', 6, 'months', 'A delay beyond the original ETA by this much gives the right to cancel for a full refund.'),
  ('strikes_until_pause', 2, 'count', 'Number of unpaid wins after which an account is paused for raffles.'),
  ('months_of_pause', 6, 'months', 'How long an account stays paused for raffles.'),
  ('percent_transfer_fee', 0, 'percent', 'Fee for transferring a group buy order to someone else.'),
  ('hours_address_lock_notice', 48, 'hours', 'How long before addresses of a batch are locked we e-mail its buyers.')
on conflict (key) do nothing;

-- Countries, taxes and zones -----------------------------------------------------------------------
-- No method and no rate: until the owner adds them, checkout offers no shipping.

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
    when in_eu then 'Inside the EU there is nothing to pay on delivery.'
    when code = 'HK' then 'Hong Kong charges neither import duty nor VAT.'
    else 'The carrier may charge import tax, duty and a handling fee on delivery.'
  end;

-- Standard rates as the countries' tax authorities publish them; a past one stays, for old orders. Where the
-- shop is registered to collect one, the owner says under Money.
insert into public.tax_rates (country_code, tax_class_code, name, rate_basis_points, valid_from, valid_to)
select rate.code, 'goods', rate.name, basis_points, valid_from::date, valid_to::date
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
('glossary', 1, 'ic', 'IC, interest check', 'A vote before a group buy: who would buy this? Votes are not binding.'),
('glossary', 2, 'gb', 'GB, group buy', 'Ordering together before something is made.'),
('glossary', 3, 'moq', 'MOQ, minimum order quantity', 'The number of orders that a batch or a kit needs. With fewer, it is dropped.'),
('glossary', 4, 'batch', 'Batch', 'One production run of one product, with its own ordering window and ship date.'),
('glossary', 5, 'extras', 'Extras', 'Items left over once every buyer has received a faultless order.'),
('glossary', 6, 'kit', 'Kit', 'For keycaps, a part of a set that is sold on its own, such as base, numpad or novelties. For a board, what you need to build it: case, plate and PCB, without switches and keycaps.'),
('glossary', 7, 'colorway', 'Colorway', 'A named set of colours. For an artisan, one edition in those colours.'),
('glossary', 8, 'sculpt', 'Sculpt', 'The form of an artisan keycap. One sculpt is cast in many colorways.'),
('glossary', 9, 'artisan', 'Artisan', 'A single keycap made by hand.'),
('glossary', 10, 'raffle', 'Raffle', 'A draw that decides who may buy. Entering is free.'),
('glossary', 11, 'offer', 'Offer', 'The right to buy one item until a certain time.'),
('glossary', 12, 'plate-pcb', 'Plate and PCB', 'The plate holds the switches; the PCB (printed circuit board) below it connects them.'),
('glossary', 13, 'ansi-iso', 'ANSI and ISO', 'Two layouts of the main block. ISO has a tall enter key and an extra key next to the left shift.'),
('glossary', 14, 'u', 'u, unit', 'The width of a letter key: 19.05 mm. A 2u key is as wide as two.'),
('glossary', 15, 'profile', 'Profile', 'The shape of a keycap seen from the side: its height, slope and curve.')
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

1.2 The version in force when you order or enter applies to that order or entry. We store which version you agreed to. You can read older versions on this page.$md$),
(2, 'group-buys', 'Group buys', 'You pay first, we make it if enough people join, and it takes months. You can cancel free of charge until the batch closes, at a small cost until production starts, and after that only if we are very late.',
$md$2.1 **What it is.** In a group buy you commission goods together with others. They are made to order, in the options you chose, after the batch has closed. You can't return such goods just because you changed your mind.

2.2 **Minimum.** A batch or kit that does not reach its minimum by the time orders close is not made. We refund its price in full within {{days_to_refund}} days.

2.3 **Your money.** Until the batch has closed with its minimum reached, we keep payments in a separate account and do not use them.

2.4 **Dates.** Production and delivery dates are estimates. The shop shows the first estimate next to the current one and explains every change in an update.

2.5 **Price tiers.** If the price has tiers, everyone in the batch pays the tier reached when orders close. If you paid more, we refund the difference before production starts.$md$),
(3, 'refunds', 'Cancelling and refunds', 'A full refund until closing, most of it until production starts, and a full refund if we are more than {{months_delay_full_refund}} months late.',
$md$3.1 How much we refund when you cancel a group buy order depends on when you cancel:

| when you cancel | refund |
|---|---|
| until the batch closes | {{percent_refund_before_closing}} |
| after closing, before production starts | {{percent_refund_before_production}} |
| after production has started | {{percent_refund_in_production}} |

The dates of your batch are on your order page. Cancel there: it names the amount before you confirm.

3.2 If the goods have not shipped within {{months_delay_full_refund}} months after the month first promised, you can cancel for a full refund until they ship, on your order page.

3.3 We make refunds to the account you paid from, within {{days_to_refund}} days after we have told you about them.$md$),
(4, 'in-stock', 'Goods in stock and preorders', 'Ordinary shopping: it ships within days, and you have {{days_to_return}} days to return it.',
$md$4.1 Goods in stock ship within the number of working days stated on their page, counted from payment.

4.2 You may return them within {{days_to_return}} days after arrival without a reason, unused and complete. Withdraw on your order page or [with the withdrawal form](/legal/withdrawal). You pay for the return. We refund the price, and the original postage up to the cost of our cheapest method.

4.3 You pay for a preorder when you order. You may cancel it for a full refund until it is packed.

4.4 We hold the goods of an unpaid order for {{hours_to_pay}} hours. Then the order expires. If you order without an account, you have {{minutes_to_confirm}} minutes to confirm your e-mail address or pay. After that, the goods go back on sale.$md$),
(5, 'raffles', 'Raffles', 'Free to enter, one entry each, decided by a public random number that nobody can influence. You pay only if you win.',
$md$5.1 Entry is free and open to everyone in a country that the shop ships to. Each person may enter once. If someone enters with several accounts, we remove the extra entries before the draw.

5.2 A public service, the *drand quicknet* beacon, publishes a random number every three seconds. When the raffle opens, the shop announces which of these numbers will decide. When it closes, entries can no longer change, and the shop publishes the ID of every entry and a fingerprint of the list.

5.3 For each entry, the shop joins the random number and the ID of the entry and calculates their SHA-256 hash. The lowest hash ranks first. We go down the ranking and give each person the first of their choices that is left, and more if they asked for more and the rules allow it.

5.4 A winner has {{hours_to_pay_raffle}} hours to order and pay. Whoever puts the item into the cart or orders it shortly before they end has {{minutes_cart_hold}} minutes from then. If a winner doesn't pay, the item goes to the next person in the same ranking. There is never a second draw.

5.5 After {{strikes_until_pause}} unpaid wins, an account can't enter raffles for {{months_of_pause}} months.$md$),
(6, 'lists', 'Waiting lists and interest checks', 'Joining costs nothing, and a place does not commit you to buying.',
$md$6.1 We make offers in the order in which people joined the waiting list. If the list follows on from a raffle, we use the ranking of that raffle. Each offer has a deadline.

6.2 If you let an offer expire, you keep your place. You can leave the list at any time.

6.3 A vote in an interest check does not commit you or the shop to anything.$md$),
(7, 'transfer', 'Transfers and resale', 'You may transfer your order to someone else at the price you paid.',
$md$7.1 You may transfer a group buy order until its address is locked. You name the other person, and they accept. The fee is {{percent_transfer_fee}} of the order.

7.2 Raffle wins and offers are personal. You can't transfer them before you have paid.

7.3 Once you have received the goods, you may resell them.$md$),
(8, 'quality', 'Quality and tolerances', 'We check the outside from 30 cm. Handmade items differ.',
$md$8.1 We inspect outer surfaces from 30 cm under a desk lamp, for three seconds a side. A mark that is visible that way is a fault. Marks on inner surfaces and hook marks from anodising are not faults.

8.2 Colours may differ slightly from samples: by a ΔE of up to 2 for plastics, which you see only side by side, and of up to 4 for anodised parts of different batches, which you may notice. Within a batch, we match parts that touch.

8.3 Dimensions may vary by ±0.15 mm for milled parts, ±0.3 mm for moulded parts and ±1 mm for wood.

8.4 Artisan caps are made by hand. They differ from their pictures and from each other.$md$),
(9, 'shipping', 'Shipping, taxes and duties', 'You see the postage before you pay. For some countries, you pay customs charges on delivery.',
$md$9.1 Shipping methods, prices and delivery times are those shown under [Shipping by country](/countries) when you order.

9.2 That page also says for each country whether the shop collects taxes. You pay any other import charges.

9.3 The risk passes to you on delivery. Report damage as soon as you can, with a picture.

9.4 We state true contents and values on customs forms.$md$),
(10, 'warranty', 'Warranty', 'If something breaks in normal use within {{months_of_warranty}} months, we put it right.',
$md$10.1 For {{months_of_warranty}} months after arrival, we repair or replace items that fail in normal use. If neither is possible, we refund them.

10.2 For parts that wear out, such as feet, gaskets and switches, the warranty covers faults but not wear. You may open or modify your board and keep the warranty, but the warranty does not cover damage that you cause.$md$),
(11, 'privacy', 'Your data', 'We store only what we need, and you can export or delete it.',
$md$11.1 We store what we need for orders and lists, and what the law requires. We count visits only with your consent and without your name.

11.2 You can export your data and delete your account at any time. We then keep your orders without your name for as long as the law requires.$md$),
(12, 'law', 'Law and disputes', 'The law of our country, and your own consumer rights on top of it. Write to us first.',
$md$12.1 The law of [fill in: your country] applies. You keep the rights that the law of your country gives you as a consumer.

12.2 Please write to us first: we can solve most problems by e-mail. If we can't, the courts decide.$md$)
) as s (position, code, title, plain, body)
join public.legal_versions v on v.document = 'terms' and v.number = 1;

-- The other legal pages: texts to begin with, as the terms are. What they say of this software is true of
-- it; what the owner does beside it, and with whom, stands in square brackets.

insert into public.legal_versions (document, number, changes, publish_at, effective_at)
select document, 1, changes, date_trunc('day', now()), date_trunc('day', now())
from (values
  ('privacy', 'The first privacy notice of the shop.'),
  ('withdrawal', 'The first instructions on withdrawal.'),
  ('imprint', 'The first imprint of the shop.'),
  ('accessibility', 'The first accessibility statement of the shop.')
) as d (document, changes);

insert into public.legal_sections (version_id, code, title, plain, body, position)
select v.id, s.code, s.title, s.plain, s.body, s.position
from (values
('privacy', 1, 'controller', 'Who is responsible', 'Who decides what happens to your data, and whom to write to.',
$md$1.1 Responsible for your data in this shop is [fill in: name, address and e-mail address, and your data protection officer if you have one].$md$),
('privacy', 2, 'orders', 'When you order', 'We need your name, address and e-mail address to send you what you bought.',
$md$2.1 For an order we store your name, address, e-mail address and phone number if you give one; what you bought, with options and designs; prices, taxes, payments and refunds; the parcels; the version of the terms you agreed to; and a history of the order.

2.2 We need this to fulfil the contract with you, and tax law makes us keep it. Without a name, an address and an e-mail address we can't deliver.

2.3 To stop one person from holding all the goods, we store a fingerprint of the address your device has on the internet, or of your account, with an unpaid order. We delete it a day after the order is paid, cancelled or has expired.$md$),
('privacy', 3, 'account', 'When you have an account', 'An account keeps your orders, addresses and designs together. You can do without one.',
$md$3.1 For an account we store your e-mail address or phone number, your password as a fingerprint that can't be turned back, your name and addresses if you enter them, your settings, your cart, what you keep for later, what you put on your shelf, and the devices that are signed in: the browser they name and when they were used.

3.2 A new password may be compared with lists of stolen passwords. For that, the first signs of its fingerprint go to a service that can't learn the password from them.

3.3 We need this to give you the account that you asked for.$md$),
('privacy', 4, 'lists', 'Raffles, lists, designs and product e-mails', 'Entries are published as numbers, never with names. E-mails about products start only after you confirm them.',
$md$4.1 For a raffle, a waiting list or an interest check we store what you chose and when. We publish the entries of a raffle as numbers without names, so that anyone can check the draw.

4.2 If you follow a product, or everything new, we store your e-mail address. We write only once you have confirmed it, and every e-mail has a link that ends it.

4.3 You can also get notifications in your browser, without an address. For that we store where your browser's push service takes them, your browser's key, its language, what you follow there and, if you are signed in, your account. The push service passes each notification on and can't read it. The same button ends it.

4.4 A design that you save is private until you share it or make it public.$md$),
('privacy', 5, 'statistics', 'Visit statistics and error reports', 'We count visits only if you agree, and without your name. Error reports carry no personal data, and you can decline them.',
$md$5.1 If you agree, we count which pages lead to orders: products viewed, cart, checkout, order. The events carry a random number of your browser and where you came from, never your name, your account or your address on the internet. If your browser asks not to be tracked, we don't ask and don't count. You can change your choice at the foot of every page.

5.2 If a page fails, your browser may send us a report that says what failed and in which build. We remove what you typed, e-mail addresses and the query of addresses first. If you decline the statistics, no report is sent.

5.3 We count with your consent. We read error reports because we have to keep the shop working.$md$),
('privacy', 6, 'browser', 'What your browser keeps', 'No advertising cookies. Your cart, your choices and your sign-in stay in your browser.',
$md$6.1 Your browser keeps your cart, what you keep for later, the address you are typing at checkout, links to your orders as a guest, designs you have not saved, the theme, your choice about statistics, and your sign-in. These stay in your browser and are needed for what you do here.

6.2 Only if you agree to the statistics, two cookies are set, whose names begin with AMP. They last a year at most and are deleted when you change your mind.$md$),
('privacy', 7, 'recipients', 'Who receives data', 'Only those who are needed to run the shop and to deliver your order.',
$md$7.1 These services work for us and get what they need for it:

- the host of the database and of sign-in, who stores what this page lists: [fill in: Supabase or who hosts it, and in which country];
- the host of these pages, who sees the address of your device on the internet: [fill in: name];
- the service that sends our e-mails, with your e-mail address and the e-mail: [fill in: name];
- the payment service, with your e-mail address, the order number and the amount; you enter card details there, and we never see them: [fill in: Stripe, or none];
- carriers and customs, with your name, address, phone number, e-mail address and what is in the parcel;
- the makers of goods that are made for you, with the options and the design, without your name;
- the push service of your browser's maker, if you are told in a browser, with the encrypted notice;
- the service that receives error reports, if there is one: [fill in: Sentry, or none];
- the service that also receives visit statistics, if you agreed and if there is one: [fill in: Amplitude, or none];
- the service that checks that a guest is human, if the shop asks for it: [fill in: Turnstile, hCaptcha or none].

7.2 We sell no data, and we pass none on for advertising.$md$),
('privacy', 8, 'how-long', 'How long we keep it', 'Orders as long as tax law requires. Everything else goes as soon as it is no longer needed.',
$md$| what | how long |
|---|---|
| orders, payments and their history | as long as tax law requires: [fill in: years] |
| payments to our bank account that are for no order | 400 days |
| our e-mails to you | 400 days after sending |
| single events of visit statistics | 400 days; the sums of each day stay |
| e-mail addresses that never confirmed what they follow | 3 days |
| e-mail addresses that no longer follow anything | 30 days |
| browsers that show notifications | until you end it, or 400 days after one was last reached |
| designs of guests that are not public and not ordered | 180 days after the last change |
| wrong codes and order numbers typed | 1 day |
| who on our staff changed what | 10 years |
| an account | until you delete it; then 14 days, in which you can undo that |

When an account is deleted, its addresses, designs, places on lists, cart, kept items, shelf, e-mails and browsers go with it. Its orders stay without name, address and e-mail address. An order that is still on its way keeps them until it has arrived.$md$),
('privacy', 9, 'rights', 'Your rights', 'You can see, correct, export and delete your data, and complain.',
$md$9.1 Under [Your details](/user/details) you can correct your data, download all of it, and delete your account. If you order without an account, write to us.

9.2 You have the right to access, correction, deletion, restriction, data portability and objection, and you can withdraw any consent at any time for the future.

9.3 You can complain to a data protection authority. Ours is [fill in: name and website].$md$),

('withdrawal', 1, 'right', 'Your right to withdraw', 'You have {{days_to_return}} days from when your goods arrive to change your mind, without a reason.',
$md$1.1 You have the right to withdraw from a contract with us within {{days_to_return}} days without giving any reason.

1.2 The period ends {{days_to_return}} days after you, or someone you named who is not the carrier, received the goods. If you ordered several items in one order and they arrive separately, it counts from the last of them.

1.3 You can also withdraw before the goods have arrived.$md$),
('withdrawal', 2, 'how', 'How to withdraw', 'Tell us clearly that you withdraw. In time means sent in time.',
$md$2.1 Tell us in a clear statement that you withdraw from the contract: with the form above, on your order page, or by e-mail or by letter to [fill in: name, address and e-mail address]. You may use the model form below, but you don't have to.

2.2 It is enough that you send the statement before the period ends. We confirm by e-mail that we have received it.$md$),
('withdrawal', 3, 'effects', 'What happens then', 'We refund the price and standard postage within 14 days. You send the goods back and pay for that.',
$md$3.1 If you withdraw, we refund all payments we received from you, including postage. We do not refund the extra cost of a shipping method that is dearer than our cheapest one. We do this without delay, at the latest 14 days after you told us, by the payment method you used, and at no cost to you.

3.2 We may wait with the refund until the goods are back or you have shown that you sent them, whichever comes first.

3.3 Send the goods back without delay, at the latest 14 days after you told us, to [fill in: address for returns]. You pay the direct cost of returning them.

3.4 You only pay for a loss in value if you handled the goods more than is needed to see what they are like and how they work.$md$),
('withdrawal', 4, 'exceptions', 'When there is no such right', 'Goods that are made for you can’t be returned because you changed your mind.',
$md$4.1 The right does not apply to goods that are made to your specification, such as your own designs, commissions, and group buys that are made in the options you chose. The part [Cancelling and refunds](/legal/terms#refunds) of the terms says how you can cancel those.

4.2 It does not change your rights if something is faulty: see [Warranty](/legal/terms#warranty).$md$),
('withdrawal', 5, 'model-form', 'Model form', 'A form to print or copy, if you would rather write to us.',
$md$Complete and return this form only if you wish to withdraw from the contract.

- To: [fill in: name, address and e-mail address]
- I/We\* hereby give notice that I/we\* withdraw from my/our\* contract of sale of the following goods\*/for the provision of the following service\*:
- Ordered on\*/received on\*:
- Order number:
- Name of consumer(s):
- Address of consumer(s):
- Signature of consumer(s), only if this form is sent on paper:
- Date:

\* Delete as appropriate.$md$),

('imprint', 1, 'operator', 'Who runs this shop', 'The business that you buy from.',
$md$[fill in: name of the business, legal form, street address, country, and who represents it]$md$),
('imprint', 2, 'contact', 'Contact', 'How you reach us quickly.',
$md$E-mail: [fill in: e-mail address]

Phone: [fill in: phone number]$md$),
('imprint', 3, 'register', 'Register and tax', 'Where the business is registered, and its VAT number.',
$md$Trade register: [fill in: register and number, or none]

VAT number: [fill in: number, or none]

Responsible for the content of these pages: [fill in: name and address]$md$),
('imprint', 4, 'disputes', 'Disputes', 'Write to us first. There is also help outside the courts.',
$md$[fill in: whether you take part in dispute resolution before a consumer arbitration board, and which one]$md$),

('accessibility', 1, 'aim', 'What we aim for', 'Everyone should be able to use this shop, whatever they see, hear or hold.',
$md$1.1 This shop is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, the standard behind the European Accessibility Act and EN 301 549.

1.2 Products, prices, texts and terms are plain pages that work without JavaScript. Cart, checkout, account and colour picker need JavaScript.$md$),
('accessibility', 2, 'how-we-test', 'How we test', 'Every page is checked by a program, with the keyboard alone, on narrow screens and with large text.',
$md$2.1 Before a version of this software is released, every page is checked in a light and a dark theme with axe, a program that finds faults of accessibility. Every page is also reached with the Tab key alone, and loses nothing on a screen of 320 pixels or at a zoom of 200%.

2.2 Pages follow the settings of your device for theme, contrast colours and reduced motion.

2.3 A program finds only some of the faults. People with disabilities have not tested these pages on our behalf: [fill in: or say who has, and when].$md$),
('accessibility', 3, 'limits', 'What does not work well yet', 'What we know of.',
$md$3.1 The colour picker is a drawing tool. It can be used with the keyboard and names its colours, but a drawing stays hard to judge without seeing it.

3.2 Downloads, such as build guides and drawings, come as the makers gave them to us and may not be accessible. Tell us what you need, and we send it in another form.

3.3 The pages of the payment service belong to it.

3.4 [fill in: what else you know of, or remove this line]$md$),
('accessibility', 4, 'feedback', 'Tell us', 'If something gets in your way, write to us. If we don’t help, an authority does.',
$md$4.1 Write to [fill in: e-mail address and phone number]. Say which page it was and what you wanted to do.

4.2 If our answer does not help you, turn to [fill in: the authority of your country, with its website].$md$)
) as s (document, position, code, title, plain, body)
join public.legal_versions v on v.document = s.document and v.number = 1;

-- About the shop, and small texts of other pages --------------------------------------------------

insert into public.page_texts (page, code, title, body, position) values
('about', 'who-runs-it', 'Who runs the shop', '[fill in: who you are, and since when you make what you sell]', 2),
('about', 'contact', 'Contact', '[fill in: the address that customers write to, and how soon you answer]', 7),
('artisans', 'rules', 'How raffles work here', $md$- **Entry is free.** One entry per person.
- Put the colours you want **in order**, and say how many you would take at most.
- After closing, a public random number decides the ranking. You can check it yourself.
- **You pay only if you win**, within {{hours_to_pay_raffle}} hours. If you don't, the cap goes to the next person in the ranking.
- After {{strikes_until_pause}} unpaid wins, you can't enter raffles for {{months_of_pause}} months.
- You can change or withdraw your entry until the raffle closes.$md$, 1),
('artisans', 'handmade', 'Made by hand', $md$Every cap is cast and finished by hand. Yours may differ from the picture, and that is the point.$md$, 2),
('countries', 'true-value', 'We state true values', $md$Customs forms state what is in the parcel and what it cost. Please don't ask us to state anything else. If a parcel is lost, the carrier only pays the value on the form.$md$, 2),
('updates', 'promise', 'How often we write', $md$While a batch is being made, we aim to post news at least every {{weeks_before_silence}} weeks.$md$, 1);
