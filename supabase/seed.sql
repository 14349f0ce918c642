-- The demo shop, on top of the starter set: everything in it is invented, and every date is relative to
-- the moment of seeding, so it never looks stale. It runs in the embedded backend alone; a hosted shop
-- has the starter set.

do $$
begin
  if coalesce(current_setting('keywright.embedded', true), '') <> 'on' then
    raise exception 'The demo shop is for the embedded backend alone: this database is not one.'
      using hint = 'Hosted projects start empty; products are made in the admin screens.';
  end if;
end;
$$;

select set_config('keywright.stock_reason', 'Opening stock of the demo shop', true);

update public.payment_methods set is_offered = true, note = 'A demo page that stands in for the payment provider.' where code = 'demo';

-- No bank has the code KEYW, and the number counts up: only the checksum is right.
insert into public.bank_accounts (currency, holder, iban, bic, bank) values
  ('EUR', 'Keywright demo shop', 'NL03KEYW0123456789', 'KEYWNL2X', 'Demo Bank (does not exist)');

insert into public.currency_rates (code, name, per_euro, rated_on, is_shown, position)
select code, name, per_euro, current_date, is_shown, position from (values
  ('USD', 'US dollar', 1.0874, true, 1),
  ('GBP', 'British pound', 0.8412, true, 2),
  ('CAD', 'Canadian dollar', 1.5168, true, 3),
  ('AUD', 'Australian dollar', 1.6635, true, 4),
  ('JPY', 'Japanese yen', 163.42, true, 5),
  ('KRW', 'South Korean won', 1498.7, true, 6),
  ('CHF', 'Swiss franc', 0.9386, true, 7),
  ('SEK', 'Swedish krona', 11.216, true, 8),
  ('NOK', 'Norwegian krone', 11.7345, false, 9)
) r (code, name, per_euro, is_shown, position);

-- Countries, taxes, zones and rates ---------------------------------------------------------------

insert into public.countries (code, name, ships, not_shipped_reason, currency, duties_payer, region_label) values
  ('BR', 'Brazil', false, 'Brazilian customs need the recipient’s tax number, and even then more parcels come back to us than arrive. Please buy from our partner Tecla Aberta instead.', 'BRL', 'customer', 'State'),
  ('AR', 'Argentina', false, 'Our carriers don’t collect import charges in Argentina, so parcels are held at customs and then sent back.', 'ARS', 'customer', 'Province'),
  ('IN', 'India', false, 'Customs ask for documents that a small shop can’t supply for every order. We are looking for a partner.', 'INR', 'customer', 'State');

update public.countries set
  duties_payer = case when code in ('NO', 'AU', 'NZ', 'SG') then 'shop' else duties_payer end,
  duties_note = case
  when code = 'NL' then 'We ship from Utrecht. The price you see is the price you pay.'
  when in_eu then 'Inside the EU there is nothing to pay on delivery.'
  when code = 'GB' then 'On parcels worth more than £135, the carrier may charge duty and a handling fee. Keyboards are free of duty; desk mats and bags may not be.'
  when code in ('CH', 'LI') then 'The carrier also charges a customs fee. Switzerland waives VAT of less than CHF 5. That covers parcels worth up to about CHF 62, shipping included.'
  when code = 'NO' then 'We are registered for VOEC. For a single item worth NOK 3,000 or more, the carrier may charge a clearance fee.'
  when code = 'IS' then 'The carrier also charges a clearance fee.'
  when code = 'US' then 'The duty-free allowance for small parcels has ended. Duty depends on where the goods were made. The carrier works it out and charges you for it, plus a fee. Our customs form gives the country of origin of each item.'
  when code = 'CA' then 'The carrier collects GST, or your province’s HST, and adds a handling fee. Parcels worth CAD 20 or less are free of tax and fee.'
  when code = 'MX' then 'The carrier collects the tax and a fee before delivery.'
  when code = 'AU' then 'Customs may charge duty on parcels worth more than AUD 1,000.'
  when code = 'NZ' then 'Customs may charge duty on parcels worth more than NZD 1,000.'
  when code = 'SG' then 'The carrier may charge a clearance fee for parcels worth more than SGD 400.'
  when code = 'JP' then 'Parcels worth JPY 10,000 or less are free of duty and consumption tax. Above that, the carrier charges 10%.'
  when code = 'KR' then 'Customs will ask for your personal customs code (PCCC). Parcels worth USD 150 or less are free of duty and VAT.'
  when code = 'TW' then 'Parcels worth TWD 2,000 or less are free of duty and VAT unless you import often. You confirm each parcel in the EZ WAY app.'
  when code = 'HK' then 'Hong Kong charges neither import duty nor VAT.'
  when code = 'MY' then 'The carrier charges 10% low-value goods tax on goods worth MYR 500 or less.'
  when code = 'TH' then 'For some goods, customs also charge duty.'
  when code = 'PH' then 'Parcels worth PHP 10,000 or less are free of duty and VAT. Above that, the carrier charges duty and 12% VAT.'
  when code = 'IL' then 'Personal imports worth up to USD 75 are free of VAT. Above that, you pay 18% VAT.'
  when code = 'AE' then 'Parcels worth AED 300 or less are free of duty and VAT. Above that, you pay 5% duty and 5% VAT.'
  when code = 'CL' then 'Above USD 500, customs also charge duty.'
  when code = 'ZA' then 'The carrier also charges duty and a fee.'
  else 'We do not ship there yet.'
end || case when in_eu or code = 'HK' then '' else E'\n\nWe state the true value and contents on every customs form. Please don’t ask us to state less.' end;

-- Where the demo shop is registered to collect tax. Limits are those of the laws, at rates of January 2026.
insert into public.tax_registrations (country_code, name, number, limit_minor, limit_per, valid_from) values
  (null, 'OSS', 'NL001234567B01', null, 'parcel', '2021-07-01'),
  ('GB', 'UK VAT up to £135', 'GB000000000', 15600, 'parcel', '2021-01-01'),
  ('NO', 'VOEC', '0000000', 25600, 'item', '2020-04-01'),
  ('AU', 'GST up to AUD 1,000', '000000000000', 57000, 'parcel', '2018-07-01'),
  ('NZ', 'GST up to NZD 1,000', '000-000-000', 49300, 'parcel', '2019-12-01'),
  ('SG', 'GST up to SGD 400', 'OR0000000', 26600, 'item', '2023-01-01');

insert into public.country_restrictions (country_code, shipping_tag, reason) values
  ('AU', 'wood', 'Customs often destroy untreated wood, so we don’t send wooden items here.'),
  ('NZ', 'wood', 'Biosecurity rules don’t allow untreated wood.'),
  ('CL', 'wood', 'Wood would need a plant health certificate, so we don’t send wooden items here.'),
  ('AE', 'battery', 'The only carrier to this country doesn’t fly lithium batteries.'),
  ('IL', 'battery', 'The only carrier to this country doesn’t fly lithium batteries.'),
  ('ZA', 'liquid', 'Carriers don’t fly lubricants to this country.');

insert into public.shipping_zones (code, title, position) values
  ('home', 'Netherlands', 1),
  ('eu-near', 'Neighbours in the EU', 2);
update public.shipping_zones set title = 'Rest of the EU' where code = 'eu';
update public.zone_countries set zone_id = z.id
from public.shipping_zones z
where z.code = case when country_code = 'NL' then 'home' else 'eu-near' end
  and country_code in ('NL', 'BE', 'DE', 'LU', 'FR', 'DK', 'AT');

insert into public.shipping_methods (
  zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, max_value_minor,
  refused_tags, note, position
)
select z.id, m.code, m.name, m.carrier, m.days_min, m.days_max, m.is_tracked, m.max_weight, m.max_value,
  m.refused::text[], m.note, m.position
from (values
  ('home', 'home-letter', 'Letterbox parcel', 'Polderpost', 1, 2, true, 1500, 15000, '{}', 'Fits through the letterbox: keycaps, switches, cables.', 1),
  ('home', 'home-parcel', 'Parcel', 'Polderpost', 1, 2, true, 20000, null, '{}', '', 2),
  ('eu-near', 'eu-near-parcel', 'Tracked parcel', 'Polderpost', 2, 4, true, 20000, null, '{}', '', 1),
  ('eu-near', 'eu-near-express', 'Express', 'Meridian Express', 1, 2, true, 20000, null, '{liquid}', 'Order before noon and it usually arrives the next working day.', 2),
  ('eu', 'eu-parcel', 'Tracked parcel', 'Polderpost', 3, 7, true, 20000, null, '{}', '', 1),
  ('eu', 'eu-express', 'Express', 'Meridian Express', 1, 3, true, 20000, null, '{liquid}', '', 2),
  ('europe', 'europe-parcel', 'Tracked parcel', 'Polderpost', 4, 9, true, 15000, 100000, '{}', 'Where our prices don’t include your taxes, you pay them on delivery.', 1),
  ('europe', 'europe-express', 'Express, customs handled by the carrier', 'Meridian Express', 2, 4, true, 20000, null, '{liquid}', '', 2),
  ('north-america', 'north-america-parcel', 'Tracked parcel', 'Polderpost', 6, 14, true, 10000, 80000, '{battery}', '', 1),
  ('north-america', 'north-america-express', 'Express, customs handled by the carrier', 'Meridian Express', 2, 5, true, 20000, null, '{liquid}', '', 2),
  ('asia-pacific', 'asia-pacific-parcel', 'Tracked parcel', 'Polderpost', 8, 18, true, 10000, 80000, '{battery}', '', 1),
  ('asia-pacific', 'asia-pacific-express', 'Express, customs handled by the carrier', 'Meridian Express', 3, 6, true, 20000, null, '{liquid}', '', 2),
  ('world', 'world-express', 'Express, customs handled by the carrier', 'Meridian Express', 3, 8, true, 15000, null, '{liquid,battery}', 'The only reliable method to these countries.', 1)
) as m (zone, code, name, carrier, days_min, days_max, is_tracked, max_weight, max_value, refused, note, position)
join public.shipping_zones z on z.code = m.zone;

-- One price a weight band. Parcels inside the Netherlands are free from €150 on.
insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
select m.id, r.over, r.up_to, r.price, date_trunc('year', now())::date - 365
from (values
  ('home-letter', 0, 1500, 425),
  ('eu-near-parcel', 0, 500, 890), ('eu-near-parcel', 500, 2000, 1090), ('eu-near-parcel', 2000, 5000, 1390),
  ('eu-near-parcel', 5000, 10000, 1890), ('eu-near-parcel', 10000, 20000, 2690),
  ('eu-near-express', 0, 2000, 2190), ('eu-near-express', 2000, 5000, 2790),
  ('eu-near-express', 5000, 10000, 3690), ('eu-near-express', 10000, 20000, 5290),
  ('eu-parcel', 0, 500, 1190), ('eu-parcel', 500, 2000, 1490), ('eu-parcel', 2000, 5000, 1990),
  ('eu-parcel', 5000, 10000, 2690), ('eu-parcel', 10000, 20000, 3890),
  ('eu-express', 0, 2000, 2990), ('eu-express', 2000, 5000, 3790),
  ('eu-express', 5000, 10000, 4990), ('eu-express', 10000, 20000, 6990),
  ('europe-parcel', 0, 500, 1490), ('europe-parcel', 500, 2000, 1990), ('europe-parcel', 2000, 5000, 2690),
  ('europe-parcel', 5000, 15000, 3990),
  ('europe-express', 0, 2000, 3490), ('europe-express', 2000, 5000, 4490),
  ('europe-express', 5000, 10000, 5990), ('europe-express', 10000, 20000, 8490),
  ('north-america-parcel', 0, 500, 1790), ('north-america-parcel', 500, 2000, 2690),
  ('north-america-parcel', 2000, 5000, 4290), ('north-america-parcel', 5000, 10000, 6990),
  ('north-america-express', 0, 2000, 3990), ('north-america-express', 2000, 5000, 5490),
  ('north-america-express', 5000, 10000, 7990), ('north-america-express', 10000, 20000, 11990),
  ('asia-pacific-parcel', 0, 500, 1990), ('asia-pacific-parcel', 500, 2000, 2990),
  ('asia-pacific-parcel', 2000, 5000, 4790), ('asia-pacific-parcel', 5000, 10000, 7690),
  ('asia-pacific-express', 0, 2000, 4290), ('asia-pacific-express', 2000, 5000, 5990),
  ('asia-pacific-express', 5000, 10000, 8790), ('asia-pacific-express', 10000, 20000, 13490),
  ('world-express', 0, 2000, 4990), ('world-express', 2000, 5000, 7490), ('world-express', 5000, 15000, 11990)
) as r (method, over, up_to, price)
join public.shipping_methods m on m.code = r.method;

insert into public.shipping_rates (
  method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, valid_from
)
select m.id, r.over, r.up_to, r.from_value, r.to_value, r.price, date_trunc('year', now())::date - 365
from (values
  (0, 10000, 0, 15000, 695), (0, 10000, 15000, null, 0),
  (10000, 20000, 0, 15000, 1295), (10000, 20000, 15000, null, 600)
) as r (over, up_to, from_value, to_value, price)
join public.shipping_methods m on m.code = 'home-parcel';

-- Polderpost raises its prices to North America at the turn of the year.
update public.shipping_rates r set valid_to = (date_trunc('year', now()) + interval '1 year')::date
from public.shipping_methods m where m.id = r.method_id and m.code = 'north-america-parcel';
insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
select r.method_id, r.from_weight_grams, r.to_weight_grams, r.price_minor + 200, r.valid_to
from public.shipping_rates r join public.shipping_methods m on m.id = r.method_id
where m.code = 'north-america-parcel';

insert into public.shipping_packages (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams, note) values
  ('Padded envelope', 250, 180, 30, 40, 500, 'One artisan, cables, a set of switches.'),
  ('Kit box', 350, 200, 80, 180, 2000, 'Keycap kits and knobs.'),
  ('Board box', 450, 220, 110, 420, 5000, 'One board in its carton.'),
  ('Double board box', 470, 320, 230, 760, 15000, 'Two boards, or a board and desk mats.');

insert into public.discount_codes (code, title, percent, amount_minor, minimum_minor, valid_from, valid_to, most_uses, most_per_customer, is_combinable) values
  ('WELCOME10', 'Ten per cent off, once for each customer', 10, null, 0, now() - interval '30 days', null, null, 1, false),
  ('MEETUP5', 'Five euros off for meeting us', null, 500, 2500, now() - interval '30 days', now() + interval '300 days', 200, 1, true),
  ('SPRING20', 'Twenty per cent, last spring', 20, null, 0, now() - interval '300 days', now() - interval '200 days', null, null, false);

insert into public.regional_partners (code, name, website, note, position) values
  ('tecla-aberta', 'Tecla Aberta', 'https://tecla-aberta.example', 'Sells our group buys in Brazil, import charges included, and answers in Portuguese.', 1),
  ('north-desk', 'North Desk', 'https://north-desk.example', 'Takes orders from the United States and Canada and clears them through customs in one shipment, which is cheaper than one by one.', 2),
  ('kita-keys', 'Kita Keys', 'https://kita-keys.example', 'Our partner for Japan and South Korea, with prices in yen.', 3),
  ('under-the-fern', 'Under the Fern', 'https://under-the-fern.example', 'Serves Australia and New Zealand from Wellington.', 4),
  ('isle-board-supply', 'Isle Board Supply', 'https://isle-board-supply.example', 'Keeps our in-stock goods in Leeds, so there is nothing to pay on delivery.', 5);
insert into public.partner_countries (partner_id, country_code)
select p.id, c.country
from (values ('tecla-aberta', 'BR'), ('north-desk', 'US'), ('north-desk', 'CA'), ('kita-keys', 'JP'),
  ('kita-keys', 'KR'), ('under-the-fern', 'AU'), ('under-the-fern', 'NZ'), ('isle-board-supply', 'GB')
) as c (partner, country) join public.regional_partners p on p.code = c.partner;

-- The demo shop's own company: no register has it, and its VAT number has the form alone.
update public.sellers set name = 'Keywright demo shop', line1 = '1 Sample Quay', postcode = '1234 AB', city = 'Sampletown',
  country_code = 'NL', vat_number = 'NL001234567B01', register = 'Sampletown trade register 01234567 (does not exist)',
  email = 'hello@keywright.example', terms = 'Goods stay ours until they are paid for.';

-- Keyboards, each in another stage of its life ----------------------------------------------------

insert into public.products (
  kind, category, url, title, summary, body, status, publish_at, position, ship_group, handling_days,
  max_per_customer, in_the_box, still_needed, shipping_tags, hs_code, origin_country_code,
  customs_description, layout_code
) values
('keyboard', 'keyboard', 'sandling-40', 'Sandling 40',
 'A small board (40%) with its keys in a straight grid, in sand-cast aluminium. Would you buy one?',
$md$The smallest board we have drawn: four rows of twelve keys in a straight grid. It is cast in sand, so every case keeps the mark of its mould.

## Why an interest check

A pattern for sand casting costs as much as forty boards. Before we make one, we want to know how many people would buy this board, and in which colour. Nothing is for sale yet. If sixty people vote, it becomes a group buy with a date.

## What is settled

- 4 × 12 keys, each 1u, with one optional 2u bar at the bottom
- 5° typing angle, 14 mm at the front edge
- Gaskets between the plate and the case
- Socketed PCB, USB-C on a daughterboard, open firmware

## What you decide

The case colour, and the 2u bar or the full grid. The vote asks both.$md$,
 'published', now() - interval '24 days', 10, 'sandling-r1', 5, 2,
 array['Case, top and bottom', 'Plate', 'Socketed PCB with daughterboard', 'Gaskets, screws and feet', 'USB-C cable, 1 m'],
 array['47 or 48 switches', 'One 2u stabiliser, if you choose the bar', 'Keycaps in one height, or a 40s kit'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', 'ortho-40'),

('keyboard', 'keyboard', 'fathomline-1800', 'Fathomline 1800',
 'The keys of a full-size board, without the gaps. Opens soon.',
$md$Everyone who works with numbers wants a numpad. Nobody wants to give up half the desk for it. The Fathomline keeps the keys of a full-size board and takes out the gaps.

The case is milled in two pieces that meet in a line along the side: a shallow upper half around the keys, and a deep lower half that holds the weight. The line is a real joint, not an engraving, and it gave the board its name.

## Sound

A top mount on eight points, a 1.5 mm plate and 3 mm of felt below. It sounds low and even. Leave the felt out if you like a brighter sound.

## Before it opens

The prototype has been on our desk for five months. The firmware is finished, the packaging is not. Prices are final. The factory has confirmed the dates on this page in writing.$md$,
 'published', now() - interval '33 days', 20, 'fathomline-r1', 5, 2,
 array['Case, upper and lower half', 'Plate of your choice', 'PCB of your choice with daughterboard', 'Weight of your choice', 'Felt, screws, feet and tools', 'USB-C cable, 1.5 m'],
 array['97 switches (98 for ISO)', 'Stabilisers: one 6.25u, five 2u', 'Keycaps with a 1800 or numpad kit'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', '1800'),

('keyboard', 'keyboard', 'braefell-65', 'Braefell 65',
 'A 65% board with a sloping back and a window that lights up. Open now, but it still needs more orders.',
$md$The Braefell began as a drawing of a hill road: a long slope at the back that drops into a short, steep front. The slope is not decoration. It raises the typing angle to 8° and leaves room underneath for a weight.

## What makes it different

- **One screw.** The case closes with a single knurled screw at the back. No tool is needed to open it.
- **Leaf springs.** The plate hangs in eight leaf springs cut from the plate itself, so there are no gaskets to age.
- **A window.** A strip of acrylic at the back lets the light of the PCB out towards the wall instead of into your eyes.

## The minimum

The factory mills a hundred or none. The bar on this page shows how many have been ordered. If we are still short when the window closes, everyone gets a full refund within {{days_to_refund}} days.$md$,
 'published', now() - interval '61 days', 30, 'braefell-r1', 5, 2,
 array['Case with knurled screw', 'Leaf-spring plate', 'PCB of your choice with daughterboard', 'Weight of your choice', 'Acrylic window and feet', 'USB-C cable, 1.5 m'],
 array['67 switches (68 for ISO)', 'Stabilisers: one 6.25u, three 2u', 'Keycaps for a 65%'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', '65'),

('keyboard', 'keyboard', 'cinderwick-tkl', 'Cinderwick TKL',
 'A quiet, heavy TKL with a brass base. It has reached its minimum, and more orders lower the price.',
$md$A board for offices with thin walls. The plate sits in a ring of silicone and never touches the case, so all you hear is a soft knock.

The base is a sole of brass: 2.1 kg of it if you choose the full sole. The outside is lacquered to stay bright. The inside is left raw and will darken.

## Price tiers

Milling gets cheaper with numbers, and the saving is yours. Everyone pays the tier reached at closing. If you paid more, we refund the difference before production starts.

## Layout

ANSI and ISO, split backspace, stepped caps lock. The socketed PCB is ANSI only: the socket of an ISO enter would be in the way of a mounting point.$md$,
 'published', now() - interval '75 days', 40, 'cinderwick-r1', 5, 3,
 array['Case with silicone ring', 'Plate of your choice', 'PCB of your choice with daughterboard', 'Brass sole of your choice', 'Screws, feet and tools', 'USB-C cable, 1.5 m'],
 array['87 switches (88 for ISO)', 'Stabilisers: one 6.25u, four 2u', 'Keycaps for a TKL'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', 'tkl'),

('keyboard', 'keyboard', 'lampwing-75', 'Lampwing 75',
 'A 75% board in frosted polycarbonate that glows like a paper lantern. Orders have closed and the factory is at work.',
$md$Polycarbonate scatters light and softens sound, and it scratches if you so much as look at it. So the Lampwing is bead-blasted: its rough surface hides small marks.

The case is a shell of two halves around a steel frame. Only the frame carries the plate, so the shell can be thin enough to glow all the way through.

## Progress

The group buy closed with 231 boards, and every kit met its minimum. We are waiting for the mould of the shell. We will show the first parts in an update.

## Missed it?

There will be about a dozen extras. We offer them in the order of the waiting list on this page.$md$,
 'published', now() - interval '150 days', 50, 'lampwing-r1', 5, 2,
 array['Shell in two halves', 'Steel frame', 'Plate of your choice', 'PCB with daughterboard', 'Feet, screws and tools', 'USB-C cable, 1.5 m'],
 array['82 switches', 'Stabilisers: one 6.25u, three 2u', 'Keycaps for a 75%'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', '75'),

('keyboard', 'keyboard', 'aldersea-alice', 'Aldersea',
 'An Alice layout carved out of a block of alder wood. In production, and later than we said.',
$md$Two hands, two halves, one piece of wood. Each Aldersea is milled from a single block of European alder, oiled three times, and lined with a thin aluminium tray that carries the plate.

Wood moves. The tray sits in slots, so the block can swell in summer and shrink in winter without pulling on the plate. It took us four prototypes to stop the creaking.

## Why it is late

The first delivery of alder was too wet. Boards milled from it would have twisted within a year, so we sent it back and waited for wood that had been dried properly. That moved the date once. A broken spindle at the mill moved it again. Our updates tell the whole story, with the dates before and after.

## What it needs from you

Oil it once a year. A small tin and a cloth are in the box.$md$,
 'published', now() - interval '330 days', 60, 'aldersea-r1', 5, 1,
 array['Case of oiled alder with aluminium tray', 'Plate', 'PCB of your choice', 'Oil and cloth', 'Feet, screws and tools', 'USB-C cable, 1.5 m'],
 array['67 switches', 'Stabilisers: five 2u', 'Keycaps with an Alice kit: two spacebars, 2.25u and 2.75u'],
 array['wood'], '847160', 'NL', 'Computer keyboard, kit', 'alice'),

('keyboard', 'keyboard', 'harrowgate-60', 'Harrowgate 60',
 'A plain 60% board at a fair price, made to be opened. Shipping now.',
$md$Our answer to the question of what to buy first. The Harrowgate is a straightforward 60% board with a well-made tray mount: the posts are turned, not moulded, and placed where keys are not hit hard.

You can replace everything in it with parts from other makers. The PCB and the plate are the common size, and the feet are not glued: they screw in.

## In the post

We ship about forty boards a day, in the order in which they were paid. We e-mail you a tracking number when yours ships. If your address has changed, write to us before your parcel is packed.$md$,
 'published', now() - interval '300 days', 70, 'harrowgate-r2', 3, 3,
 array['Case', 'Plate', 'PCB of your choice with daughterboard', 'Screw-in feet and a screwdriver', 'USB-C cable, 1 m'],
 array['61 switches (62 for ISO)', 'Stabilisers: one 6.25u, four 2u', 'Keycaps for a 60%'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', '60'),

('keyboard', 'keyboard', 'merlow-hhkb', 'Merlow',
 'A small board with no keys in the bottom corners, a layout some programmers swear by. The last extras are in stock.',
$md$The Control key is where Caps Lock was, Backspace is in reach, and there are two gaps at the bottom where your palms rest. If you have used this layout for a week you will not go back; if you have not, borrow one first.

The Merlow has a case of cast and polished zinc alloy: 1.6 kg at a width of 29 cm. It does not move.

## Extras

These are extras from the first batch, checked and complete. We have kept enough spare parts for repairs. There will be no second batch.$md$,
 'published', now() - interval '400 days', 80, 'stock', 2, 1,
 array['Case', 'Plate', 'Socketed PCB with daughterboard', 'Feet, screws and tools', 'USB-C cable, 1 m'],
 array['60 switches', 'Stabilisers: one 7u, two 2u', 'Keycaps with a 7u spacebar and a 1.75u right shift'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', 'hhkb'),

('keyboard', 'keyboard', 'quoin-full', 'Quoin',
 'Our first board: full size, bent steel, 184 made. No longer sold.',
$md$The Quoin is where the shop began: two sheets of 2 mm steel, laser-cut, bent and powder-coated by a maker of letterboxes around the corner. It is not pretty from below. It has outlived three desks.

## What it taught us

We promised sixteen weeks and took twenty-nine. Since then, the page of every batch shows the date we first promised next to the date we now expect.

## Repairs

If your Quoin needs a part, write to us. We keep PCBs for repairs.$md$,
 'archived', now() - interval '1100 days', 90, 'stock', 2, 1,
 array['Case of bent steel', 'Plate', 'PCB', 'Feet and screws'],
 array['104 switches', 'Stabilisers: one 6.25u, seven 2u', 'Keycaps for a full-size board'],
 '{}', '847160', 'NL', 'Computer keyboard, kit', 'full'),

('keyboard', 'keyboard', 'tallyman-numpad', 'Tallyman',
 'A numpad with a knob, to go beside any of our boards. Preorder now: it ships when our next delivery arrives.',
$md$Twenty keys and a knob. The Tallyman has the height and angle of a Harrowgate, so the caps line up if you push the two together. It works on its own as well: for sums, for a drawing program, for volume.

The knob sits at the top right. It turns in clicks or freely: you choose with a small lever on its side. The firmware is open, and you can change the keymap.

## Preorder

The second delivery is on its way by rail. You pay now at a fixed price, and you can cancel until your parcel is packed.$md$,
 'published', now() - interval '120 days', 85, 'tallyman-d2', 2, 2,
 array['Case', 'Plate', 'Socketed PCB', 'Aluminium knob', 'USB-C cable, 0.5 m'],
 array['20 switches', 'Stabilisers: three 2u', 'Keycaps for a numpad'],
 '{}', '847160', 'NL', 'Computer numpad, kit', 'numpad');

-- Nobody may see this one before its day: tests look for its words.
insert into public.products (kind, category, url, title, summary, body, status, publish_at, position, layout_code)
values
('keyboard', 'keyboard', 'gannet-tkl', 'Gannet TKL', 'Scheduled: appears in a month.',
 'A TKL for people who travel. This text is under embargo until its day.', 'scheduled', now() + interval '30 days', 95, 'tkl'),
('keyboard', 'keyboard', 'unnamed-split', 'Unnamed split board', '', 'A draft that no visitor may read.', 'draft', null, 99, '');

insert into public.stock_pools (code, title, on_hand) values
  ('MERLOW-SLATE', 'Merlow extras, slate', 4),
  ('MERLOW-CREAM', 'Merlow extras, cream', 9),
  ('TALLYMAN', 'Tallyman, second delivery', 120),
  ('HARROWGATE-PCB', 'PCB 60%, socketed', 64),
  ('HARROWGATE-PCB-SOLDER', 'PCB 60%, soldered', 38);

insert into public.variants (
  product_id, sku, title, contents, is_required, position, availability, price_minor, weight_grams,
  max_per_customer, stock_pool_id, ships_on
)
select p.id, v.sku, v.title, v.contents, v.required, v.position, v.availability::public.availability_kind,
  v.price, v.weight, v.max_each, s.id, current_date + v.ships_in_days
from (values
  ('sandling-40', 'SANDLING-KIT', 'Board kit', 'Case, plate, PCB, gaskets, cable', true, 1, 'list', 28900, 1250, 2, null, null),
  ('sandling-40', 'SANDLING-PCB', 'Extra PCB', 'Socketed PCB, without the small board for the USB socket', false, 2, 'list', 4900, 120, 2, null, null),
  ('fathomline-1800', 'FATHOMLINE-KIT', 'Board kit', 'Case, plate, PCB, weight, felt, cable', true, 1, 'group_buy', 44900, 3400, 2, null, null),
  ('fathomline-1800', 'FATHOMLINE-PLATE', 'Extra plate', 'A second plate, in aluminium', false, 2, 'group_buy', 3900, 280, 2, null, null),
  ('fathomline-1800', 'FATHOMLINE-PCB', 'Extra PCB', 'Socketed PCB, without the small board for the USB socket', false, 3, 'group_buy', 6900, 190, 2, null, null),
  ('braefell-65', 'BRAEFELL-KIT', 'Board kit', 'Case, leaf-spring plate, PCB, weight, window, cable', true, 1, 'group_buy', 36900, 2300, 2, null, null),
  ('braefell-65', 'BRAEFELL-PLATE', 'Extra plate', 'A second leaf-spring plate', false, 2, 'group_buy', 3400, 210, 2, null, null),
  ('braefell-65', 'BRAEFELL-PCB', 'Extra PCB', 'Socketed PCB, without the small board for the USB socket', false, 3, 'group_buy', 5400, 140, 2, null, null),
  ('braefell-65', 'BRAEFELL-WINDOW', 'Coloured windows', 'Three acrylic strips: amber, moss, smoke', false, 4, 'group_buy', 1900, 90, 2, null, null),
  ('cinderwick-tkl', 'CINDERWICK-KIT', 'Board kit', 'Case, ring, plate, PCB, sole, cable', true, 1, 'group_buy', 41900, 3900, 3, null, null),
  ('cinderwick-tkl', 'CINDERWICK-RING', 'Spare ring', 'Two silicone rings: soft and firm', false, 2, 'group_buy', 1400, 60, 3, null, null),
  ('cinderwick-tkl', 'CINDERWICK-PCB', 'Extra PCB', 'PCB without the small board for the USB socket', false, 3, 'group_buy', 5900, 170, 3, null, null),
  ('lampwing-75', 'LAMPWING-KIT', 'Board kit', 'Shell, frame, plate, PCB, cable', true, 1, 'group_buy', 32900, 1700, 2, null, null),
  ('lampwing-75', 'LAMPWING-SHELL', 'Second shell', 'Two halves in smoke', false, 2, 'group_buy', 8900, 620, 2, null, null),
  ('aldersea-alice', 'ALDERSEA-KIT', 'Board kit', 'Case of alder, tray, plate, PCB, oil, cable', true, 1, 'group_buy', 38900, 1900, 1, null, null),
  ('harrowgate-60', 'HARROWGATE-KIT', 'Board kit', 'Case, plate, PCB, feet, cable', true, 1, 'group_buy', 17900, 1150, 3, null, null),
  ('merlow-hhkb', 'MERLOW-SLATE', 'Slate', 'Complete kit, polished and lacquered', false, 1, 'in_stock', 29900, 2050, 1, 'MERLOW-SLATE', null),
  ('merlow-hhkb', 'MERLOW-CREAM', 'Cream', 'Complete kit, polished and painted', false, 2, 'in_stock', 29900, 2050, 1, 'MERLOW-CREAM', null),
  ('quoin-full', 'QUOIN-KIT', 'Board kit', 'Case, plate, PCB', true, 1, 'archived', 21900, 2600, 1, null, null),
  ('tallyman-numpad', 'TALLYMAN-KIT', 'Numpad kit', 'Case, plate, PCB, knob, cable', true, 1, 'preorder', 9900, 620, 2, 'TALLYMAN', 38),
  ('gannet-tkl', 'GANNET-KIT', 'Board kit', 'Under embargo', true, 1, 'group_buy', 25900, 1900, 2, null, null)
) as v (url, sku, title, contents, required, position, availability, price, weight, max_each, pool, ships_in_days)
join public.products p on p.url = v.url
left join public.stock_pools s on s.code = v.pool;

-- What left the bench with a fault, told and cheaper: of the Merlow, and further below a wrist rest.
with pool as (
  insert into public.stock_pools (code, title, on_hand) values ('MERLOW-CREAM-B', 'Merlow extras, cream, B-stock', 2) returning id
)
insert into public.variants (
  product_id, sku, title, contents, flaws, position, availability, price_minor, weight_grams, max_per_customer, stock_pool_id
)
select p.id, 'MERLOW-CREAM-B', 'Cream', 'Complete kit, polished and painted',
  'Two small marks in the paint of the underside, seen only when the board is turned over.',
  3, 'in_stock', 23900, 2050, 1, pool.id
from public.products p, pool where p.url = 'merlow-hhkb';

insert into public.product_options (product_id, code, title, help, zone, position)
select p.id, o.code, o.title, o.help, o.zone, o.position
from (values
  ('case', 'Case colour', 'Colours look different on every screen.', 'case', 1),
  ('layout', 'Layout', 'Decides which keys the board has and where they sit.', null, 2),
  ('pcb', 'PCB', 'A socketed PCB takes switches without soldering. A soldered PCB allows more layouts.', null, 3),
  ('plate', 'Plate', 'A stiffer plate sounds brighter.', 'plate', 4),
  ('weight', 'Weight', 'Sits under the board. You can swap it later.', 'weight', 5)
) as o (code, title, help, zone, position)
join public.products p on p.kind = 'keyboard' and (p.url, o.code) in (
  ('sandling-40', 'case'), ('sandling-40', 'layout'),
  ('fathomline-1800', 'case'), ('fathomline-1800', 'layout'), ('fathomline-1800', 'pcb'), ('fathomline-1800', 'plate'), ('fathomline-1800', 'weight'),
  ('braefell-65', 'case'), ('braefell-65', 'layout'), ('braefell-65', 'pcb'), ('braefell-65', 'plate'), ('braefell-65', 'weight'),
  ('cinderwick-tkl', 'case'), ('cinderwick-tkl', 'layout'), ('cinderwick-tkl', 'pcb'), ('cinderwick-tkl', 'plate'), ('cinderwick-tkl', 'weight'),
  ('lampwing-75', 'case'), ('lampwing-75', 'plate'),
  ('aldersea-alice', 'case'), ('aldersea-alice', 'pcb'), ('aldersea-alice', 'plate'),
  ('harrowgate-60', 'case'), ('harrowgate-60', 'layout'), ('harrowgate-60', 'pcb'),
  ('quoin-full', 'case'), ('tallyman-numpad', 'case')
);

insert into public.option_values (
  option_id, code, title, note, price_delta_minor, weight_delta_grams, colour, is_default, position
)
select o.id, v.code, v.title, v.note, v.delta, v.grams, v.colour, v.position = 1, v.position
from (values
  ('sandling-40', 'case', 'raw', 'Raw', 'Straight from the mould, waxed', 0, 0, '#b9b4a8', 1),
  ('sandling-40', 'case', 'kelp', 'Kelp', 'Powder-coated', 1500, 0, '#46543f', 2),
  ('sandling-40', 'case', 'buoy', 'Buoy', 'Powder-coated', 1500, 0, '#c4502f', 3),
  ('sandling-40', 'layout', 'bar', '2u bar', '47 keys, with a 2u bar in the middle of the bottom row', 0, 0, null, 1),
  ('sandling-40', 'layout', 'grid', 'Full grid', '48 keys of 1u', 0, 0, null, 2),
  ('fathomline-1800', 'case', 'trench', 'Trench', 'Anodised, deep blue', 0, 0, '#22364f', 1),
  ('fathomline-1800', 'case', 'foam', 'Foam', 'White, electrophoretic coating', 2000, 0, '#e8e6df', 2),
  ('fathomline-1800', 'case', 'wreck', 'Wreck', 'Anodised, dark copper', 0, 0, '#7a4a37', 3),
  ('fathomline-1800', 'layout', 'ansi', 'ANSI', '', 0, 0, null, 1),
  ('fathomline-1800', 'layout', 'iso', 'ISO', '', 0, 0, null, 2),
  ('fathomline-1800', 'pcb', 'socketed', 'Socketed', 'ANSI and ISO', 0, 0, null, 1),
  ('fathomline-1800', 'pcb', 'soldered', 'Soldered', 'All layouts, split backspace', -500, 0, null, 2),
  ('fathomline-1800', 'plate', 'aluminium', 'Aluminium', '1.5 mm', 0, 0, '#c3c6c9', 1),
  ('fathomline-1800', 'plate', 'pom', 'POM', 'Soft and quiet', 900, -90, '#efece2', 2),
  ('fathomline-1800', 'plate', 'brass', 'Brass', 'Bright and heavy', 3900, 420, '#c9a227', 3),
  ('fathomline-1800', 'weight', 'steel', 'Stainless steel', 'Brushed', 0, 0, '#a9adb1', 1),
  ('fathomline-1800', 'weight', 'brass', 'Brass', 'Brushed and lacquered', 4500, 120, '#c49a3a', 2),
  ('fathomline-1800', 'weight', 'none', 'None', 'With a blank cover', -2500, -900, null, 3),
  ('braefell-65', 'case', 'moss', 'Moss', 'Anodised', 0, 0, '#5f7350', 1),
  ('braefell-65', 'case', 'heather', 'Heather', 'Anodised', 0, 0, '#7d6a8e', 2),
  ('braefell-65', 'case', 'bracken', 'Bracken', 'Anodised', 0, 0, '#a3562d', 3),
  ('braefell-65', 'case', 'snowmelt', 'Snowmelt', 'White, electrophoretic coating', 2000, 0, '#e4e7e6', 4),
  ('braefell-65', 'layout', 'ansi', 'ANSI', '', 0, 0, null, 1),
  ('braefell-65', 'layout', 'iso', 'ISO', '', 0, 0, null, 2),
  ('braefell-65', 'pcb', 'socketed', 'Socketed', 'Lights up the window', 0, 0, null, 1),
  ('braefell-65', 'pcb', 'soldered', 'Soldered', 'No light, all layouts', -500, 0, null, 2),
  ('braefell-65', 'plate', 'aluminium', 'Aluminium', 'Firm leaf springs', 0, 0, '#c3c6c9', 1),
  ('braefell-65', 'plate', 'polycarbonate', 'Polycarbonate', 'Soft leaf springs', 600, -60, '#dfe6ea', 2),
  ('braefell-65', 'plate', 'fr4', 'FR4', 'Between the two', 0, -40, '#3b4a3f', 3),
  ('braefell-65', 'weight', 'steel', 'Stainless steel', 'Bead-blasted', 0, 0, '#b3b5b6', 1),
  ('braefell-65', 'weight', 'brass', 'Brass', 'Raw, darkens over time', 3500, 90, '#c49a3a', 2),
  ('cinderwick-tkl', 'case', 'ash', 'Ash', 'Anodised, warm grey', 0, 0, '#8c8983', 1),
  ('cinderwick-tkl', 'case', 'coal', 'Coal', 'Anodised, black', 0, 0, '#2a2a2c', 2),
  ('cinderwick-tkl', 'case', 'ember', 'Ember', 'Anodised, red', 0, 0, '#9c2f2a', 3),
  ('cinderwick-tkl', 'case', 'candle', 'Candle', 'Cream, electrophoretic coating', 2000, 0, '#efe3c8', 4),
  ('cinderwick-tkl', 'layout', 'ansi', 'ANSI', '', 0, 0, null, 1),
  ('cinderwick-tkl', 'layout', 'iso', 'ISO', '', 0, 0, null, 2),
  ('cinderwick-tkl', 'pcb', 'socketed', 'Socketed', 'ANSI only', 0, 0, null, 1),
  ('cinderwick-tkl', 'pcb', 'soldered', 'Soldered', 'ANSI, ISO, split backspace', -500, 0, null, 2),
  ('cinderwick-tkl', 'plate', 'pom', 'POM', 'The quietest', 0, 0, '#efece2', 1),
  ('cinderwick-tkl', 'plate', 'aluminium', 'Aluminium', 'Firmer', 0, 80, '#c3c6c9', 2),
  ('cinderwick-tkl', 'plate', 'brass', 'Brass', 'Rings a little', 3500, 400, '#c9a227', 3),
  ('cinderwick-tkl', 'weight', 'full', 'Full sole', '2.1 kg of brass', 5900, 1300, '#c49a3a', 1),
  ('cinderwick-tkl', 'weight', 'half', 'Half sole', '0.8 kg of brass', 0, 0, '#c49a3a', 2),
  ('lampwing-75', 'case', 'frost', 'Frost', 'Clear, bead-blasted', 0, 0, '#e6eef0', 1),
  ('lampwing-75', 'case', 'smoke', 'Smoke', 'Grey, bead-blasted', 0, 0, '#7b8084', 2),
  ('lampwing-75', 'case', 'apricot', 'Apricot', 'Tinted, bead-blasted', 1000, 0, '#f0b68a', 3),
  ('lampwing-75', 'plate', 'polycarbonate', 'Polycarbonate', 'Lets the light through', 0, 0, '#dfe6ea', 1),
  ('lampwing-75', 'plate', 'aluminium', 'Aluminium', 'Firmer', 0, 70, '#c3c6c9', 2),
  ('aldersea-alice', 'case', 'natural', 'Natural', 'Oiled', 0, 0, '#b98a5b', 1),
  ('aldersea-alice', 'case', 'smoked', 'Smoked', 'Darkened with ammonia, then oiled', 2500, 0, '#5d4330', 2),
  ('aldersea-alice', 'pcb', 'socketed', 'Socketed', '', 0, 0, null, 1),
  ('aldersea-alice', 'pcb', 'soldered', 'Soldered', 'Split backspace', -500, 0, null, 2),
  ('aldersea-alice', 'plate', 'aluminium', 'Aluminium', '', 0, 0, '#c3c6c9', 1),
  ('aldersea-alice', 'plate', 'pom', 'POM', '', 900, -60, '#efece2', 2),
  ('harrowgate-60', 'case', 'graphite', 'Graphite', 'Anodised', 0, 0, '#4a4d52', 1),
  ('harrowgate-60', 'case', 'silver', 'Silver', 'Anodised', 0, 0, '#c9ccd0', 2),
  ('harrowgate-60', 'case', 'brick', 'Brick', 'Powder-coated', 900, 0, '#a4452f', 3),
  ('harrowgate-60', 'layout', 'ansi', 'ANSI', '', 0, 0, null, 1),
  ('harrowgate-60', 'layout', 'iso', 'ISO', '', 0, 0, null, 2),
  ('harrowgate-60', 'pcb', 'socketed', 'Socketed', '', 0, 0, null, 1),
  ('harrowgate-60', 'pcb', 'soldered', 'Soldered', '', -500, 0, null, 2),
  ('quoin-full', 'case', 'letterbox', 'Letterbox', 'Powder-coated red', 0, 0, '#a8322a', 1),
  ('quoin-full', 'case', 'ink', 'Ink', 'Powder-coated blue-black', 0, 0, '#232a3a', 2),
  ('tallyman-numpad', 'case', 'graphite', 'Graphite', 'Anodised', 0, 0, '#4a4d52', 1),
  ('tallyman-numpad', 'case', 'silver', 'Silver', 'Anodised', 0, 0, '#c9ccd0', 2)
) as v (url, option, code, title, note, delta, grams, colour, position)
join public.products p on p.url = v.url
join public.product_options o on o.product_id = p.id and o.code = v.option;

insert into public.option_rules (product_id, value_id, other_value_id, reason)
select p.id, a.id, b.id, r.reason
from (values
  ('cinderwick-tkl', 'layout', 'iso', 'pcb', 'socketed', 'The socketed PCB has no room for an ISO enter: a mounting point is in the way. Choose the soldered PCB.'),
  ('cinderwick-tkl', 'plate', 'brass', 'weight', 'full', 'With a brass plate and the full sole, the board would weigh over 5 kg: too much for its feet.'),
  ('braefell-65', 'plate', 'polycarbonate', 'layout', 'iso', 'In polycarbonate, the leaf spring beside the ISO enter is too thin: it broke in our tests.'),
  ('braefell-65', 'case', 'snowmelt', 'weight', 'brass', 'Raw brass stains the white coating where the two touch.'),
  ('fathomline-1800', 'plate', 'brass', 'weight', 'none', 'Without a weight, a brass plate makes the board tip forwards.')
) as r (url, option, value, other_option, other_value, reason)
join public.products p on p.url = r.url
join public.product_options oa on oa.product_id = p.id and oa.code = r.option
join public.option_values a on a.option_id = oa.id and a.code = r.value
join public.product_options ob on ob.product_id = p.id and ob.code = r.other_option
join public.option_values b on b.option_id = ob.id and b.code = r.other_value;

insert into public.product_facts (product_id, code, label, value, filterable, position)
select p.id, f.code, f.label, f.value, f.filterable, f.position
from (values
  ('sandling-40', 'layout', 'Layout', 'Ortholinear 40%', true, 1), ('sandling-40', 'case_material', 'Case', 'Cast aluminium', true, 2),
  ('sandling-40', 'mount', 'Mount', 'Gasket', true, 3), ('sandling-40', 'angle', 'Typing angle', '5°', false, 4), ('sandling-40', 'size', 'Size', '238 × 84 × 14 mm at the front', false, 5), ('sandling-40', 'switches', 'Takes', 'MX switches', true, 6),
  ('fathomline-1800', 'layout', 'Layout', '1800', true, 1), ('fathomline-1800', 'case_material', 'Case', 'Milled aluminium', true, 2),
  ('fathomline-1800', 'mount', 'Mount', 'Top', true, 3), ('fathomline-1800', 'angle', 'Typing angle', '7°', false, 4), ('fathomline-1800', 'size', 'Size', '392 × 138 × 19 mm at the front', false, 5), ('fathomline-1800', 'switches', 'Takes', 'MX switches', true, 6),
  ('braefell-65', 'layout', 'Layout', '65%', true, 1), ('braefell-65', 'case_material', 'Case', 'Milled aluminium', true, 2),
  ('braefell-65', 'mount', 'Mount', 'Leaf spring', true, 3), ('braefell-65', 'angle', 'Typing angle', '8°', false, 4), ('braefell-65', 'size', 'Size', '316 × 121 × 18 mm at the front', false, 5), ('braefell-65', 'switches', 'Takes', 'MX switches', true, 6),
  ('cinderwick-tkl', 'layout', 'Layout', 'TKL', true, 1), ('cinderwick-tkl', 'case_material', 'Case', 'Milled aluminium', true, 2),
  ('cinderwick-tkl', 'mount', 'Mount', 'Silicone ring', true, 3), ('cinderwick-tkl', 'angle', 'Typing angle', '6.5°', false, 4), ('cinderwick-tkl', 'size', 'Size', '362 × 139 × 20 mm at the front', false, 5), ('cinderwick-tkl', 'switches', 'Takes', 'MX switches', true, 6),
  ('lampwing-75', 'layout', 'Layout', '75%', true, 1), ('lampwing-75', 'case_material', 'Case', 'Polycarbonate', true, 2),
  ('lampwing-75', 'mount', 'Mount', 'Frame', true, 3), ('lampwing-75', 'angle', 'Typing angle', '7°', false, 4), ('lampwing-75', 'size', 'Size', '322 × 134 × 18 mm at the front', false, 5), ('lampwing-75', 'switches', 'Takes', 'MX switches', true, 6),
  ('aldersea-alice', 'layout', 'Layout', 'Alice', true, 1), ('aldersea-alice', 'case_material', 'Case', 'Alder wood', true, 2),
  ('aldersea-alice', 'mount', 'Mount', 'Tray', true, 3), ('aldersea-alice', 'angle', 'Typing angle', '6°', false, 4), ('aldersea-alice', 'size', 'Size', '372 × 132 × 20 mm at the front', false, 5), ('aldersea-alice', 'switches', 'Takes', 'MX switches', true, 6),
  ('harrowgate-60', 'layout', 'Layout', '60%', true, 1), ('harrowgate-60', 'case_material', 'Case', 'Milled aluminium', true, 2),
  ('harrowgate-60', 'mount', 'Mount', 'Tray', true, 3), ('harrowgate-60', 'angle', 'Typing angle', '6°', false, 4), ('harrowgate-60', 'size', 'Size', '293 × 103 × 17 mm at the front', false, 5), ('harrowgate-60', 'switches', 'Takes', 'MX switches', true, 6),
  ('merlow-hhkb', 'layout', 'Layout', 'HHKB', true, 1), ('merlow-hhkb', 'case_material', 'Case', 'Zinc alloy', true, 2),
  ('merlow-hhkb', 'mount', 'Mount', 'Top', true, 3), ('merlow-hhkb', 'angle', 'Typing angle', '8°', false, 4), ('merlow-hhkb', 'size', 'Size', '290 × 108 × 18 mm at the front', false, 5), ('merlow-hhkb', 'switches', 'Takes', 'MX switches', true, 6),
  ('quoin-full', 'layout', 'Layout', 'Full size', true, 1), ('quoin-full', 'case_material', 'Case', 'Bent steel', true, 2), ('quoin-full', 'mount', 'Mount', 'Tray', true, 3), ('quoin-full', 'switches', 'Takes', 'MX switches', true, 6),
  ('tallyman-numpad', 'layout', 'Layout', 'Numpad', true, 1), ('tallyman-numpad', 'case_material', 'Case', 'Milled aluminium', true, 2), ('tallyman-numpad', 'mount', 'Mount', 'Tray', true, 3), ('tallyman-numpad', 'switches', 'Takes', 'MX switches', true, 6)
) as f (url, code, label, value, filterable, position)
join public.products p on p.url = f.url;

insert into public.product_files (product_id, kind, title, file_name, media_type, content, position)
select p.id, 'build_guide', 'Build guide', p.url || '-build-guide.md', 'text/markdown',
  '# Building the ' || p.title || E'\n\n' || coalesce(g.lead, 'Read it once from top to bottom before you start. Take an evening for a socketed PCB, and a day for a soldered one.')
  || E'\n\n## Tools\n\n' || coalesce(g.tools, $md$- PH0 screwdriver, such as our [bench screwdriver](/products/bench-screwdriver)
- Tweezers, to test the PCB
- [Switch puller](/products/switch-puller), in case a pin bends
- [Grease No. 2](/products/grease-two) and a brush, for the stabilisers
- For a soldered PCB: a soldering iron, and solder with flux$md$)
  || E'\n\n## Parts\n\n' || coalesce(g.parts, '- ' || array_to_string(p.still_needed, E'\n- ') || E'\n\nSee our [switches](/shop/switches), [stabilisers](/products/plinth-stabilisers) and [keycaps](/shop/keycaps).')
  || E'\n\n## Steps\n\n' || coalesce(g.steps, $md$1. **Test the PCB first.** Plug it in and touch the two contacts of each key with tweezers. Write to us before you solder if one stays silent.
2. **Fit the stabilisers.** Clip and lubricate them, then screw them to the PCB with the washers from the bag. Press each a dozen times: it must spring back without a rattle.
3. **Fit the switches.** Put one into each corner of the plate, set the plate on the PCB, and check that all four sit flush. Then fit the rest. On a socketed PCB, support the socket with a finger while you press.
4. **Solder.** A socketed PCB needs none. Keep the iron at 330 °C and two seconds on a pin, then look at every joint from the side.
5. **Connect the daughterboard.** Plug in the short cable with the blue side up. It needs no force.
6. **Close the case.** Turn every screw until it touches, then a quarter turn more, working crosswise.
7. **Set the keymap.** Change it with VIA in a browser that supports WebHID.$md$) || E'\n', 1
from public.products p
left join (values
('harrowgate-60', 'The Harrowgate is made to be opened: nothing is glued, and every screw takes the screwdriver in the box. With a socketed PCB, the build takes about two hours.',
$md$- PH0 screwdriver: one is in the box. Our [bench screwdriver](/products/bench-screwdriver) has a longer shaft
- Tweezers, to test the PCB
- [Switch puller](/products/switch-puller), in case a pin bends
- [Grease No. 2](/products/grease-two) and its brush, for the stabilisers
- For a soldered PCB: a soldering iron, and solder with flux$md$,
$md$- 61 switches, 62 for ISO: a box of 70 [Pebble](/products/pebble-linear), [Thimble](/products/thimble-tactile) or [Hush](/products/hush-silent)
- Stabilisers, one 6.25u and four 2u: the [Plinth set for 60%](/products/plinth-stabilisers)
- Keycaps for a 60%, such as the base kit of [Lino Print](/products/lino-print)
- If you like it quieter: the [felt and foam set for 60%](/products/felt-and-foam)$md$,
$md$1. **Test the PCB.** Connect the daughterboard to the PCB with the short cable, then the USB cable to your computer. Touch the two contacts of each key with tweezers. If one stays silent, stop and write to us.
2. **Empty the case.** Screw the feet into the bottom. Lay the felt in, if you have it, and leave the posts free.
3. **Fit the stabilisers.** Grease the ends of the wires, then screw each stabiliser to the PCB with the washers from the bag. Press it a dozen times: it must spring back without a rattle.
4. **Set the corners.** Push a switch into each corner of the plate, then set the plate on the PCB. All four must sit flush before you go on.
5. **Fit the other switches.** Hold each by its sides and push straight down. On a socketed PCB, support the socket from below with a finger. If a key does not work later, a pin is bent: pull the switch and straighten it.
6. **Solder.** A socketed PCB needs none. Keep the iron at 330 °C and two seconds on a pin, then look at every joint from the side.
7. **Fix the daughterboard.** Screw it to the case, behind the opening for the plug.
8. **Put it into the case.** Connect the short cable, lay PCB and plate on the posts and turn every screw until it touches. Then turn each a quarter further, working crosswise.
9. **Press the caps on.** Start with the spacebar, and push it down over both ends of its wire.
10. **Set the keymap.** Open VIA in a browser that supports WebHID. The board keeps the keymap.$md$),
('merlow-hhkb', 'The Merlow hangs its plate from the top half of the case, so you build it upside down. Nothing needs soldering. The build takes about two hours.',
$md$- The tools in the box
- A folded towel: the case weighs 1.6 kg and its finish is polished
- Tweezers, to test the PCB
- [Switch puller](/products/switch-puller), in case a pin bends
- [Grease No. 2](/products/grease-two) and its brush, for the long stabiliser$md$,
$md$- 60 switches: a box of 70 [Hush](/products/hush-silent) or [Pebble](/products/pebble-linear)
- Stabilisers: one 7u and two 2u, in the [Plinth set for TKL](/products/plinth-stabilisers)
- Keycaps with a 7u spacebar and a 1.75u right shift
- A cable with a slim plug, if yours doesn’t reach the deep socket: our [straight cable](/products/straight-cable) does$md$,
$md$1. **Open the case on the towel.** Lay it face down, loosen the screws of the bottom and lift it off. Keep the screws in a cup.
2. **Test the PCB.** Connect the daughterboard with the short cable, then the USB cable to your computer. Touch the two contacts of each key with tweezers. If one stays silent, stop and write to us.
3. **Fit the stabilisers.** The 7u wire is long and rattles first: grease both ends well. Screw the stabilisers to the PCB with the washers from the bag and press each a dozen times.
4. **Set the corners.** Push a switch into each corner of the plate, then set the plate on the PCB. All four must sit flush before you go on.
5. **Fit the other switches.** Support each socket from below with a finger and push the switch straight down.
6. **Try every key.** The case is still open: if one does not work, a pin is bent: pull the switch and straighten it.
7. **Screw the plate to the top half.** Lay plate and PCB into it, face down, and turn every screw until it touches. Then turn each a quarter further, working crosswise.
8. **Close the bottom.** Fix the daughterboard, connect the short cable, and lay the bottom on without pinching it. Screw it down crosswise, then screw the feet in.
9. **Press the caps on.** Push the spacebar down over both ends of its wire.
10. **Set the keymap.** Open VIA in a browser that supports WebHID. The board keeps the keymap.$md$)
) as g (url, lead, tools, parts, steps) on g.url = p.url
where p.kind = 'keyboard' and p.status <> 'draft' and p.url <> 'gannet-tkl';
insert into public.product_files (product_id, kind, title, file_name, media_type, content, position)
select p.id, 'manual', 'Care and repair', p.url || '-care.md', 'text/markdown',
  '# Care of the ' || p.title || $md$

- Dust it with a soft brush. Caps can be washed by hand in lukewarm water with a drop of soap; dry them for a day.
- Don’t use alcohol on painted, lacquered or wooden cases.
- Feet, gaskets and cables wear out. We stock them for at least five years after the last board of a batch has shipped.
- If a key stops working, swap the switch first. Then try another computer. If that doesn’t help, write to us with your order number.
$md$, 2
from public.products p where p.kind = 'keyboard' and p.status <> 'draft' and p.url <> 'gannet-tkl';

insert into private.product_costs (product_id, supplier, cost_minor, notes)
select p.id, 'Supplier ' || upper(left(p.url, 3)) || ' Precision (canary-supplier)', 10000 + 500 * p.position,
  'canary-note: negotiated, never to be shown'
from public.products p where p.kind = 'keyboard';

-- Keycap sets and everything else on the shelf ----------------------------------------------------

insert into public.products (
  kind, category, url, title, summary, body, status, publish_at, position, ship_group, handling_days,
  max_per_customer, in_the_box, still_needed, shipping_tags, hs_code, origin_country_code, customs_description
) values
('product', 'keycap_set', 'saltmarsh', 'Saltmarsh',
 'Keycaps in the greens and greys of a tidal marsh, with samphire-red accents. Group buy open.',
$md$A marsh is never just one green. Saltmarsh uses four plastics, matched against plants we pressed at low tide: eelgrass for the modifiers, sea-lavender leaf for the alphas, mud for the spacebars and the red of samphire in October for the accents.

**Made of** doubleshot ABS, 1.5 mm thick, in Cherry profile. Legends are moulded, not printed: they can't wear off.

**Kits.** The base covers everything from a 65% board to a TKL, ANSI and ISO. A kit that too few people order is dropped and refunded; the rest of your order stays.$md$,
 'published', now() - interval '70 days', 10, 'saltmarsh-r1', 4, 3, array['The kits you choose, in trays'], array['A board and switches with MX stems'], '{}', '847330', 'NL', 'Keycaps, plastic'),
('product', 'keycap_set', 'lino-print', 'Lino Print',
 'Keycaps with two inks on cream. In stock: the last sets from the group buy.',
$md$Black and a warm red, pressed into cream: the set follows a folder of linocuts that hung in our workshop. The novelties are fifteen small prints: sun, moon, star, mountain and whatever else a gouge can cut.

**Made of** dye-sublimated PBT, 1.4 mm. It feels dry, stays matt for years and is a touch quieter than ABS.

These are extras: ordered and checked with the batch, and kept back for replacements. When a kit is gone, it is gone.$md$,
 'published', now() - interval '300 days', 20, 'stock', 2, 2, array['The kits you choose, in trays'], array['A board and switches with MX stems'], '{}', '847330', 'NL', 'Keycaps, plastic'),
('product', 'keycap_set', 'night-market', 'Night Market',
 'Tall, round caps: lamp orange on indigo and plum. In production.',
$md$Every stall has its own light, and behind it all is dark. Night Market puts indigo alphas next to plum modifiers, with Esc and Enter in the orange of a paper lamp.

**Made of** doubleshot ABS in SA, a tall, spherical profile. Every row has its own height: check that the tall top row clears the back edge of your case.

**Progress.** The alphas are moulded and the modifiers are on the machine. Follow the updates to see each colour next to its sample.$md$,
 'published', now() - interval '260 days', 30, 'night-market-r1', 4, 3, array['The kits you choose, in trays'], array['A board and switches with MX stems'], '{}', '847330', 'NL', 'Keycaps, plastic'),
('product', 'keycap_set', 'bindery', 'Bindery',
 'Keycaps in the colours of a bookbinder: cloth, board and gold foil. Announced: opens in a few weeks.',
$md$The colours of book cloth: oxblood, bottle green, slate, with legends in old gold. Bindery will be our first set in a metallic plastic, and we won’t rush it. The second round of samples came back too yellow; the third is on its way.

**Made of** doubleshot ABS in Cherry profile.

The dates here are only a plan. If the third sample fails too, we will say so and open later.$md$,
 'published', now() - interval '40 days', 40, 'bindery-r1', 4, 3, array['The kits you choose, in trays'], array['A board and switches with MX stems'], '{}', '847330', 'NL', 'Keycaps, plastic'),

('product', 'switches', 'pebble-linear', 'Pebble, linear',
 'A linear switch with a force of 55 g and short travel, lubricated at the factory.',
$md$The switch we build with ourselves. Pebble moves smoothly. The long pole at its centre stops it early, with a clear, stone-on-stone sound.

The rails and the spring have a thin layer of lubricant from the factory, so you can build with it straight from the bag. Add your own if you like.$md$,
 'published', now() - interval '380 days', 50, 'stock', 2, null, array['Bag of 10, or box of 70 or 90 switches'], array['A plate or PCB for MX switches'], '{}', '853650', 'TW', 'Key switches'),
('product', 'switches', 'thimble-tactile', 'Thimble, tactile',
 'A tactile switch with a round bump at the very top.',
$md$The bump starts right at the top, with no play above it. It is round and takes up about half of the travel, so slow typists feel it and fast ones don’t trip over it.

63.5 g at the bottom. It comes dry from the factory on purpose, because thin oil would blur the bump. A little grease on the rails is all it needs.$md$,
 'published', now() - interval '350 days', 60, 'stock', 2, null, array['Bag of 10, or box of 70 or 90 switches'], array['A plate or PCB for MX switches'], '{}', '853650', 'TW', 'Key switches'),
('product', 'switches', 'hush-silent', 'Hush, silent linear',
 'A linear switch with dampers top and bottom, for rooms with other people in them.',
$md$Two small silicone dampers catch the stem at both ends. All you hear is your finger on the cap. The price is a soft landing: some people call it mushy, we call it Sunday.

50 g at the bottom, lubricated at the factory. You can move the dampers to another stem of the same kind.$md$,
 'published', now() - interval '200 days', 70, 'stock', 2, null, array['Bag of 10, or box of 70 or 90 switches'], array['A plate or PCB for MX switches'], '{}', '853650', 'TW', 'Key switches'),
('product', 'switches', 'wren-click', 'Wren, clicky',
 'A clicky switch, light and sharp. Sold out: join the waiting list for the next delivery.',
$md$Small and very loud, like the bird. Wren's click bar snaps both on the way down and on the way up.

We ordered too few. We will order the next delivery together with another shop and can't give a date yet. Join the waiting list: we make offers in the order in which people joined.$md$,
 'published', now() - interval '220 days', 80, 'stock', 2, null, array['Box of 70 switches'], array['A plate or PCB for MX switches'], '{}', '853650', 'TW', 'Key switches'),
('product', 'stabilisers', 'plinth-stabilisers', 'Plinth stabilisers',
 'Screw-in stabilisers with wires that are straight when they arrive.',
$md$Most rattle comes from wires that are not flat. We check each Plinth wire on a glass plate. You can do the same: lay it down, tap both ends and listen.

There is a set for each of the usual boards. Every set has a 6.25u wire and several 2u wires; the two larger sets also have one for 7u.$md$,
 'published', now() - interval '360 days', 90, 'stock', 2, null, array['Housings, stems, wires, screws and washers'], array['Grease, such as Grease No. 2'], '{}', '847330', 'TW', 'Keyboard stabilisers'),
('product', 'cable', 'curlew-coiled-cable', 'Curlew coiled cable',
 'A coiled USB cable with a connector halfway, made by hand in Utrecht.',
$md$The long end goes to the computer and the coil stays on the desk. A metal connector joins the two halves, so you can leave one at work.

We braid, coil and heat-set them ourselves on Thursdays. Each has two sleeves, and the inner colour shows through the outer one.$md$,
 'published', now() - interval '280 days', 100, 'stock', 5, 3, array['Coil with the plug for the keyboard, 15 cm unstretched', 'Cable to the computer, 1.2 m'], array['A board with USB-C'], '{}', '854442', 'NL', 'USB cable'),
('product', 'cable', 'straight-cable', 'Straight cable',
 'A plain braided USB-C cable that does not fight back.',
$md$Soft, thin, braided, 1.5 m. The plug at the board end is slim enough for cases with a deep socket. That is why we made it.$md$,
 'published', now() - interval '280 days', 110, 'stock', 2, null, array['Cable, 1.5 m, USB-C to USB-A or USB-C'], array['A board with USB-C'], '{}', '854442', 'TW', 'USB cable'),
('product', 'desk_mat', 'tideline-mat', 'Tideline desk mat',
 'A desk mat with the line that the sea leaves on the sand. 900 × 400 mm.',
$md$Wet sand, dry sand and the crooked line between them: drawn from a photograph in a few flat colours, so it prints cleanly.

4 mm rubber with a stitched edge. You can wash it by hand at 30 °C. It dries flat overnight.$md$,
 'published', now() - interval '240 days', 120, 'stock', 2, null, array['Desk mat, rolled'], array['A desk'], '{}', '401610', 'TW', 'Desk mat, rubber and polyester'),
('product', 'desk_mat', 'contour-mat', 'Contour desk mat',
 'Contour lines of a valley that does not exist. 900 × 400 mm.',
$md$A small program drew the lines of this valley. There are two versions: day and night.

4 mm rubber with a stitched edge.$md$,
 'published', now() - interval '180 days', 130, 'stock', 2, null, array['Desk mat, rolled'], array['A desk'], '{}', '401610', 'TW', 'Desk mat, rubber and polyester'),
('product', 'part', 'harrowgate-pcb', 'PCB for 60% boards',
 'The PCB of the Harrowgate. Fits most 60% tray-mount cases.',
$md$The same PCB as in our Harrowgate: USB-C on a daughterboard, open firmware, ANSI and ISO. The socketed version takes switches without soldering. The soldered version adds split backspace, split shift and a 7u spacebar.

It fits tray-mount cases with the common 60% pattern and a USB cut-out on the left.$md$,
 'published', now() - interval '160 days', 140, 'stock', 2, 2, array['PCB', 'Daughterboard and cable'], array['A 60% case and plate', 'Switches and stabilisers'], '{}', '847330', 'TW', 'Printed circuit board for keyboards'),
('product', 'part', 'harrowgate-plates', 'Plates for 60% boards',
 'Four materials, one pattern: change the sound of your board in an evening.',
$md$Cut with water in Utrecht, so the edges are clean and heat doesn't warp them. ANSI and ISO in one pattern, with cut-outs for screw-in stabilisers.

Aluminium sounds even, brass bright, POM low and soft. FR4 is in between.$md$,
 'published', now() - interval '160 days', 150, 'stock', 3, 4, array['Plate'], array['A 60% case and PCB'], '{}', '847330', 'NL', 'Keyboard plate'),
('product', 'part', 'felt-and-foam', 'Felt and foam set',
 'Felt and foam to fill an empty case, cut for 60%, 65% and TKL, and a roll of tape.',
$md$Wool felt for below the PCB, thin foam for between plate and PCB, and tape for those who believe in tape. Start with one layer: adding another is easier than removing one.$md$,
 'published', now() - interval '140 days', 160, 'stock', 2, null, array['One sheet each of felt and foam', 'A roll of tape'], array['A board that opens'], '{}', '560221', 'NL', 'Felt and foam sheets'),
('product', 'part', 'turned-knob', 'Turned knob',
 'A knob for encoders, turned from one piece of aluminium or brass.',
$md$For encoders with a 6 mm D-shaped shaft. The silver and black knobs are aluminium, the third is brass. The knurling grips well and is easy to clean. A grub screw and its hex key are in the bag.$md$,
 'published', now() - interval '118 days', 170, 'stock', 2, null, array['Knob, grub screw, hex key'], array['A board with an encoder'], '{}', '847330', 'NL', 'Metal knob for keyboards'),
('product', 'tool', 'switch-puller', 'Switch puller',
 'Grips the switch, not your plate.',
$md$Two hardened jaws, ground to the width of the clips. Press, wiggle once, lift. Hold it upright and it won't scratch your plate: it hasn't scratched one of ours yet.$md$,
 'published', now() - interval '350 days', 180, 'stock', 2, null, array['Switch puller'], '{}', '{}', '820320', 'TW', 'Hand tool'),
('product', 'tool', 'keycap-puller', 'Keycap puller',
 'Two bent wires and a handle of beech.',
$md$Wire, not plastic: it goes round the cap and lifts it from below, so it doesn't break the stem. The handle is beech from a furniture maker's offcuts. No two are quite alike.$md$,
 'published', now() - interval '350 days', 190, 'stock', 2, null, array['Keycap puller'], '{}', array['wood'], '820320', 'NL', 'Hand tool'),
('product', 'tool', 'grease-two', 'Grease No. 2',
 'A thick grease for stabilisers and linear switches. 10 g, enough for about three boards.',
$md$White, odourless, and it stays where you put it. On the stems of linear switches, use a brush and less than you think you need. On stabiliser wires, use more than you think you need.

Don't put it on the legs of tactile switches or on click bars.$md$,
 'published', now() - interval '340 days', 200, 'stock', 2, 4, array['Jar, 10 g', 'Brush'], '{}', array['liquid'], '340399', 'NL', 'Lubricating grease'),
('product', 'tool', 'bench-screwdriver', 'Bench screwdriver',
 'PH0, a slim shaft and a cap that spins in your palm.',
$md$The screws in keyboards are small and soft, and worn bits ruin them. These bits are hardened and fit properly. You can swap them.$md$,
 'published', now() - interval '300 days', 210, 'stock', 2, null, array['Screwdriver with bits PH0, H1.5, H2'], '{}', '{}', '820540', 'NL', 'Screwdriver'),
('product', 'tool', 'walnut-wrist-rest', 'Walnut wrist rest',
 'Solid walnut, oiled, sloping from 18 mm at the board to 11 mm at the front.',
$md$Made by the workshop that mills the Aldersea, from a stair builder's leftover walnut. The back is 18 mm high, where it meets the board, and the front is 11 mm. A cork base keeps it in place.

It is wood, so grain and colour differ from piece to piece.$md$,
 'published', now() - interval '130 days', 220, 'stock', 4, 2, array['Wrist rest'], '{}', array['wood'], '442191', 'NL', 'Wooden wrist rest'),
('product', 'tool', 'field-case', 'Field case',
 'A padded case for one board, up to TKL size, and its cable.',
$md$Waxed cotton outside, wool inside, and a zip round three sides. The pocket holds a coiled cable without flattening it.$md$,
 'published', now() - interval '110 days', 230, 'stock', 2, null, array['Case'], '{}', '{}', '420292', 'PT', 'Carrying case, cotton'),
('product', 'tool', 'sorting-tray', 'Sorting tray',
 'Two trays that hold caps in rows while you work on the board.',
$md$Trays of pressed paper pulp with rows at 19.05 mm, so the caps keep the order they have on the board. The two trays stack.$md$,
 'published', now() - interval '90 days', 240, 'stock', 2, null, array['Two trays'], '{}', '{}', '482370', 'NL', 'Paper pulp tray');

insert into public.stock_pools (code, title, on_hand)
select 'P-' || s.sku, s.title, s.on_hand - s.taken
from (values
  ('LINO-BASE', 'Lino Print base', 14, 2), ('LINO-NUM', 'Lino Print numpad', 5, 1), ('LINO-NOV', 'Lino Print novelties', 22, 0), ('LINO-SPACE', 'Lino Print spacebars', 0, 0),
  ('PEBBLE', 'Pebble switches, single', 6400, 180), ('THIMBLE', 'Thimble switches, single', 3900, 70), ('HUSH', 'Hush switches, single', 350, 70), ('WREN', 'Wren switches, single', 0, 0),
  ('PLINTH-60', 'Plinth set 60%', 85, 3), ('PLINTH-TKL', 'Plinth set TKL', 66, 1), ('PLINTH-FULL', 'Plinth set full size', 3, 0),
  ('CURLEW-SAND', 'Curlew sand', 6, 1), ('CURLEW-INK', 'Curlew ink', 11, 0), ('CURLEW-SAMPHIRE', 'Curlew samphire', 0, 0),
  ('STRAIGHT-A', 'Straight cable USB-A', 90, 0), ('STRAIGHT-C', 'Straight cable USB-C', 140, 4),
  ('TIDELINE-DAWN', 'Tideline dawn', 32, 0), ('TIDELINE-DUSK', 'Tideline dusk', 27, 2), ('CONTOUR-DAY', 'Contour day', 18, 0), ('CONTOUR-NIGHT', 'Contour night', 4, 1),
  ('PLATE-ALU', 'Plate 60% aluminium', 40, 0), ('PLATE-BRASS', 'Plate 60% brass', 12, 0), ('PLATE-POM', 'Plate 60% POM', 25, 1), ('PLATE-FR4', 'Plate 60% FR4', 0, 0),
  ('FOAM-60', 'Felt set 60%', 50, 0), ('FOAM-65', 'Felt set 65%', 44, 0), ('FOAM-TKL', 'Felt set TKL', 30, 0),
  ('KNOB-SILVER', 'Knob silver', 60, 0), ('KNOB-BLACK', 'Knob black', 45, 0), ('KNOB-BRASS', 'Knob brass', 8, 3),
  ('SWPULL', 'Switch puller', 120, 0), ('KCPULL', 'Keycap puller', 75, 0), ('GREASE', 'Grease No. 2', 210, 5), ('DRIVER', 'Bench screwdriver', 55, 0),
  ('REST-S', 'Wrist rest 60/65', 9, 0), ('REST-L', 'Wrist rest TKL', 2, 0), ('CASE-MOSS', 'Field case moss', 16, 0), ('CASE-INK', 'Field case ink', 19, 0), ('TRAY', 'Sorting tray, pair', 65, 0)
) as s (sku, title, on_hand, taken);

insert into public.variants (
  product_id, sku, title, contents, is_required, position, availability, price_minor, weight_grams,
  max_per_customer, stock_pool_id, pool_units
)
select p.id, v.sku, v.title, v.contents, v.required, v.position, v.availability::public.availability_kind,
  v.price, v.weight, v.max_each, s.id, v.units
from (values
  ('saltmarsh', 'SALTMARSH-BASE', 'Base', '105 caps: 65% to TKL, ANSI and ISO', true, 1, 'group_buy', 11900, 620, 3, null, 1),
  ('saltmarsh', 'SALTMARSH-NUM', 'Numpad', '21 caps', false, 2, 'group_buy', 3400, 130, 3, null, 1),
  ('saltmarsh', 'SALTMARSH-NOV', 'Novelties', '15 caps: waves, moon, sun, anchor and more', false, 3, 'group_buy', 3900, 90, 3, null, 1),
  ('saltmarsh', 'SALTMARSH-SPACE', 'Spacebars', '7 spacebars from 1u to 7u, in mud and samphire', false, 4, 'group_buy', 2900, 140, 3, null, 1),
  ('saltmarsh', 'SALTMARSH-40', '40s', '17 caps for ortholinear and 40% boards', false, 5, 'group_buy', 2900, 150, 3, null, 1),
  ('lino-print', 'LINO-BASE', 'Base', '105 caps: 60% to TKL, ANSI and ISO', true, 1, 'in_stock', 9900, 610, 2, 'P-LINO-BASE', 1),
  ('lino-print', 'LINO-NUM', 'Numpad', '21 caps', false, 2, 'in_stock', 2900, 130, 2, 'P-LINO-NUM', 1),
  ('lino-print', 'LINO-NOV', 'Novelties', '15 caps: sun, moon, star, mountain and more', false, 3, 'in_stock', 3200, 80, 2, 'P-LINO-NOV', 1),
  ('lino-print', 'LINO-SPACE', 'Spacebars', '7 spacebars from 1u to 7u', false, 4, 'in_stock', 2600, 130, 2, 'P-LINO-SPACE', 1),
  ('night-market', 'MARKET-BASE', 'Base', '105 caps with accents in lamp orange', true, 1, 'group_buy', 13900, 760, 3, null, 1),
  ('night-market', 'MARKET-NUM', 'Numpad', '21 caps', false, 2, 'group_buy', 3900, 150, 3, null, 1),
  ('night-market', 'MARKET-NOV', 'Novelties', '15 caps: moon, star, lightning, music note and more', false, 3, 'group_buy', 4200, 90, 3, null, 1),
  ('bindery', 'BINDERY-BASE', 'Base', '105 caps: 65% to TKL, ANSI and ISO', true, 1, 'group_buy', 12900, 620, 3, null, 1),
  ('bindery', 'BINDERY-NUM', 'Numpad', '21 caps', false, 2, 'group_buy', 3600, 130, 3, null, 1),
  ('bindery', 'BINDERY-NOV', 'Novelties', '15 caps: sun, moon, star, anchor and more, in gold', false, 3, 'group_buy', 4400, 80, 3, null, 1),
  ('pebble-linear', 'PEBBLE-10', 'Bag of 10', '', false, 1, 'in_stock', 650, 30, null, 'P-PEBBLE', 10),
  ('pebble-linear', 'PEBBLE-70', 'Box of 70', '', false, 2, 'in_stock', 3990, 170, null, 'P-PEBBLE', 70),
  ('pebble-linear', 'PEBBLE-90', 'Box of 90', '', false, 3, 'in_stock', 4990, 215, null, 'P-PEBBLE', 90),
  ('thimble-tactile', 'THIMBLE-10', 'Bag of 10', '', false, 1, 'in_stock', 720, 30, null, 'P-THIMBLE', 10),
  ('thimble-tactile', 'THIMBLE-70', 'Box of 70', '', false, 2, 'in_stock', 4490, 170, null, 'P-THIMBLE', 70),
  ('thimble-tactile', 'THIMBLE-90', 'Box of 90', '', false, 3, 'in_stock', 5590, 215, null, 'P-THIMBLE', 90),
  ('hush-silent', 'HUSH-10', 'Bag of 10', '', false, 1, 'in_stock', 790, 30, null, 'P-HUSH', 10),
  ('hush-silent', 'HUSH-70', 'Box of 70', '', false, 2, 'in_stock', 4990, 170, null, 'P-HUSH', 70),
  ('hush-silent', 'HUSH-90', 'Box of 90', '', false, 3, 'in_stock', 6190, 215, null, 'P-HUSH', 90),
  ('wren-click', 'WREN-70', 'Box of 70', '', false, 1, 'in_stock', 4690, 170, 2, 'P-WREN', 70),
  ('plinth-stabilisers', 'PLINTH-60', 'Set for 60% and 65%', 'One 6.25u, four 2u', false, 1, 'in_stock', 1900, 60, null, 'P-PLINTH-60', 1),
  ('plinth-stabilisers', 'PLINTH-TKL', 'Set for TKL and 75%', 'One 6.25u, one 7u, four 2u', false, 2, 'in_stock', 2200, 70, null, 'P-PLINTH-TKL', 1),
  ('plinth-stabilisers', 'PLINTH-FULL', 'Set for full size', 'One 6.25u, one 7u, seven 2u', false, 3, 'in_stock', 2700, 95, null, 'P-PLINTH-FULL', 1),
  ('curlew-coiled-cable', 'CURLEW-SAND', 'Sand', '', false, 1, 'in_stock', 4900, 190, 3, 'P-CURLEW-SAND', 1),
  ('curlew-coiled-cable', 'CURLEW-INK', 'Ink', '', false, 2, 'in_stock', 4900, 190, 3, 'P-CURLEW-INK', 1),
  ('curlew-coiled-cable', 'CURLEW-SAMPHIRE', 'Samphire', '', false, 3, 'in_stock', 4900, 190, 3, 'P-CURLEW-SAMPHIRE', 1),
  ('straight-cable', 'STRAIGHT-A', 'To USB-A', '', false, 1, 'in_stock', 1400, 60, null, 'P-STRAIGHT-A', 1),
  ('straight-cable', 'STRAIGHT-C', 'To USB-C', '', false, 2, 'in_stock', 1500, 60, null, 'P-STRAIGHT-C', 1),
  ('tideline-mat', 'TIDELINE-DAWN', 'Dawn', '900 × 400 mm', false, 1, 'in_stock', 2900, 850, null, 'P-TIDELINE-DAWN', 1),
  ('tideline-mat', 'TIDELINE-DUSK', 'Dusk', '900 × 400 mm', false, 2, 'in_stock', 2900, 850, null, 'P-TIDELINE-DUSK', 1),
  ('contour-mat', 'CONTOUR-DAY', 'Day', '900 × 400 mm', false, 1, 'in_stock', 2900, 850, null, 'P-CONTOUR-DAY', 1),
  ('contour-mat', 'CONTOUR-NIGHT', 'Night', '900 × 400 mm', false, 2, 'in_stock', 2900, 850, null, 'P-CONTOUR-NIGHT', 1),
  ('harrowgate-pcb', 'PCB-60-SOCKET', 'Socketed', 'ANSI and ISO', false, 1, 'in_stock', 4900, 130, 2, 'HARROWGATE-PCB', 1),
  ('harrowgate-pcb', 'PCB-60-SOLDER', 'Soldered', 'All layouts', false, 2, 'in_stock', 4400, 125, 2, 'HARROWGATE-PCB-SOLDER', 1),
  ('harrowgate-plates', 'PLATE-60-ALU', 'Aluminium', '1.5 mm', false, 1, 'in_stock', 2200, 130, 2, 'P-PLATE-ALU', 1),
  ('harrowgate-plates', 'PLATE-60-BRASS', 'Brass', '1.5 mm', false, 2, 'in_stock', 4200, 390, 2, 'P-PLATE-BRASS', 1),
  ('harrowgate-plates', 'PLATE-60-POM', 'POM', '1.5 mm', false, 3, 'in_stock', 2600, 80, 2, 'P-PLATE-POM', 1),
  ('harrowgate-plates', 'PLATE-60-FR4', 'FR4', '1.5 mm', false, 4, 'in_stock', 1800, 95, 2, 'P-PLATE-FR4', 1),
  ('felt-and-foam', 'FOAM-60', 'For 60%', '', false, 1, 'in_stock', 1200, 60, null, 'P-FOAM-60', 1),
  ('felt-and-foam', 'FOAM-65', 'For 65%', '', false, 2, 'in_stock', 1300, 65, null, 'P-FOAM-65', 1),
  ('felt-and-foam', 'FOAM-TKL', 'For TKL', '', false, 3, 'in_stock', 1500, 80, null, 'P-FOAM-TKL', 1),
  ('turned-knob', 'KNOB-SILVER', 'Silver', '', false, 1, 'in_stock', 1600, 35, null, 'P-KNOB-SILVER', 1),
  ('turned-knob', 'KNOB-BLACK', 'Black', '', false, 2, 'in_stock', 1600, 35, null, 'P-KNOB-BLACK', 1),
  ('turned-knob', 'KNOB-BRASS', 'Brass', '', false, 3, 'in_stock', 2400, 70, null, 'P-KNOB-BRASS', 1),
  ('switch-puller', 'TOOL-SWPULL', 'Switch puller', '', false, 1, 'in_stock', 900, 45, null, 'P-SWPULL', 1),
  ('keycap-puller', 'TOOL-KCPULL', 'Keycap puller', '', false, 1, 'in_stock', 1200, 35, null, 'P-KCPULL', 1),
  ('grease-two', 'TOOL-GREASE', 'Jar of 10 g', '', false, 1, 'in_stock', 1100, 40, 4, 'P-GREASE', 1),
  ('bench-screwdriver', 'TOOL-DRIVER', 'Screwdriver', '', false, 1, 'in_stock', 1900, 110, null, 'P-DRIVER', 1),
  ('walnut-wrist-rest', 'REST-S', 'For 60% and 65%', '300 mm', false, 1, 'in_stock', 3900, 320, 2, 'P-REST-S', 1),
  ('walnut-wrist-rest', 'REST-L', 'For TKL', '360 mm', false, 2, 'in_stock', 4500, 390, 2, 'P-REST-L', 1),
  ('field-case', 'CASE-MOSS', 'Moss', '', false, 1, 'in_stock', 5900, 480, null, 'P-CASE-MOSS', 1),
  ('field-case', 'CASE-INK', 'Ink', '', false, 2, 'in_stock', 5900, 480, null, 'P-CASE-INK', 1),
  ('sorting-tray', 'TRAY-PAIR', 'Two trays', '', false, 1, 'in_stock', 1400, 210, null, 'P-TRAY', 1)
) as v (url, sku, title, contents, required, position, availability, price, weight, max_each, pool, units)
join public.products p on p.url = v.url
left join public.stock_pools s on s.code = v.pool;

with pool as (
  insert into public.stock_pools (code, title, on_hand) values ('P-REST-S-B', 'Wrist rest 60/65, B-stock', 3) returning id
)
insert into public.variants (
  product_id, sku, title, contents, flaws, position, availability, price_minor, weight_grams, max_per_customer, stock_pool_id
)
select p.id, 'REST-S-B', 'For 60% and 65%', '300 mm',
  'A dark knot in the front edge. It is closed, sanded smooth and oiled, and you can feel it with a fingertip.',
  3, 'in_stock', 2900, 320, 2, pool.id
from public.products p, pool where p.url = 'walnut-wrist-rest';

insert into public.product_facts (product_id, code, label, value, filterable, position)
select p.id, f.code, f.label, f.value, f.filterable, f.position
from (values
  ('saltmarsh', 'profile', 'Profile', 'Cherry', true, 1), ('saltmarsh', 'material', 'Material', 'ABS, doubleshot', true, 2), ('saltmarsh', 'stem', 'Stem', 'MX', true, 3), ('saltmarsh', 'covers', 'Covers', '65%', true, 4), ('saltmarsh', 'covers', 'Covers', '75%', true, 5), ('saltmarsh', 'covers', 'Covers', 'TKL', true, 6), ('saltmarsh', 'covers', 'Covers', 'ISO', true, 7),
  ('lino-print', 'profile', 'Profile', 'Cherry', true, 1), ('lino-print', 'material', 'Material', 'PBT, dye-sublimated', true, 2), ('lino-print', 'stem', 'Stem', 'MX', true, 3), ('lino-print', 'covers', 'Covers', '60%', true, 4), ('lino-print', 'covers', 'Covers', 'TKL', true, 5), ('lino-print', 'covers', 'Covers', 'ISO', true, 6),
  ('night-market', 'profile', 'Profile', 'SA', true, 1), ('night-market', 'material', 'Material', 'ABS, doubleshot', true, 2), ('night-market', 'stem', 'Stem', 'MX', true, 3), ('night-market', 'covers', 'Covers', '65%', true, 4), ('night-market', 'covers', 'Covers', 'TKL', true, 5),
  ('bindery', 'profile', 'Profile', 'Cherry', true, 1), ('bindery', 'material', 'Material', 'ABS, doubleshot', true, 2), ('bindery', 'stem', 'Stem', 'MX', true, 3), ('bindery', 'covers', 'Covers', '65%', true, 4), ('bindery', 'covers', 'Covers', 'TKL', true, 5),
  ('pebble-linear', 'switch_type', 'Type', 'Linear', true, 1), ('pebble-linear', 'stem', 'Stem', 'MX', true, 2), ('pebble-linear', 'force', 'Bottom-out force', '55 g', false, 3), ('pebble-linear', 'travel', 'Travel', '3.4 mm', false, 4), ('pebble-linear', 'lubricated', 'Lubricated', 'A thin layer, at the factory', false, 5),
  ('thimble-tactile', 'switch_type', 'Type', 'Tactile', true, 1), ('thimble-tactile', 'stem', 'Stem', 'MX', true, 2), ('thimble-tactile', 'force', 'Bottom-out force', '63.5 g', false, 3), ('thimble-tactile', 'travel', 'Travel', '3.6 mm', false, 4), ('thimble-tactile', 'lubricated', 'Lubricated', 'No', false, 5),
  ('hush-silent', 'switch_type', 'Type', 'Silent linear', true, 1), ('hush-silent', 'stem', 'Stem', 'MX', true, 2), ('hush-silent', 'force', 'Bottom-out force', '50 g', false, 3), ('hush-silent', 'travel', 'Travel', '3.7 mm', false, 4), ('hush-silent', 'lubricated', 'Lubricated', 'At the factory', false, 5),
  ('wren-click', 'switch_type', 'Type', 'Clicky', true, 1), ('wren-click', 'stem', 'Stem', 'MX', true, 2), ('wren-click', 'force', 'Bottom-out force', '60 g', false, 3), ('wren-click', 'travel', 'Travel', '3.8 mm', false, 4),
  ('plinth-stabilisers', 'mount', 'Mount', 'Screw-in, PCB', true, 1), ('plinth-stabilisers', 'stem', 'Stem', 'MX', true, 2), ('plinth-stabilisers', 'thickness', 'PCB thickness', '1.6 mm', false, 3),
  ('curlew-coiled-cable', 'plug', 'Plug', 'USB-C to USB-A', true, 1), ('curlew-coiled-cable', 'length', 'Length', '1.2 m plus the coil', false, 2),
  ('straight-cable', 'plug', 'Plug', 'USB-C to USB-A', true, 1), ('straight-cable', 'plug', 'Plug', 'USB-C to USB-C', true, 2), ('straight-cable', 'length', 'Length', '1.5 m', false, 3),
  ('tideline-mat', 'size', 'Size', '900 × 400 × 4 mm', false, 1), ('tideline-mat', 'material', 'Material', 'Rubber, polyester', true, 2),
  ('contour-mat', 'size', 'Size', '900 × 400 × 4 mm', false, 1), ('contour-mat', 'material', 'Material', 'Rubber, polyester', true, 2),
  ('harrowgate-pcb', 'layout', 'Layout', '60%', true, 1), ('harrowgate-pcb', 'switches', 'Takes', 'MX switches', true, 2), ('harrowgate-pcb', 'fits', 'Fits', 'Harrowgate 60 and tray-mount cases', false, 3),
  ('harrowgate-plates', 'layout', 'Layout', '60%', true, 1), ('harrowgate-plates', 'switches', 'Takes', 'MX switches', true, 2), ('harrowgate-plates', 'fits', 'Fits', 'Harrowgate 60 and tray-mount cases', false, 3),
  ('felt-and-foam', 'layout', 'Layout', '60%', true, 1), ('felt-and-foam', 'layout', 'Layout', '65%', true, 2), ('felt-and-foam', 'layout', 'Layout', 'TKL', true, 3),
  ('turned-knob', 'shaft', 'Shaft', '6 mm, D-shaped', true, 1), ('turned-knob', 'fits', 'Fits', 'Tallyman', false, 2),
  ('switch-puller', 'fits', 'Fits', 'MX switches', false, 1), ('keycap-puller', 'fits', 'Fits', 'Caps from 1u to 7u', false, 1),
  ('grease-two', 'use', 'For', 'Stabilisers, linear switches', false, 1), ('bench-screwdriver', 'bits', 'Bits', 'PH0, H1.5, H2', false, 1),
  ('walnut-wrist-rest', 'material', 'Material', 'Walnut', true, 1), ('walnut-wrist-rest', 'height', 'Height', '18 mm at the back, 11 mm at the front', false, 2),
  ('field-case', 'material', 'Material', 'Waxed cotton, wool', true, 1), ('field-case', 'fits', 'Fits', 'Boards up to 370 × 145 mm', false, 2),
  ('sorting-tray', 'material', 'Material', 'Paper pulp', true, 1)
) as f (url, code, label, value, filterable, position)
join public.products p on p.url = f.url;

insert into public.product_relations (product_id, related_id, reason, position)
select a.id, b.id, r.reason, r.position
from (values
  ('sandling-40', 'saltmarsh', 'The 40s kit has the keys you need', 1), ('sandling-40', 'thimble-tactile', 'A tactile switch that suits it', 2), ('sandling-40', 'harrowgate-60', 'If you want a board this month', 3),
  ('fathomline-1800', 'night-market', 'Has a numpad kit', 1), ('fathomline-1800', 'plinth-stabilisers', 'Choose the full-size set', 2), ('fathomline-1800', 'pebble-linear', 'The switch in our prototype', 3), ('fathomline-1800', 'tideline-mat', 'Long enough for board and mouse', 4),
  ('braefell-65', 'saltmarsh', 'Greens that suit it', 1), ('braefell-65', 'pebble-linear', 'The switch in our prototype', 2), ('braefell-65', 'plinth-stabilisers', 'Choose the 65% set', 3), ('braefell-65', 'curlew-coiled-cable', 'Its plug fits', 4),
  ('cinderwick-tkl', 'hush-silent', 'Our quietest switch', 1), ('cinderwick-tkl', 'lino-print', 'Red and cream, as in the pictures', 2), ('cinderwick-tkl', 'plinth-stabilisers', 'Choose the TKL set', 3), ('cinderwick-tkl', 'field-case', 'Takes a TKL', 4),
  ('lampwing-75', 'night-market', 'Lantern colours for a lantern', 1), ('lampwing-75', 'thimble-tactile', 'The switch in our prototype', 2), ('lampwing-75', 'plinth-stabilisers', 'Choose the 75% set', 3),
  ('aldersea-alice', 'walnut-wrist-rest', 'From the same workshop', 1), ('aldersea-alice', 'saltmarsh', 'Its 40s kit has the two Alice bars', 2), ('aldersea-alice', 'grease-two', 'For its five stabilisers', 3),
  ('harrowgate-60', 'harrowgate-plates', 'A new sound in an evening', 1), ('harrowgate-60', 'harrowgate-pcb', 'A spare, or the other version', 2), ('harrowgate-60', 'felt-and-foam', 'Cut for it', 3), ('harrowgate-60', 'lino-print', 'Covers 60% boards, in stock', 4),
  ('merlow-hhkb', 'hush-silent', 'For the office', 1), ('merlow-hhkb', 'straight-cable', 'Fits its deep socket', 2), ('merlow-hhkb', 'grease-two', 'For the long 7u stabiliser', 3),
  ('quoin-full', 'fathomline-1800', 'Nearly as many keys, less desk', 1),
  ('tallyman-numpad', 'turned-knob', 'Another knob to put on it', 1), ('tallyman-numpad', 'harrowgate-60', 'Same height and angle', 2), ('tallyman-numpad', 'saltmarsh', 'Has a numpad kit', 3),
  ('saltmarsh', 'braefell-65', 'Designed alongside it', 1), ('saltmarsh', 'tideline-mat', 'Sand to go with the marsh', 2), ('saltmarsh', 'keycap-puller', 'Gentle on stems', 3),
  ('lino-print', 'sorting-tray', 'For the caps you take off', 1), ('lino-print', 'keycap-puller', 'Gentle on stems', 2), ('lino-print', 'contour-mat', 'Ink on paper', 3),
  ('night-market', 'lampwing-75', 'A lantern for the lanterns', 1), ('night-market', 'sorting-tray', 'For the caps you take off', 2),
  ('bindery', 'cinderwick-tkl', 'Gold caps, brass base', 1), ('bindery', 'field-case', 'Book cloth and waxed cotton', 2),
  ('pebble-linear', 'switch-puller', 'For when you change your mind', 1), ('pebble-linear', 'grease-two', 'To add your own lubricant', 2), ('pebble-linear', 'plinth-stabilisers', 'The other half of the sound', 3),
  ('thimble-tactile', 'switch-puller', 'For when you change your mind', 1), ('thimble-tactile', 'plinth-stabilisers', 'The other half of the sound', 2),
  ('hush-silent', 'felt-and-foam', 'Quieter still', 1), ('hush-silent', 'switch-puller', 'For when you change your mind', 2),
  ('wren-click', 'thimble-tactile', 'A tactile switch, in stock', 1),
  ('plinth-stabilisers', 'grease-two', 'For the wires', 1), ('plinth-stabilisers', 'bench-screwdriver', 'Fits their screws', 2),
  ('curlew-coiled-cable', 'field-case', 'Has a pocket for the coil', 1), ('straight-cable', 'curlew-coiled-cable', 'The coiled version', 1),
  ('tideline-mat', 'saltmarsh', 'A marsh to go with the sand', 1), ('contour-mat', 'braefell-65', 'A board shaped like a hill', 1),
  ('harrowgate-pcb', 'harrowgate-plates', 'Same pattern', 1), ('harrowgate-plates', 'harrowgate-pcb', 'Same pattern', 1), ('harrowgate-plates', 'felt-and-foam', 'While the case is open', 2),
  ('felt-and-foam', 'bench-screwdriver', 'To open the case', 1), ('turned-knob', 'tallyman-numpad', 'What it was made for', 1),
  ('switch-puller', 'keycap-puller', 'The other one', 1), ('keycap-puller', 'switch-puller', 'The other one', 1), ('grease-two', 'plinth-stabilisers', 'Where most of it goes', 1),
  ('bench-screwdriver', 'harrowgate-60', 'A board that is made to be opened', 1), ('walnut-wrist-rest', 'aldersea-alice', 'From the same workshop', 1),
  ('field-case', 'curlew-coiled-cable', 'Fits the pocket', 1), ('sorting-tray', 'keycap-puller', 'To take the caps off', 1)
) as r (url, related, reason, position)
join public.products a on a.url = r.url join public.products b on b.url = r.related;

-- Batches, dated from the moment of seeding -------------------------------------------------------

insert into public.batches (
  product_id, code, title, number, stage, note, opens_at, closes_at, eta, original_eta, eta_precision,
  cancel_until, change_options_until, change_address_until, shipped_on
)
select p.id, b.code, b.title, b.number, b.stage::public.batch_stage, b.note,
  date_trunc('day', now()) + make_interval(days => b.opens_in, hours => 16),
  date_trunc('day', now()) + make_interval(days => b.closes_in, hours => 20),
  (date_trunc('month', now()) + make_interval(months => b.eta_in))::date,
  (date_trunc('month', now()) + make_interval(months => b.promised_in))::date,
  b.precision,
  date_trunc('day', now()) + make_interval(days => b.closes_in, hours => 20),
  date_trunc('day', now()) + make_interval(days => b.closes_in + 7, hours => 20),
  (date_trunc('month', now()) + make_interval(months => b.eta_in, days => -14)),
  -- Weeks after the last day of the month that was promised, as the About page counts them.
  (date_trunc('month', now()) + make_interval(months => b.promised_in + 1, days => -1 + 7 * b.shipped_weeks_late))::date
from (values
  ('sandling-40', 'SANDLING-R1', 'Sandling, first batch', 1, 'interest_check', 'At 60 votes we plan a group buy.', null, null, 9, 9, 'quarter', null),
  ('fathomline-1800', 'FATHOMLINE-R1', 'Fathomline, first batch', 1, 'announced', '', 9, 37, 7, 7, 'month', null),
  ('braefell-65', 'BRAEFELL-R1', 'Braefell, first batch', 1, 'open', 'Ships on its own: the rest of your order doesn’t wait for it.', -16, 12, 6, 6, 'month', null),
  ('cinderwick-tkl', 'CINDERWICK-R1', 'Cinderwick, first batch', 1, 'open', 'Everyone pays the tier reached at closing.', -23, 5, 6, 6, 'month', null),
  ('lampwing-75', 'LAMPWING-R1', 'Lampwing, first batch', 1, 'closed', '', -45, -10, 5, 5, 'month', null),
  ('aldersea-alice', 'ALDERSEA-R1', 'Aldersea, first batch', 1, 'in_production', 'The cases are being milled.', -280, -252, 3, -1, 'month', null),
  ('harrowgate-60', 'HARROWGATE-R1', 'Harrowgate, first batch', 1, 'archived', '', -700, -672, -14, -15, 'month', 4),
  ('harrowgate-60', 'HARROWGATE-R2', 'Harrowgate, second batch', 2, 'shipping', 'First paid, first shipped.', -230, -202, 0, -1, 'month', null),
  ('merlow-hhkb', 'MERLOW-R1', 'Merlow, first batch', 1, 'extras', '', -390, -362, -4, -5, 'month', 3),
  ('quoin-full', 'QUOIN-R1', 'Quoin, the only batch', 1, 'archived', 'We promised sixteen weeks and took twenty-nine.', -1080, -1050, -28, -31, 'month', 13),
  ('saltmarsh', 'SALTMARSH-R1', 'Saltmarsh, first batch', 1, 'open', 'Kits under their minimum are dropped and refunded.', -12, 16, 8, 8, 'quarter', null),
  ('lino-print', 'LINO-R1', 'Lino Print, first batch', 1, 'extras', '', -420, -392, -5, -5, 'month', -1),
  ('night-market', 'MARKET-R1', 'Night Market, first batch', 1, 'in_production', 'The alphas are moulded. The modifiers are on the machine.', -190, -160, 2, 1, 'month', null),
  ('bindery', 'BINDERY-R1', 'Bindery, first batch', 1, 'announced', 'Opens if the third colour sample is right.', 26, 54, 10, 10, 'quarter', null),
  ('gannet-tkl', 'GANNET-R1', 'Gannet, first batch', 1, 'draft', 'Under embargo', 40, 68, 12, 12, 'quarter', null)
) as b (url, code, title, number, stage, note, opens_in, closes_in, eta_in, promised_in, precision, shipped_weeks_late)
join public.products p on p.url = b.url;

insert into public.batch_kits (batch_id, variant_id, moq, capacity, ordered_count, position)
select b.id, v.id, k.moq, k.capacity, k.ordered, v.position
from (values
  ('SANDLING-R1', 'SANDLING-KIT', 60, null, 0), ('SANDLING-R1', 'SANDLING-PCB', 30, null, 0),
  ('FATHOMLINE-R1', 'FATHOMLINE-KIT', 120, 400, 0), ('FATHOMLINE-R1', 'FATHOMLINE-PLATE', 40, null, 0), ('FATHOMLINE-R1', 'FATHOMLINE-PCB', 40, null, 0),
  ('BRAEFELL-R1', 'BRAEFELL-KIT', 100, 300, 63), ('BRAEFELL-R1', 'BRAEFELL-PLATE', 30, null, 18), ('BRAEFELL-R1', 'BRAEFELL-PCB', 30, null, 31), ('BRAEFELL-R1', 'BRAEFELL-WINDOW', 25, null, 9),
  ('CINDERWICK-R1', 'CINDERWICK-KIT', 100, 500, 187), ('CINDERWICK-R1', 'CINDERWICK-RING', 50, null, 74), ('CINDERWICK-R1', 'CINDERWICK-PCB', 40, null, 52),
  ('LAMPWING-R1', 'LAMPWING-KIT', 150, null, 231), ('LAMPWING-R1', 'LAMPWING-SHELL', 40, null, 58),
  ('ALDERSEA-R1', 'ALDERSEA-KIT', 80, 160, 144),
  ('HARROWGATE-R2', 'HARROWGATE-KIT', 200, null, 612),
  ('SALTMARSH-R1', 'SALTMARSH-BASE', 150, null, 164), ('SALTMARSH-R1', 'SALTMARSH-NUM', 80, null, 61), ('SALTMARSH-R1', 'SALTMARSH-NOV', 80, null, 79), ('SALTMARSH-R1', 'SALTMARSH-SPACE', 80, null, 34), ('SALTMARSH-R1', 'SALTMARSH-40', 60, null, 22),
  ('MARKET-R1', 'MARKET-BASE', 150, null, 288), ('MARKET-R1', 'MARKET-NUM', 80, null, 97), ('MARKET-R1', 'MARKET-NOV', 80, null, 140),
  ('BINDERY-R1', 'BINDERY-BASE', 150, null, 0), ('BINDERY-R1', 'BINDERY-NUM', 80, null, 0), ('BINDERY-R1', 'BINDERY-NOV', 80, null, 0),
  ('GANNET-R1', 'GANNET-KIT', 100, null, 0)
) as k (batch, sku, moq, capacity, ordered)
join public.batches b on b.code = k.batch join public.variants v on v.sku = k.sku;

insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
select k.id, t.from_count, t.price
from (values
  ('CINDERWICK-KIT', 100, 40900), ('CINDERWICK-KIT', 150, 39900), ('CINDERWICK-KIT', 250, 38400), ('CINDERWICK-KIT', 350, 37400),
  ('FATHOMLINE-KIT', 200, 43400), ('FATHOMLINE-KIT', 300, 42400),
  ('BRAEFELL-KIT', 150, 35900), ('BRAEFELL-KIT', 220, 34900),
  ('SALTMARSH-BASE', 250, 11400), ('SALTMARSH-BASE', 400, 10900)
) as t (sku, from_count, price)
join public.variants v on v.sku = t.sku join public.batch_kits k on k.variant_id = v.id;

-- The trigger wrote the stage of today: the earlier ones have dates of their own.
delete from public.batch_stage_history;
insert into public.batch_stage_history (batch_id, stage, entered_at)
select b.id, h.stage::public.batch_stage, date_trunc('day', now()) - make_interval(days => h.days_ago) + interval '16 hours'
from (values
  ('SANDLING-R1', 'interest_check', 24),
  ('FATHOMLINE-R1', 'interest_check', 140), ('FATHOMLINE-R1', 'announced', 33),
  ('BRAEFELL-R1', 'interest_check', 160), ('BRAEFELL-R1', 'announced', 61), ('BRAEFELL-R1', 'open', 16),
  ('CINDERWICK-R1', 'interest_check', 190), ('CINDERWICK-R1', 'announced', 75), ('CINDERWICK-R1', 'open', 23),
  ('LAMPWING-R1', 'interest_check', 220), ('LAMPWING-R1', 'announced', 150), ('LAMPWING-R1', 'open', 45), ('LAMPWING-R1', 'closed', 10),
  ('ALDERSEA-R1', 'announced', 330), ('ALDERSEA-R1', 'open', 280), ('ALDERSEA-R1', 'closed', 252), ('ALDERSEA-R1', 'in_production', 96),
  ('HARROWGATE-R1', 'announced', 730), ('HARROWGATE-R1', 'open', 700), ('HARROWGATE-R1', 'closed', 672), ('HARROWGATE-R1', 'in_production', 640), ('HARROWGATE-R1', 'quality_control', 470), ('HARROWGATE-R1', 'shipping', 450), ('HARROWGATE-R1', 'archived', 390),
  ('HARROWGATE-R2', 'announced', 260), ('HARROWGATE-R2', 'open', 230), ('HARROWGATE-R2', 'closed', 202), ('HARROWGATE-R2', 'in_production', 170), ('HARROWGATE-R2', 'quality_control', 31), ('HARROWGATE-R2', 'shipping', 8),
  ('MERLOW-R1', 'announced', 400), ('MERLOW-R1', 'open', 390), ('MERLOW-R1', 'closed', 362), ('MERLOW-R1', 'in_production', 340), ('MERLOW-R1', 'quality_control', 160), ('MERLOW-R1', 'shipping', 145), ('MERLOW-R1', 'extras', 75),
  ('QUOIN-R1', 'announced', 1100), ('QUOIN-R1', 'open', 1080), ('QUOIN-R1', 'closed', 1050), ('QUOIN-R1', 'in_production', 1030), ('QUOIN-R1', 'shipping', 880), ('QUOIN-R1', 'archived', 815),
  ('SALTMARSH-R1', 'interest_check', 130), ('SALTMARSH-R1', 'announced', 70), ('SALTMARSH-R1', 'open', 12),
  ('LINO-R1', 'open', 420), ('LINO-R1', 'closed', 392), ('LINO-R1', 'in_production', 370), ('LINO-R1', 'quality_control', 180), ('LINO-R1', 'shipping', 165), ('LINO-R1', 'extras', 120),
  ('MARKET-R1', 'announced', 260), ('MARKET-R1', 'open', 190), ('MARKET-R1', 'closed', 160), ('MARKET-R1', 'in_production', 88),
  ('BINDERY-R1', 'interest_check', 110), ('BINDERY-R1', 'announced', 40)
) as h (batch, stage, days_ago)
join public.batches b on b.code = h.batch;

insert into public.partner_sales (partner_id, batch_id, sale_url, ends_at)
select p.id, b.id, p.website || '/' || lower(b.code), b.closes_at - interval '2 days'
from public.regional_partners p
join public.batches b on b.code in ('BRAEFELL-R1', 'CINDERWICK-R1', 'SALTMARSH-R1')
where p.code in ('north-desk', 'under-the-fern', 'tecla-aberta') or (p.code = 'kita-keys' and b.code = 'SALTMARSH-R1');

-- Makers, sculpts, colorways and palettes ---------------------------------------------------------

insert into public.makers (code, name, bio, country_code, position) values
  ('marlow-casts', 'Marlow Casts', 'Ada Marlow casts in a shed in Bristol that once belonged to a boat builder. She sculpts in wax, and each mould lasts for about forty caps.', 'GB', 1),
  ('tidewrack', 'Tidewrack', 'João Sequeira makes keycaps that look like what the Atlantic leaves on the beach near Aveiro. Resin only, coloured in the pot, never painted.', 'PT', 2),
  ('small-weather', 'Small Weather', 'Ines Okafor in Rotterdam makes landscapes that fit on one key: clouds, cliffs, a lighthouse with a lamp that glows in the dark.', 'NL', 3),
  ('kiln-and-crow', 'Kiln & Crow', 'Petra Lind is a potter in Malmö. Her caps are fired clay on a resin stem, and no two glazes are the same.', 'SE', 4),
  ('night-ferry', 'Night Ferry Workshop', 'Yuto and Hana Mori cast at night in Kobe: koi, owls and anything else with patient eyes.', 'JP', 5);
-- Invented, as the makers are.
update public.makers m set legal_name = a.legal_name, postal_address = a.postal, electronic_address = m.code || '@makers.example'
from (values
  ('marlow-casts', 'Marlow Casts Ltd', '0 Harbour Yard, Bristol BS1 0XX, United Kingdom'),
  ('tidewrack', 'Tidewrack, João Sequeira', 'Rua da Praia 0, 3800-000 Aveiro, Portugal'),
  ('small-weather', 'Small Weather, Ines Okafor', 'Maaskade 0, 3071 XX Rotterdam, Netherlands'),
  ('kiln-and-crow', 'Kiln & Crow, Petra Lind', 'Lergatan 0, 211 00 Malmö, Sweden'),
  ('night-ferry', 'Night Ferry Workshop', '0 Minatomachi, Chuo-ku, Kobe 650-0000, Japan')
) as a (code, legal_name, postal) where m.code = a.code;
update public.makers set responsible_name = 'Keywright (demonstration)',
  responsible_postal_address = 'Oudegracht 0, 3511 Utrecht, Netherlands', responsible_electronic_address = 'hello@keywright.example'
where country_code in ('GB', 'JP');

insert into public.products (
  kind, category, url, title, summary, body, status, publish_at, position, maker_id, handling_days,
  max_per_customer, in_the_box, hs_code, origin_country_code, customs_description
)
select 'artisan', 'sculpt', s.url, s.title, s.summary, s.body, 'published',
  now() - make_interval(days => s.days_ago), s.position, m.id, 4, 2,
  array['Keycap in a tin', 'Card with its number'], '847330', m.country_code, 'Keycap, handmade, resin'
from (values
  ('lamp-moth', 'Lamp Moth', 'marlow-casts', 'A moth at rest, wings spread, fur on the shoulders.', 420, 1,
   'It sat on the window of the shed for two days, long enough for Ada to draw it. She cuts the fur into the wax with a dental tool. You see the veins of the wings only when light falls from the side.'),
  ('canal-koi', 'Canal Koi', 'night-ferry', 'Two koi circling a lily in a pond.', 390, 2,
   'The fish are painted first. Then the water is poured round them in four layers, each a little darker, until only their backs are dry. The lily goes in last, petal by petal.'),
  ('hedge-fox', 'Hedge Fox', 'marlow-casts', 'A young fox asleep, curled into its tail.', 350, 3,
   'The quietest animal in the shed. Its ears lean back and have round tips, so your fingers don’t catch on them.'),
  ('first-summit', 'First Summit', 'small-weather', 'A mountain with a hut at its foot and a light in the window.', 330, 4,
   'A ridge that is on no map. The snow is dabbed on with a sponge, so every cap has its own winter. The light in the hut goes in last, a drop from a needle.'),
  ('ring-toadstool', 'Ring Toadstool', 'kiln-and-crow', 'Three toadstools and some moss, in glazed clay.', 300, 5,
   'Fired at 1,020 °C and glued to a resin stem. Glazes run, and they are meant to: no two caps look quite the same.'),
  ('chambered', 'Chambered Nautilus', 'tidewrack', 'A nautilus cut open, chamber by chamber.', 270, 6,
   'Cast from a shell that came ashore broken. The chambers are poured one by one with a minute between them, which leaves a line as thin as a hair.'),
  ('deep-diver', 'Deep Diver', 'tidewrack', 'A diving helmet with a light behind the glass.', 230, 7,
   'There is metal powder in the resin, polished where hands would have touched the real helmet. The window is clear, so the light of your board shines through it.'),
  ('sill-succulent', 'Sill Succulent', 'kiln-and-crow', 'A rosette of thick leaves and a stem of flowers, in a shallow pot.', 190, 8,
   'It needs no water. Petra presses on every leaf by hand: six caps take her an evening.'),
  ('cold-tea', 'Cold Tea', 'small-weather', 'A cup someone forgot, and the tail of something large in it.', 150, 9,
   'The tea is clear resin with a skin on top. We don’t know whose tail that is: it was there when we came back. One cup in fifty also has a biscuit at the bottom.'),
  ('harbour-light', 'Harbour Light', 'small-weather', 'A lighthouse on a rock, with a lamp that glows.', 110, 10,
   'Hold it under a desk lamp and it glows for an hour. The rock is cast from a pebble from the harbour wall at Scheveningen.')
) as s (url, title, maker, summary, days_ago, position, body)
join public.makers m on m.code = s.maker;

insert into public.product_facts (product_id, code, label, value, filterable, position)
select p.id, 'material', 'Material', case m.code when 'kiln-and-crow' then 'Glazed clay on resin' else 'Resin' end, true, 1
from public.products p join public.makers m on m.id = p.maker_id where p.kind = 'artisan'
union all
select p.id, 'profile', 'Profile', 'Row 1, sculpted', false, 2 from public.products p where p.kind = 'artisan';

-- One row per edition: what it is, how it is sold, and the colours it is drawn with.
create temporary table seed_edition (
  sculpt text, code text, name text, family text, finish text, sale text, edition int, stem text,
  price int, remaining int, commissioned int, given_away int, days_ago int,
  body text, secondary text, accent text, glow text, base text, material text, speckle numeric
) on commit drop;
insert into seed_edition values
('lamp-moth', 'moth-dusk', 'Dusk', 'purple', 'matt', 'raffle', 24, 'mx', 6500, 0, 0, 1, 20, '#5b4a6f', '#8d7ba3', '#d8c9e8', '#f3d36b', '#2c2438', 'satin', 0.15),
('lamp-moth', 'moth-birch', 'Birch', 'neutral', 'matt', 'raffle', 24, 'mx', 6500, 0, 0, 0, 20, '#d9d2c3', '#a89f8d', '#4c453a', '#f0c987', '#6d6557', 'satin', 0.1),
('lamp-moth', 'moth-lichen', 'Lichen', 'green', 'satin', 'raffle', 18, 'mx', 6500, 0, 0, 1, 20, '#7f9174', '#b9c79f', '#e3dc8f', '#f7f0c0', '#3b4536', 'satin', 0.3),
('lamp-moth', 'moth-emperor', 'Emperor', 'multi', 'satin', 'archive', 30, 'mx', 6800, 0, 2, 1, 310, '#6a4b3c', '#c98b5f', '#22344f', '#f3b94a', '#2e211b', 'satin', 0.2),
('lamp-moth', 'moth-ghost', 'Ghost', 'neutral', 'translucent', 'archive', 12, 'topre', 7200, 0, 0, 0, 400, '#eceff0', '#d3dadd', '#b0bbc0', '#dff5ff', '#9aa6ab', 'resin', 0),
('lamp-moth', 'moth-ember', 'Ember', 'orange', 'matt', 'commission', 6, 'mx', 9500, 0, 6, 0, 210, '#b8532a', '#e18a4b', '#3a1d14', '#ffd27a', '#411f14', 'satin', 0.25),
('canal-koi', 'koi-kohaku', 'Kohaku', 'red', 'gloss', 'first_come', 30, 'mx', 7800, 7, 0, 1, 45, '#f6f1e8', '#d2402a', '#b8301f', '#f6f1e8', '#1f4a52', 'resin', 0.05),
('canal-koi', 'koi-asagi', 'Asagi', 'blue', 'gloss', 'first_come', 30, 'mx', 7800, 0, 0, 0, 45, '#9db6c9', '#4a6785', '#d06a42', '#9db6c9', '#22403a', 'resin', 0.1),
('canal-koi', 'koi-ogon', 'Ogon', 'yellow', 'metallic', 'list', 20, 'mx', 8400, 0, 0, 1, 12, '#dcae3e', '#ecc968', '#cf9c30', '#f3dc92', '#2f3d33', 'pearl', 0.2),
('canal-koi', 'koi-showa', 'Showa', 'multi', 'gloss', 'archive', 24, 'mx', 7800, 0, 3, 0, 260, '#232227', '#cc3b26', '#f4efe6', '#cc3b26', '#3b5560', 'resin', 0.05),
('canal-koi', 'koi-tancho', 'Tanchō', 'neutral', 'gloss', 'archive', 16, 'topre', 8200, 0, 0, 1, 350, '#f7f4ee', '#fbf9f5', '#f0ebe2', '#cf2f22', '#27333f', 'resin', 0),
('canal-koi', 'koi-moonpond', 'Moonpond', 'blue', 'glow', 'list', 20, 'mx', 8600, 0, 0, 0, 12, '#c9d8e8', '#7c9cc4', '#f0e7b0', '#bff5ea', '#1b2a4e', 'resin', 0.3),
('hedge-fox', 'fox-bracken', 'Bracken', 'orange', 'matt', 'first_come', 40, 'mx', 5900, 11, 0, 1, 60, '#c2662d', '#f0dfc4', '#3d2a20', '#ffe9b8', '#5a4a34', 'satin', 0.1),
('hedge-fox', 'fox-vixen', 'Vixen', 'red', 'matt', 'first_come', 40, 'mx', 5900, 3, 0, 0, 60, '#9c3a24', '#ecd2b4', '#2b1c17', '#ffdf9e', '#43382b', 'satin', 0.1),
('hedge-fox', 'fox-arctic', 'Arctic', 'neutral', 'satin', 'list', 30, 'mx', 6200, 0, 0, 1, 30, '#eef1f3', '#cdd6db', '#5b666d', '#cfe9f5', '#8a99a3', 'satin', 0.05),
('hedge-fox', 'fox-silver', 'Silver', 'neutral', 'metallic', 'archive', 15, 'alps', 6800, 0, 1, 0, 300, '#4d5256', '#a7adb1', '#1f2224', '#e3e8ea', '#2c3033', 'metal', 0),
('hedge-fox', 'fox-plum', 'Plum', 'purple', 'matt', 'archive', 25, 'mx', 5900, 0, 0, 0, 340, '#6d3f5e', '#d9bfd0', '#2b1826', '#f2c9e4', '#3a2534', 'satin', 0.15),
('hedge-fox', 'fox-moss', 'Moss', 'green', 'matt', 'commission', 5, 'mx', 9000, 0, 5, 0, 170, '#5e7445', '#dfe3c6', '#26301b', '#eef5b0', '#2f3a22', 'satin', 0.3),
('first-summit', 'summit-dawn', 'Dawn', 'pink', 'matt', 'list', 20, 'mx', 6800, 0, 0, 1, 95, '#8a93a8', '#f4c6bf', '#ffffff', '#ffdcb0', '#4a5368', 'satin', 0.1),
('first-summit', 'summit-noon', 'Noon', 'blue', 'matt', 'list', 20, 'mx', 6800, 0, 0, 0, 95, '#6f8ba6', '#d7e6ef', '#ffffff', '#fff8d8', '#3a4f63', 'satin', 0.05),
('first-summit', 'summit-storm', 'Storm', 'neutral', 'satin', 'list', 16, 'mx', 6800, 0, 0, 1, 95, '#4a4f57', '#9aa1aa', '#d9dde2', '#bcd7ff', '#2a2d33', 'satin', 0.2),
('first-summit', 'summit-rust', 'Rust', 'brown', 'matt', 'archive', 22, 'mx', 6800, 0, 0, 0, 280, '#7c4a33', '#c48a62', '#efe3d2', '#ffcf96', '#43281b', 'satin', 0.2),
('first-summit', 'summit-aurora', 'Aurora', 'green', 'glow', 'archive', 18, 'mx', 7400, 0, 2, 1, 325, '#27364a', '#4fae8b', '#b8f0d0', '#8affd6', '#141d2a', 'resin', 0.35),
('first-summit', 'summit-salt', 'Salt', 'neutral', 'gloss', 'archive', 14, 'choc', 6800, 0, 0, 0, 200, '#e9ebea', '#cfd4d3', '#ffffff', '#ffffff', '#a9b1b0', 'gloss', 0),
('ring-toadstool', 'toadstool-fly', 'Fly', 'red', 'gloss', 'list', 60, 'mx', 5400, 0, 0, 2, 70, '#b9291f', '#f4efe6', '#6b8a4e', '#fff3d6', '#4a5a33', 'gloss', 0.1),
('ring-toadstool', 'toadstool-parasol', 'Parasol', 'brown', 'satin', 'first_come', 36, 'mx', 5400, 15, 0, 0, 70, '#a98563', '#e9dcc6', '#6f7d4d', '#f8ecd2', '#4c4a31', 'satin', 0.3),
('ring-toadstool', 'toadstool-blewit', 'Blewit', 'purple', 'gloss', 'first_come', 36, 'mx', 5400, 5, 0, 1, 70, '#75659a', '#cfc4e2', '#5f7a5a', '#eee4ff', '#3c4b37', 'gloss', 0.15),
('ring-toadstool', 'toadstool-inkcap', 'Ink Cap', 'neutral', 'satin', 'archive', 20, 'mx', 5400, 0, 0, 0, 290, '#3a3634', '#a39b92', '#5d6a4a', '#d9d0c2', '#262c1e', 'satin', 0.2),
('ring-toadstool', 'toadstool-chanterelle', 'Chanterelle', 'yellow', 'gloss', 'archive', 28, 'mx', 5400, 0, 0, 1, 295, '#e0a11f', '#f4d987', '#63824a', '#fff1b8', '#3e5230', 'gloss', 0.1),
('ring-toadstool', 'toadstool-mould', 'Blue Mould', 'blue', 'gloss', 'archive', 10, 'mx', 6000, 0, 1, 0, 240, '#4f86a6', '#bfe0ea', '#7aa07c', '#e0fbff', '#2e5148', 'gloss', 0.25),
('chambered', 'nautilus-pearl', 'Pearl', 'neutral', 'metallic', 'raffle', 25, 'mx', 7200, 0, 0, 1, 5, '#efe6dc', '#d9b9a2', '#b4785a', '#fff8ef', '#7a675a', 'pearl', 0.05),
('chambered', 'nautilus-ink', 'Ink', 'blue', 'gloss', 'raffle', 25, 'mx', 7200, 0, 0, 0, 5, '#1e2f4d', '#4f6fa0', '#c9d6ea', '#9fd4ff', '#0e1727', 'resin', 0.1),
('chambered', 'nautilus-kelp', 'Kelp', 'green', 'translucent', 'raffle', 20, 'mx', 7200, 0, 0, 0, 5, '#4b5f33', '#8fa45c', '#d7d8a0', '#e9f0b4', '#26321b', 'resin', 0.2),
('chambered', 'nautilus-coral', 'Coral', 'pink', 'gloss', 'archive', 22, 'mx', 7200, 0, 2, 0, 250, '#e2806f', '#f6c9bd', '#8c3f3a', '#ffe6dd', '#5c2f2d', 'gloss', 0.1),
('chambered', 'nautilus-smoke', 'Smoke', 'neutral', 'translucent', 'archive', 12, 'topre', 7600, 0, 0, 1, 265, '#8b8f93', '#c7cacc', '#4d5053', '#f1f4f6', '#3a3d40', 'resin', 0),
('chambered', 'nautilus-opal', 'Opal', 'multi', 'marbled', 'commission', 4, 'mx', 11000, 0, 4, 0, 130, '#cfe3e0', '#e7c8dc', '#a9c6ea', '#ffffff', '#8aa0a6', 'pearl', 0.4),
('deep-diver', 'diver-brass', 'Brass', 'yellow', 'metallic', 'first_come', 20, 'mx', 8900, 4, 0, 1, 80, '#b98a2f', '#7a561b', '#e8cf8a', '#ffe29a', '#3c2c10', 'metal', 0),
('deep-diver', 'diver-verdigris', 'Verdigris', 'green', 'metallic', 'first_come', 20, 'mx', 8900, 0, 0, 0, 80, '#5b9a86', '#a97b3a', '#b8dccd', '#d9fff0', '#274a3f', 'metal', 0.3),
('deep-diver', 'diver-copper', 'Copper', 'orange', 'metallic', 'list', 18, 'mx', 8900, 0, 0, 0, 28, '#b5623a', '#6f3318', '#edb48f', '#ffd0a8', '#3b1b0d', 'metal', 0.05),
('deep-diver', 'diver-iron', 'Iron', 'neutral', 'metallic', 'archive', 16, 'alps', 8900, 0, 0, 1, 225, '#55585b', '#2c2e30', '#a1a5a8', '#ffb870', '#191a1b', 'metal', 0.15),
('deep-diver', 'diver-porcelain', 'Porcelain', 'blue', 'gloss', 'archive', 10, 'mx', 9400, 0, 0, 0, 215, '#f0f3f5', '#3d63a0', '#b7c9e3', '#e6f4ff', '#28406a', 'gloss', 0),
('deep-diver', 'diver-abyss', 'Abyss', 'purple', 'glow', 'commission', 3, 'mx', 13000, 0, 3, 0, 140, '#2a2446', '#5a4a9c', '#9f8fe0', '#7dfcff', '#120f22', 'metal', 0.2),
('sill-succulent', 'succulent-jade', 'Jade', 'green', 'satin', 'first_come', 36, 'mx', 5200, 14, 0, 1, 50, '#6b9a6a', '#a8cba0', '#d98a8a', '#e8f7d8', '#b5653f', 'satin', 0.1),
('sill-succulent', 'succulent-rose', 'Rose', 'pink', 'satin', 'first_come', 36, 'mx', 5200, 5, 0, 0, 50, '#c98a98', '#e9c3ca', '#7b9a7a', '#fbe6ea', '#8c8f94', 'satin', 0.1),
('sill-succulent', 'succulent-frost', 'Frost', 'blue', 'matt', 'first_come', 36, 'mx', 5200, 18, 0, 0, 50, '#9fb7b5', '#d3e0de', '#c6a3b8', '#f0fbfa', '#e2ddd2', 'satin', 0.05),
('sill-succulent', 'succulent-black-prince', 'Black Prince', 'neutral', 'gloss', 'archive', 24, 'mx', 5200, 0, 0, 1, 185, '#3a2b30', '#6b4a54', '#7f9a6a', '#d8b9c2', '#c9c3b8', 'gloss', 0.1),
('sill-succulent', 'succulent-sunburn', 'Sunburn', 'orange', 'satin', 'archive', 24, 'mx', 5200, 0, 0, 0, 180, '#9fae5a', '#e0913f', '#c94f35', '#ffe0a8', '#4f5a68', 'satin', 0.15),
('sill-succulent', 'succulent-mint', 'Mint', 'green', 'matt', 'list', 30, 'mx', 5200, 0, 0, 0, 22, '#a9d6bf', '#dff2e6', '#e8b7a8', '#f4fff9', '#d9cbb4', 'satin', 0),
('cold-tea', 'tea-assam', 'Assam', 'brown', 'gloss', 'first_come', 50, 'mx', 4800, 21, 0, 1, 35, '#f0ebe0', '#8a4a22', '#c9b48f', '#ffddb0', '#3f5a73', 'gloss', 0),
('cold-tea', 'tea-sencha', 'Sencha', 'green', 'gloss', 'first_come', 50, 'mx', 4800, 9, 0, 0, 35, '#3d4a42', '#a9b85a', '#d8dcc4', '#f0f5b8', '#22302a', 'gloss', 0.05),
('cold-tea', 'tea-hibiscus', 'Hibiscus', 'red', 'gloss', 'first_come', 50, 'mx', 4800, 0, 0, 0, 35, '#f4e9ea', '#a31f3c', '#e0b3bd', '#ffc7d2', '#6a2c3a', 'gloss', 0),
('cold-tea', 'tea-milk', 'Milk', 'neutral', 'gloss', 'list', 40, 'mx', 4800, 0, 0, 0, 18, '#2f3f5c', '#cfa98a', '#f4e6d6', '#fff3e2', '#1d2a40', 'gloss', 0),
('cold-tea', 'tea-smoke', 'Lapsang', 'neutral', 'satin', 'archive', 30, 'mx', 4800, 0, 0, 1, 148, '#2b2724', '#5a2f1a', '#7d756c', '#e6b98c', '#181513', 'satin', 0.2),
('cold-tea', 'tea-chamomile', 'Chamomile', 'yellow', 'gloss', 'archive', 30, 'choc', 4800, 0, 0, 0, 145, '#e9e4d4', '#e0b93c', '#ffffff', '#fff2b0', '#8a9a6a', 'gloss', 0.05),
('harbour-light', 'light-signal', 'Signal', 'red', 'satin', 'raffle', 30, 'mx', 7600, 0, 0, 1, 2, '#f1efe9', '#c23a2b', '#3a4a5a', '#fff1a8', '#2f5566', 'satin', 0.15),
('harbour-light', 'light-fog', 'Fog', 'neutral', 'translucent', 'raffle', 30, 'mx', 7600, 0, 0, 0, 2, '#d6dadc', '#9aa4aa', '#6b757c', '#fff6cf', '#7d8d96', 'resin', 0.05),
('harbour-light', 'light-midnight', 'Midnight', 'blue', 'glow', 'raffle', 24, 'mx', 7900, 0, 0, 0, 2, '#2a3a5c', '#e6e2d4', '#6f86b0', '#c8ffe0', '#16244a', 'satin', 0.25),
('harbour-light', 'light-lime', 'Limewash', 'neutral', 'matt', 'archive', 20, 'mx', 7600, 0, 0, 1, 105, '#f4f1e8', '#dcd6c6', '#7f8a7a', '#fff4b8', '#7b9a92', 'satin', 0.1),
('harbour-light', 'light-copper', 'Copper Roof', 'green', 'satin', 'archive', 20, 'mx', 7600, 0, 2, 0, 100, '#e8e2d6', '#5f9a88', '#a8623a', '#ffeaa0', '#33504f', 'satin', 0.2),
('harbour-light', 'light-buoy', 'Buoy', 'orange', 'gloss', 'commission', 5, 'topre', 9900, 0, 5, 0, 90, '#e5702c', '#f7f3ea', '#2f3d4a', '#ffe9a0', '#31566b', 'gloss', 0);

insert into public.stock_pools (code, title, on_hand)
select 'A-' || upper(e.code), p.title || ', ' || e.name, e.remaining
from seed_edition e join public.products p on p.url = e.sculpt where e.sale = 'first_come';

insert into public.variants (
  product_id, sku, title, position, availability, price_minor, weight_grams, max_per_customer,
  stock_pool_id, few_left_below, shows_remaining
)
select p.id, 'A-' || upper(e.code), e.name, row_number() over (partition by e.sculpt order by e.days_ago, e.code),
  (case e.sale when 'first_come' then 'in_stock' when 'raffle' then 'list' when 'list' then 'list' else 'archived' end)::public.availability_kind,
  e.price, 40, 1, s.id, 6, e.sale = 'first_come'
from seed_edition e
join public.products p on p.url = e.sculpt
left join public.stock_pools s on s.code = 'A-' || upper(e.code);

insert into public.colorways (
  code, name, product_id, variant_id, colour, colour_family, finish, status, can_be_ordered, sale,
  edition_size, commissioned, given_away, stem, credit, released_on, position, note
)
select e.code, e.name, p.id, v.id, e.body, e.family, e.finish,
  (case e.sale when 'archive' then 'archived' when 'commission' then 'archived' else 'current' end)::public.colorway_status,
  e.sale not in ('archive', 'commission'), e.sale, e.edition, e.commissioned, e.given_away, e.stem,
  'Sculpt and casting: ' || m.name, current_date - e.days_ago, v.position,
  case e.sale
    when 'commission' then 'Each cap was made for one person. We show them with their permission.'
    when 'archive' then 'Sold out.'
    else '' end
from seed_edition e
join public.products p on p.url = e.sculpt
join public.makers m on m.id = p.maker_id
join public.variants v on v.sku = 'A-' || upper(e.code);

insert into public.palettes (code, title, maker, material, note, position) values
  ('veld-abs', 'Veld ABS', 'Veld Plastics', 'ABS, doubleshot', 'We order doubleshot caps from this colour book. Screens can’t show these colours exactly: order a chip before you choose between two similar colours.', 1),
  ('tarn-pbt', 'Tarn PBT', 'Tarn Colour', 'PBT, dye-sublimated', 'Dyes sink into the plastic, so you can have a dark legend on a light cap, but not a light one on a dark cap.', 2),
  ('lode-anodic', 'Lode Anodic', 'Lode Surface', 'Anodised aluminium', 'The colour differs a little from bath to bath, so we anodise all the cases of a batch in the same bath.', 3);

insert into public.colorways (code, name, palette_id, physical_code, colour, colour_family, finish, status, can_be_ordered, position, note)
select p.code || '-' || lower(c.number), c.name, p.id, c.number, c.colour, c.family, c.finish, c.status::public.colorway_status, c.status = 'current', c.position, c.note
from (values
  ('veld-abs', 'VP02', 'Chalk', '#f1efe8', 'neutral', 'satin', 'current', 1, ''), ('veld-abs', 'VP05', 'Oat', '#e3d8c1', 'neutral', 'satin', 'current', 2, ''),
  ('veld-abs', 'VP11', 'Pewter', '#8d9296', 'neutral', 'satin', 'current', 3, ''), ('veld-abs', 'VP14', 'Soot', '#2d2e31', 'neutral', 'satin', 'current', 4, ''),
  ('veld-abs', 'VP21', 'Samphire', '#b8402f', 'red', 'satin', 'current', 5, ''), ('veld-abs', 'VP24', 'Oxblood', '#6b2226', 'red', 'satin', 'current', 6, ''),
  ('veld-abs', 'VP31', 'Lamp Orange', '#e08a35', 'orange', 'satin', 'current', 7, ''), ('veld-abs', 'VP36', 'Straw', '#e7cf84', 'yellow', 'satin', 'current', 8, ''),
  ('veld-abs', 'VP42', 'Eelgrass', '#4f6650', 'green', 'satin', 'current', 9, ''), ('veld-abs', 'VP44', 'Sea Lavender Leaf', '#a9b59a', 'green', 'satin', 'current', 10, ''),
  ('veld-abs', 'VP47', 'Bottle', '#23493c', 'green', 'satin', 'current', 11, ''), ('veld-abs', 'VP52', 'Indigo', '#2b3560', 'blue', 'satin', 'current', 12, ''),
  ('veld-abs', 'VP55', 'Harbour', '#4f7591', 'blue', 'satin', 'current', 13, ''), ('veld-abs', 'VP63', 'Plum', '#5a3557', 'purple', 'satin', 'current', 14, ''),
  ('veld-abs', 'VP68', 'Heather', '#9c84ab', 'purple', 'satin', 'current', 15, ''), ('veld-abs', 'VP72', 'Shell', '#e7b9ad', 'pink', 'satin', 'current', 16, ''),
  ('veld-abs', 'VP81', 'Mud', '#857868', 'brown', 'satin', 'current', 17, ''), ('veld-abs', 'VP90', 'Old Gold', '#a98a45', 'yellow', 'metallic', 'sampling', 18, 'We rejected two samples: too yellow.'),
  ('veld-abs', 'VP19', 'Graphite Blue', '#454d5a', 'blue', 'satin', 'archived', 19, 'The pigment is no longer made. The nearest colour is Soot.'),
  ('tarn-pbt', 'T100', 'Paper', '#ece5d6', 'neutral', 'matt', 'current', 1, ''), ('tarn-pbt', 'T110', 'Fog', '#c9ccce', 'neutral', 'matt', 'current', 2, ''), ('tarn-pbt', 'T190', 'Printer’s Black', '#262525', 'neutral', 'matt', 'current', 3, ''),
  ('tarn-pbt', 'T210', 'Lino Red', '#c1462f', 'red', 'matt', 'current', 4, ''), ('tarn-pbt', 'T310', 'Ochre', '#c99a3c', 'yellow', 'matt', 'current', 5, ''), ('tarn-pbt', 'T420', 'Sage', '#93a58a', 'green', 'matt', 'current', 6, ''),
  ('tarn-pbt', 'T510', 'Slate', '#5b6b78', 'blue', 'matt', 'current', 7, ''), ('tarn-pbt', 'T560', 'Delft', '#3f5f9a', 'blue', 'matt', 'current', 8, ''), ('tarn-pbt', 'T610', 'Mauve', '#8f7590', 'purple', 'matt', 'current', 9, ''), ('tarn-pbt', 'T710', 'Clay', '#c98d76', 'pink', 'matt', 'current', 10, ''),
  ('lode-anodic', 'LA-01', 'Raw', '#c9ccd0', 'neutral', 'metallic', 'current', 1, ''), ('lode-anodic', 'LA-04', 'Graphite', '#4a4d52', 'neutral', 'metallic', 'current', 2, ''), ('lode-anodic', 'LA-09', 'Coal', '#2a2a2c', 'neutral', 'metallic', 'current', 3, ''),
  ('lode-anodic', 'LA-17', 'Trench', '#22364f', 'blue', 'metallic', 'current', 4, ''), ('lode-anodic', 'LA-23', 'Moss', '#5f7350', 'green', 'metallic', 'current', 5, ''), ('lode-anodic', 'LA-31', 'Heather', '#7d6a8e', 'purple', 'metallic', 'current', 6, ''),
  ('lode-anodic', 'LA-40', 'Bracken', '#a3562d', 'orange', 'metallic', 'current', 7, ''), ('lode-anodic', 'LA-44', 'Ember', '#9c2f2a', 'red', 'metallic', 'current', 8, ''), ('lode-anodic', 'LA-48', 'Wreck', '#7a4a37', 'brown', 'metallic', 'current', 9, ''), ('lode-anodic', 'LA-52', 'Ash', '#8c8983', 'neutral', 'metallic', 'current', 10, '')
) as c (palette, number, name, colour, family, finish, status, position, note)
join public.palettes p on p.code = c.palette;

-- The first of each palette is running out; nobody counts what is no longer mixed.
insert into public.colour_stock (colorway_id, grams, warn_below, note)
select c.id, 400 + 350 * c.position, 1000, case c.position when 1 then 'Two bags on the shelf by the press.' else '' end
from public.colorways c join public.palettes p on p.id = c.palette_id
where p.code in ('veld-abs', 'tarn-pbt') and c.status = 'current';

-- The first raffle was drawn with a round of the beacon that everyone can still look up, in 2023.
update public.products set publish_at = '2023-08-01 10:00+00' where url = 'lamp-moth';
update public.colorways set released_on = '2023-08-16' where code in ('moth-emperor', 'moth-ghost');

-- Pictures: each row carries the drawing it is made from ------------------------------------------

create temporary table seed_look (
  url text, layout text, case_style text, finish text, profile text, view_detail int,
  alphas text, modifiers text, accents text, legends text, modifier_legends text, accent_legends text,
  plate text, weight text, caps text, background text
) on commit drop;
insert into seed_look values
('sandling-40', 'ortho-40', 'tray', 'painted', 'xda', 14, '#ece5d6', '#93a58a', '#c1462f', '#3b3a36', '#22301f', '#fff3ea', '#b9bcc0', '#a9adb1', 'cream and sage keycaps', '#dfe3dc'),
('fathomline-1800', '1800', 'seamless', 'anodised', 'cherry', 40, '#eef0ee', '#4f7591', '#e08a35', '#22364f', '#f1efe8', '#2a1c08', '#c3c6c9', '#a9adb1', 'white and harbour-blue keycaps', '#d7e0e6'),
('braefell-65', '65', 'wedge', 'anodised', 'cherry', 32, '#a9b59a', '#4f6650', '#b8402f', '#26301f', '#eef2e6', '#fff1ea', '#c3c6c9', '#b3b5b6', 'Saltmarsh keycaps', '#e4e6dc'),
('cinderwick-tkl', 'tkl', 'seamless', 'anodised', 'cherry', 62, '#ece5d6', '#262525', '#c1462f', '#262525', '#ece5d6', '#fbeee6', '#9da2a7', '#c49a3a', 'Lino Print keycaps', '#e7dfd6'),
('lampwing-75', '75', 'pebble', 'frosted', 'sa', 45, '#2b3560', '#5a3557', '#e08a35', '#f0d9a8', '#f0d9a8', '#2b1a08', '#dfe6ea', '#c9ccd0', 'Night Market keycaps', '#57506b'),
('aldersea-alice', 'alice', 'forehead', 'wood', 'cherry', 60, '#f1efe8', '#857868', '#23493c', '#3b342b', '#f4efe6', '#eaf2ec', '#c3c6c9', '#c9ccd0', 'chalk and mud-coloured keycaps', '#e6ddcf'),
('harrowgate-60', '60', 'tray', 'anodised', 'cherry', 30, '#c9ccce', '#5b6b78', '#c99a3c', '#2b3036', '#f0f2f3', '#2b2008', '#c3c6c9', '#a9adb1', 'grey and slate keycaps', '#e0e3e6'),
('merlow-hhkb', 'hhkb', 'pebble', 'painted', 'cherry', 28, '#ece5d6', '#8d9296', '#3f5f9a', '#33312c', '#1f2225', '#eef3fb', '#c3c6c9', '#a9adb1', 'paper-coloured keycaps', '#e3e1da'),
('quoin-full', 'full', 'tray', 'painted', 'sa', 36, '#e3d8c1', '#857868', '#2d2e31', '#3a3228', '#f4ecdd', '#f1efe8', '#b9bcc0', '#a9adb1', 'oat-coloured keycaps', '#ddd8cf'),
('tallyman-numpad', 'numpad', 'tray', 'anodised', 'cherry', 7, '#c9ccce', '#5b6b78', '#c99a3c', '#2b3036', '#f0f2f3', '#2b2008', '#c3c6c9', '#a9adb1', 'grey and slate keycaps and a knob', '#e0e3e6');

-- The first colour is shown from all sides; each other has two cameras of its own, or it would only be
-- the same picture in another tint.
create temporary table seed_view (colour int, position int, view text, words text) on commit drop;
insert into seed_view values
(1, 1, 'angled', 'from the front left'), (1, 2, 'top', 'from above'), (1, 3, 'rear', 'from behind, the window lit'),
(1, 4, 'side', 'from the side'), (1, 5, 'detail', 'close up'), (1, 6, 'back', 'the underside'),
(1, 7, 'exploded', 'taken apart: keycaps, switches, plate, PCB and case'),
(2, 1, 'right', 'from the front right'), (2, 2, 'corner', 'its near right corner'),
(3, 1, 'front', 'from the front'), (3, 2, 'detail', 'its far left corner'),
(4, 1, 'left', 'from the left'), (4, 2, 'detail', 'its near left corner');

insert into public.product_images (
  product_id, option_value_id, variant_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, c.value_id, c.variant_id, format('%s/%s-%s.webp', p.url, c.code, w.view),
  format('%s in %s with %s, %s', p.title, lower(c.title), l.caps, w.words),
  (c.position - 1) * 10 + w.position, 1600, 1200, l.background, 'Rendered by Keywright', true,
  jsonb_strip_nulls(jsonb_build_object(
    'kind', 'board', 'layout', l.layout, 'profile', l.profile, 'finish', l.finish,
    -- Two halves that meet in a line, and one block of wood without any.
    'caseStyle', case l.url
      when 'fathomline-1800' then '{"bezel": 0.34, "forehead": 0, "cornerRadius": 0.32, "sideProfile": "seam", "thickness": 0.85, "wall": 0.12, "finish": "anodised"}'::jsonb
      when 'aldersea-alice' then '{"bezel": 0.3, "forehead": 0.72, "cornerRadius": 0.26, "sideProfile": "chamfer", "thickness": 0.78, "wall": 0.14, "finish": "wood"}'::jsonb
      else to_jsonb(l.case_style) end,
    'view', w.view, 'aspect', 1.3333, 'width', 1600,
    'scene', jsonb_build_object('background', l.background, 'shadow', true),
    'focus', case when w.view = 'detail' then
      case w.colour when 1 then l.view_detail when 3 then 0 else case l.layout when '65' then 58 else 76 end end end,
    -- What the texts say that a board has, and the others have not.
    'knob', case l.url when 'tallyman-numpad' then 3 end,
    'glow', case l.url when 'lampwing-75' then '#ffcf87' end,
    'window', case l.url when 'braefell-65' then '#ffd591' end,
    'hasThumbScrew', case l.url when 'braefell-65' then true end,
    'turns', case when w.colour = 1 and w.view = 'angled' then true end,
    'isWeighted', case when l.url not in ('fathomline-1800', 'braefell-65', 'cinderwick-tkl') then false end,
    'colours', jsonb_build_object(
      'alphas', l.alphas, 'modifiers', l.modifiers, 'accents', l.accents, 'legends', l.legends,
      'modifierLegends', l.modifier_legends, 'accentLegends', l.accent_legends,
      'case', c.colour, 'plate', l.plate, 'weight', l.weight)))
from seed_look l
join public.products p on p.url = l.url
join lateral (
  select v.id as value_id, null::uuid as variant_id, v.code, v.title, v.colour, v.position
  from public.product_options o join public.option_values v on v.option_id = o.id
  where o.product_id = p.id and o.code = 'case'
  union all
  -- The Merlow's colours have stock of their own: they are variants, and no option beside.
  select null, v.id, m.code, v.title, m.colour, v.position
  from (values ('MERLOW-SLATE', 'slate', '#515a63'), ('MERLOW-CREAM', 'cream', '#eadfc6')) as m (sku, code, colour)
  join public.variants v on v.sku = m.sku
  where v.product_id = p.id
) c on true
join seed_view w on w.colour = c.position and (w.view <> 'rear' or l.url = 'braefell-65');

-- Keycaps in anybody's colours: the product that designs are made into.
insert into public.products (
  kind, category, url, title, summary, body, status, publish_at, position, ship_group, handling_days,
  max_per_customer, in_the_box, still_needed, shipping_tags, hs_code, origin_country_code, customs_description
) values
('product', 'keycap_set', 'caps-to-design', 'Caps to your design',
 'One set of keycaps, moulded in the colours of your own design.',
$md$Choose the colours in the [colour picker](/colorpicker), key by key if you like, and we have the set made: every cap in the colour you chose, every legend moulded in its own colour.

**Made of** doubleshot ABS in the colours of the Veld ABS palette, 1.5 mm thick, in the profile of your design.

**How it works.** Your design is locked when you order, and we send the maker a production sheet that lists every cap with its colour code. Nobody else can use caps that are made for you, so you can't return them. You can cancel until they are packed.$md$,
 'published', now() - interval '120 days', 45, 'caps-to-design', 5, 2, array['One set of caps as designed, in trays', 'A card with the codes of your colours'], array['A board and switches with MX stems'], '{}', '847330', 'NL', 'Keycaps, plastic');

insert into public.variants (
  product_id, sku, title, contents, is_required, position, availability, price_minor, weight_grams, max_per_customer, ships_on
)
select p.id, v.sku, v.title, v.contents, false, v.position, 'preorder', v.price, v.weight, 2, current_date + 56
from (values
  ('DESIGN-CAPS-68', 'Up to 68 keys', 'For 60% and 65% boards', 1, 13900, 380),
  ('DESIGN-CAPS-88', 'Up to 88 keys', 'For 75% boards and TKL', 2, 15900, 460),
  ('DESIGN-CAPS-105', 'Up to 105 keys', 'For 1800 and full-size boards', 3, 17900, 540),
  ('DESIGN-CAPS-24', 'Up to 24 keys', 'For numpads and macropads', 4, 4900, 120)
) as v (sku, title, contents, position, price, weight)
join public.products p on p.url = 'caps-to-design';

insert into public.design_kits (variant_id, most_caps)
select id, split_part(sku, '-', 3)::int from public.variants where sku like 'DESIGN-CAPS-%';

insert into public.design_offers (product_id, zone, palette_id)
select p.id, z.zone, l.id
from public.products p, public.palettes l,
  (values ('alphas'), ('modifiers'), ('accents'), ('legends')) as z (zone)
where p.url = 'caps-to-design' and l.code = 'veld-abs';

insert into public.product_facts (product_id, code, label, value, filterable, position)
select p.id, f.code, f.label, f.value, true, f.position
from (values ('profile', 'Profile', 'Cherry', 1), ('profile', 'Profile', 'SA', 2), ('profile', 'Profile', 'XDA', 3), ('profile', 'Profile', 'Low', 4),
  ('material', 'Material', 'ABS, doubleshot', 5), ('stem', 'Stem', 'MX', 6))
  as f (code, label, value, position)
join public.products p on p.url = 'caps-to-design';

-- Chips of the palettes' colours: a variant is the chip of a colour by its name, and the facts say of which palettes.
insert into public.products (
  kind, category, url, title, summary, body, status, publish_at, position, ship_group, handling_days,
  hs_code, origin_country_code, customs_description
) values
('product', 'part', 'colour-chips', 'Colour chips',
 'The colours of our palettes in plastic and metal.',
$md$No screen shows a colour exactly. A chip does, in your light and on your desk.

**Plastic chips** are blank 1u caps with MX stems, made like our sets: they fit your board. **Metal chips** come as a set: tags of 20 × 20 mm, anodised like our cases, with their codes engraved. Each chip comes in a paper sleeve with its code.$md$,
 'published', now() - interval '60 days', 175, 'stock', 2, '392690', 'NL', 'Colour samples, plastic and aluminium');

create temporary table seed_chip on commit drop as
select c.id, c.physical_code || ' ' || c.name as title, c.physical_code as number, c.colour, p.code as palette, p.title as palette_title,
  p.position as book, row_number() over (partition by p.id order by c.position) as place
from public.colorways c join public.palettes p on p.id = c.palette_id
where c.status = 'current' and c.can_be_ordered;

insert into public.stock_pools (code, title, on_hand)
select 'P-CHIP-' || number, 'Chip ' || title, 24 + 7 * place from seed_chip where palette <> 'lode-anodic'
union all select 'P-CHIPS-' || upper(palette), 'Chips, ' || palette_title, 10 + 5 * book from seed_chip where place = 1;

insert into public.variants (
  product_id, sku, title, contents, position, availability, price_minor, weight_grams, stock_pool_id, choices
)
select p.id, v.sku, v.title, v.contents, v.position, 'in_stock', v.price, v.weight, s.id, array[v.title]
from (
  select 'CHIPS-' || upper(palette) as sku, palette_title || ', all colours' as title, count(*) || ' chips' as contents, book as position,
    (case palette when 'lode-anodic' then 190 else 90 end) * count(*)::int as price, 10 + 3 * count(*)::int as weight
  from seed_chip group by palette, palette_title, book
  union all
  select 'CHIP-' || number, title, palette_title, 100 * book + place, 120, 4 from seed_chip where palette <> 'lode-anodic'
) v
join public.products p on p.url = 'colour-chips'
join public.stock_pools s on s.code = 'P-' || v.sku;

update public.products p set variant_options = jsonb_build_array(jsonb_build_object('title', 'Chip', 'values', (
  select jsonb_agg(jsonb_build_object('title', v.title, 'colour', c.colour) order by v.position)
  from public.variants v left join seed_chip c on c.title = v.title where v.product_id = p.id)))
where p.url = 'colour-chips';

insert into public.product_facts (product_id, code, label, value, filterable, position)
select p.id, 'palette', 'Palette', c.palette_title, true, c.book
from seed_chip c, public.products p where p.url = 'colour-chips' and c.place = 1;

insert into public.product_relations (product_id, related_id, reason, position)
select a.id, b.id, r.reason, r.position
from (values
  ('colour-chips', 'caps-to-design', 'A set in the colours you have seen', 1),
  ('caps-to-design', 'colour-chips', 'See a colour before you order a set of it', 1)
) as r (url, related, reason, position)
join public.products a on a.url = r.url join public.products b on b.url = r.related;

-- The chips of a palette, lying in rows.
insert into public.product_images (
  product_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, format('%s/%s.webp', p.url, k.palette), format(case k.palette when 'lode-anodic' then '%s metal chips of %s in rows, each in its colour and with its code'
    else '%s blank chips of %s in rows, each in its colour' end, k.chips, k.title),
  k.book, 1600, 1200, k.ground, 'Rendered by Keywright', true,
  jsonb_build_object('kind', 'board', 'profile', k.profile, 'caseStyle', 'none', 'view', k.view, 'width', 1600, 'aspect', 1.3333,
    'layout', k.rows, 'keyColours', k.caps, 'scene', jsonb_build_object('background', k.ground, 'shadow', true),
    'colours', jsonb_build_object('alphas', '#f1efe8', 'modifiers', '#f1efe8', 'accents', '#f1efe8', 'legends', '#f1efe8',
      'case', '#8c8983', 'plate', '#c3c6c9', 'weight', '#a9adb1'))
from (
  select g.palette, g.palette_title as title, g.book, g.ground, g.profile, g.view, sum(g.chips) as chips, jsonb_agg(g.keys order by g.line) as rows,
    (select jsonb_object_agg(o.place - 1, jsonb_build_object('cap', o.colour, 'legend', case o.place when 1 then '#33343a' else '#f1efe8' end)) from seed_chip o where o.palette = g.palette) as caps
  from (
    select c.palette, c.palette_title, c.book, b.ground, b.profile, b.view, (c.place - 1) / b.across as line, count(distinct c.place) as chips,
      jsonb_agg(i.item order by c.place, i.part) as keys
    from seed_chip c
    join (values ('veld-abs', 6, 'cherry', 'angled', '#e6e3dc'), ('tarn-pbt', 5, 'cherry', 'top', '#e4e6e3'), ('lode-anodic', 5, 'low', 'angled', '#dfe2e6'))
      as b (palette, across, profile, view, ground) on b.palette = c.palette
    cross join lateral (values
      (1, jsonb_build_object(case when (c.place - 1) % b.across = 0 then 'y' else 'x' end, case when c.place = 1 then 0 else 0.4 end)),
      -- A tag of metal is no cap: its code tells what it is for.
      (2, to_jsonb(case c.palette when 'lode-anodic' then c.number else '' end))
    ) as i (part, item)
    group by c.palette, c.palette_title, c.book, b.ground, b.profile, b.view, line
  ) g
  group by g.palette, g.palette_title, g.book, g.ground, g.profile, g.view
) k
join public.products p on p.url = 'colour-chips';

-- Keycap sets: a sheet of each kit, and the set on boards.
create temporary table seed_caps (
  url text, profile text, alphas text, modifiers text, accents text, legends text, modifier_legends text, accent_legends text, background text
) on commit drop;
insert into seed_caps values
('saltmarsh', 'cherry', '#a9b59a', '#4f6650', '#b8402f', '#26301f', '#eef2e6', '#fff1ea', '#e6e4d9'),
('lino-print', 'cherry', '#ece5d6', '#262525', '#c1462f', '#262525', '#ece5d6', '#fbeee6', '#e9e2d7'),
('night-market', 'sa', '#2b3560', '#5a3557', '#e08a35', '#f0d9a8', '#f0d9a8', '#2b1a08', '#ded9e6'),
('bindery', 'cherry', '#6b2226', '#23493c', '#5b6b78', '#c9a85c', '#c9a85c', '#e7cf84', '#e5ded2'),
('caps-to-design', 'cherry', '#e7b9ad', '#4f7591', '#e7cf84', '#2b3560', '#f1efe8', '#2b3560', '#e9e2e0');

insert into public.product_images (
  product_id, variant_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, v.id, format('%s/kit-%s.webp', p.url, k.kit), format('%s, %s kit, laid out in rows', p.title, lower(v.title)),
  20 + v.position, 1600, 1200, c.background, 'Rendered by Keywright', true,
  jsonb_strip_nulls(jsonb_build_object('kind', 'kit-sheet', 'kit', k.kit, 'profile', c.profile, 'width', 1600, 'aspect', 1.3333,
    'scene', jsonb_build_object('background', c.background, 'shadow', true),
    'keyZones', case when mud is not null then '{"1": "accents", "3": "accents", "5": "accents"}'::jsonb end,
    'colours', jsonb_build_object('alphas', coalesce(mud, c.alphas), 'modifiers', c.modifiers, 'accents', c.accents, 'legends', c.legends,
      'modifierLegends', c.modifier_legends, 'accentLegends', c.accent_legends, 'case', '#8c8983', 'plate', '#c3c6c9', 'weight', '#a9adb1')))
from seed_caps c
join public.products p on p.url = c.url
join public.variants v on v.product_id = p.id
join (values ('Base', 'base'), ('Numpad', 'numpad'), ('Novelties', 'novelties'), ('Spacebars', 'spacebars'), ('40s', 'forties')) as k (title, kit)
  on k.title = v.title
-- The bars of the Saltmarsh are mud and samphire by turns.
left join (values ('SALTMARSH-SPACE', '#857868')) as b (sku, mud) on b.sku = v.sku;

insert into public.product_images (
  product_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, format('%s/on-%s-%s.webp', p.url, b.board, b.view), format('%s on a %s %s, %s', p.title, b.colour_name, case b.board when '60' then '60%' when 'full' then 'full-size board' else upper(b.board) end, b.words),
  b.position, 1600, 1200, c.background, 'Rendered by Keywright', true,
  jsonb_strip_nulls(jsonb_build_object('kind', 'board', 'layout', b.layout, 'profile', c.profile, 'caseStyle', b.case_style, 'finish', 'anodised',
    'view', b.drawn, 'focus', case b.view when 'detail' then 20 end, 'width', 1600, 'aspect', 1.3333,
    'scene', jsonb_build_object('background', c.background, 'shadow', true),
    'colours', jsonb_build_object('alphas', c.alphas, 'modifiers', c.modifiers, 'accents', c.accents, 'legends', c.legends,
      'modifierLegends', c.modifier_legends, 'accentLegends', c.accent_legends, 'case', b.colour, 'plate', '#c3c6c9', 'weight', '#a9adb1')))
from seed_caps c
join public.products p on p.url = c.url
cross join (values
  (1, 'tkl', 'tkl', 'seamless', 'angled', 'right', 'from the front right', '#8c8983', 'warm grey'),
  -- On a grey TKL the Lino Print would be the Cinderwick once more.
  (1, '60', '60', 'tray', 'angled', 'right', 'from the front right', '#2d2e31', 'black'),
  (2, '65', '65', 'wedge', 'top', 'top', 'from above', '#4a4d52', 'graphite'),
  -- And on a 65 the Saltmarsh would be the Braefell.
  (2, 'full', 'full', 'tray', 'top', 'top', 'from above', '#4a4d52', 'graphite'),
  (3, '75', '75', 'pebble', 'detail', 'detail', 'close up', '#c9ccd0', 'silver')
) as b (position, board, layout, case_style, view, drawn, words, colour, colour_name)
where b.board <> case c.url when 'lino-print' then 'tkl' else '60' end
  and b.board <> case c.url when 'saltmarsh' then '65' else 'full' end;

-- Everything else on the shelf, drawn one by one.
create temporary table seed_object (
  url text, sku text, code text, kind text, main text, second text, accent text, background text, variant int, view text, words text,
  place int generated always as identity
) on commit drop;
insert into seed_object values
('pebble-linear', null, 'single', 'switch', '#c9ccce', '#8d9296', '#5b6b78', '#e6e8e9', 0, 'whole', 'A grey linear switch'),
('pebble-linear', null, 'parts', 'switch-exploded', '#c9ccce', '#8d9296', '#5b6b78', '#e6e8e9', 0, 'whole', 'A grey linear switch taken apart: lower housing, upper housing, leaf, spring, stem with its long pole'),
('pebble-linear', null, 'single-below', 'switch-underside', '#c9ccce', '#8d9296', '#5b6b78', '#dfe3e6', 0, 'whole', 'Two grey linear switches, one on its side to show its foot: a post and two pins'),
('thimble-tactile', null, 'single', 'switch', '#ece5d6', '#c99a3c', '#8a5a1f', '#efe7d8', 1, 'whole', 'A tactile switch in cream and ochre'),
('thimble-tactile', null, 'parts', 'switch-exploded', '#ece5d6', '#c99a3c', '#8a5a1f', '#efe7d8', 1, 'whole', 'A tactile switch in cream and ochre, taken apart: the legs of the stem have a bump'),
('hush-silent', null, 'single', 'switch', '#2b3560', '#9c84ab', '#e7b9ad', '#dfdcea', 2, 'whole', 'A silent switch in indigo and heather'),
('hush-silent', null, 'parts', 'switch-exploded', '#2b3560', '#9c84ab', '#e7b9ad', '#dfdcea', 2, 'whole', 'A silent switch in indigo and heather, taken apart: white dampers on both rails of the stem'),
('wren-click', null, 'single', 'switch', '#857868', '#e7cf84', '#3b342b', '#e9e1d2', 3, 'whole', 'A clicky switch in brown and straw'),
('wren-click', null, 'parts', 'switch-exploded', '#857868', '#e7cf84', '#3b342b', '#e9e1d2', 3, 'whole', 'A clicky switch in brown and straw, taken apart: its click bar lies across the lower housing'),
('plinth-stabilisers', null, 'pair', 'stabiliser', '#e3d8c1', '#a98a45', '#2d2e31', '#ece7dc', 0, 'whole', 'A stabiliser at work: its halves on a strip of PCB on both sides of a switch, its wire before it, the Shift keycap lifted off'),
('plinth-stabilisers', null, 'pair-side', 'stabiliser', '#e3d8c1', '#a98a45', '#2d2e31', '#e2ded3', 1, 'close', 'A stabiliser taken apart under a lifted Shift keycap: stems over their housings, the wire, screws and washers with their names, and the PCB with its switch'),
('curlew-coiled-cable', 'CURLEW-SAND', 'sand', 'coiled-cable', '#d9c6a0', '#b59a6a', '#8d9296', '#efe8da', 0, 'whole', 'A sand-coloured coiled cable with a metal connector, a USB-C plug and a USB-A plug'),
('curlew-coiled-cable', 'CURLEW-INK', 'ink', 'coiled-cable', '#2b3560', '#4f7591', '#c9ccd0', '#dde2ea', 0, 'other-side', 'An ink-blue coiled cable, its coil in front, its connector and plugs behind'),
('curlew-coiled-cable', 'CURLEW-SAMPHIRE', 'samphire', 'coiled-cable', '#b8402f', '#7f2a1f', '#c9ccd0', '#eee0da', 0, 'close', 'A red coiled cable, close up: the coil, the metal connector and the USB-A plug'),
('straight-cable', 'STRAIGHT-A', 'grey', 'straight-cable', '#8d9296', '#5b6b78', '#c9ccd0', '#e6e8e9', 0, 'whole', 'A grey braided cable in loose turns, a USB-C plug at one end and a USB-A plug at the other'),
('straight-cable', 'STRAIGHT-A', 'grey-plug', 'straight-cable', '#8d9296', '#5b6b78', '#c9ccd0', '#dde1e3', 1, 'close', 'A USB-A plug and a USB-C plug of the grey cable, close up'),
('straight-cable', 'STRAIGHT-C', 'grey-c', 'straight-cable', '#8d9296', '#5b6b78', '#c9ccd0', '#e3e6e4', 2, 'whole', 'A grey braided cable in loose turns, with a USB-C plug at each end'),
('straight-cable', 'STRAIGHT-C', 'grey-c-plug', 'straight-cable', '#8d9296', '#5b6b78', '#c9ccd0', '#dfe0e4', 3, 'close', 'Both USB-C plugs of the grey cable, close up'),
('tideline-mat', 'TIDELINE-DAWN', 'dawn', 'desk-mat', '#e9d6bf', '#b59a7a', '#e7b9ad', '#f1ece3', 9, 'whole', 'A keyboard and a mouse on a desk mat: tide lines on morning sand'),
('tideline-mat', 'TIDELINE-DUSK', 'dusk', 'desk-mat', '#94836e', '#4d5468', '#e0a88f', '#dcdde2', 4, 'whole', 'A desk mat, half rolled, with a mouse on it: tide lines on evening sand'),
('contour-mat', 'CONTOUR-DAY', 'day', 'desk-mat', '#eef0ea', '#93a58a', '#c1462f', '#f3f4f0', 5, 'whole', 'A keyboard and a mouse on a light desk mat with green height lines'),
('contour-mat', 'CONTOUR-NIGHT', 'night', 'desk-mat', '#23292f', '#5f7f8a', '#e0a11f', '#d8dcdf', 0, 'whole', 'A dark desk mat with blue height lines, half rolled, with a mouse on it'),
('harrowgate-pcb', null, 'front', 'pcb', '#23493c', '#c9a85c', '#eef2e6', '#e0e6e1', 0, 'whole', 'A green PCB for 60% boards, and its daughterboard with USB-C and a cable'),
('harrowgate-pcb', null, 'back', 'pcb', '#23493c', '#c9a85c', '#eef2e6', '#dde3de', 1, 'close', 'The underside of the PCB, close up: a black socket with two solder tabs under each switch, and the chip that reads them'),
('harrowgate-plates', 'PLATE-60-ALU', 'aluminium', 'plate', '#c3c6c9', '#8d9296', '#5b6b78', '#e8eaeb', 0, 'whole', 'An aluminium plate over the PCB in an open case, the first switches and keycaps in it'),
('harrowgate-plates', 'PLATE-60-BRASS', 'brass', 'plate', '#c9a227', '#8f6f14', '#5a4610', '#efe8d2', 3, 'close', 'The left end of a brass plate with switches in its holes, a keycap and two switches before it'),
('harrowgate-plates', 'PLATE-60-POM', 'pom', 'plate', '#f3f1ea', '#cfcabb', '#8d8a80', '#b9c2cc', 1, 'whole', 'A plate of white, milky plastic with two rows of switches in it, more switches and a keycap before it'),
('harrowgate-plates', 'PLATE-60-FR4', 'fr4', 'plate', '#3b4a3f', '#26302a', '#c9a85c', '#dde3de', 2, 'whole', 'A dark green plate of FR4 with gold round the screw holes, its right half full of keys'),
('felt-and-foam', null, 'set', 'foam', '#6d7177', '#ddd8cb', '#c9a85c', '#e3e4e5', 0, 'whole', 'White foam over the PCB of an open keyboard, the keys lifted off above it; before it grey felt, half rolled, with a keycap on it, a roll of tape and a switch; beside them the names of foam, felt and tape'),
('felt-and-foam', null, 'layers', 'foam', '#6d7177', '#ddd8cb', '#c9a85c', '#dcdddf', 1, 'close', 'Where they go, layer by layer: keys on their plate, foam, PCB, tape, felt, case; foam, tape and felt with their names'),
('felt-and-foam', null, 'tape', 'foam', '#6d7177', '#ddd8cb', '#c9a85c', '#e1e3e1', 2, 'whole', 'Tape laid in strips over the sockets on the back of a PCB, the roll still on it, a keycap and a switch before it'),
('turned-knob', 'KNOB-SILVER', 'silver', 'knob', '#c9ccd0', '#8d9296', '#5b6b78', '#e8eaeb', 0, 'whole', 'A silver knob at the corner of a numpad, beside its keys'),
('turned-knob', 'KNOB-BLACK', 'black', 'knob', '#2d2e31', '#5b6066', '#c9ccd0', '#dfe0e1', 2, 'whole', 'A black knob beside a keycap as wide as itself'),
('turned-knob', 'KNOB-BRASS', 'brass', 'knob', '#c49a3a', '#8f6f14', '#5a4610', '#efe6d0', 3, 'whole', 'A brass knob on a numpad, from the right'),
('turned-knob', null, 'below', 'knob', '#c9ccd0', '#8d9296', '#5b6b78', '#e0e3e5', 1, 'close', 'A knob from below with its D-shaped hole, a grub screw and the hex key'),
('switch-puller', null, 'whole', 'switch-puller', '#a9adb1', '#5b6066', '#b8402f', '#e6e7e8', 0, 'whole', 'A switch puller of steel with a switch in its jaws'),
('switch-puller', null, 'beside', 'switch-puller', '#a9adb1', '#5b6066', '#b8402f', '#dcdfe1', 1, 'whole', 'The switch puller beside a switch'),
('keycap-puller', null, 'whole', 'keycap-puller', '#c9b48f', '#8d9296', '#6f5a3a', '#eee8dd', 0, 'whole', 'A keycap puller with a beech handle lifts a red keycap'),
('keycap-puller', null, 'wires', 'keycap-puller', '#c9b48f', '#8d9296', '#6f5a3a', '#e6dfd2', 0, 'close', 'The two wires of the keycap puller, under a red keycap'),
('grease-two', null, 'jar', 'lube-jar', '#f1efe8', '#c9ccd0', '#3f5f9a', '#e4e8ee', 0, 'whole', 'A jar of Grease No. 2, a brush, and the stem and spring of a switch'),
('grease-two', null, 'jar-brush', 'lube-jar', '#f1efe8', '#c9ccd0', '#3f5f9a', '#dbe2ea', 1, 'whole', 'The jar open, full of white grease, and the stem and spring of a switch'),
('bench-screwdriver', null, 'whole', 'screwdriver', '#2d2e31', '#c9ccd0', '#c1462f', '#e6e3e0', 0, 'whole', 'A screwdriver with a dark handle and two more bits'),
('bench-screwdriver', null, 'bit', 'screwdriver', '#2d2e31', '#c9ccd0', '#c1462f', '#dedbd7', 0, 'close', 'The cross-head bit in the screwdriver, and two hex bits'),
('walnut-wrist-rest', 'REST-S', 'small', 'wrist-rest', '#6b4a32', '#4a3120', '#b98a5b', '#e9e0d4', 0, 'whole', 'A walnut wrist rest of 300 mm before a 60% board'),
('walnut-wrist-rest', 'REST-L', 'large', 'wrist-rest', '#6b4a32', '#4a3120', '#b98a5b', '#e3d8c9', 1, 'close', 'A longer walnut wrist rest of 360 mm before a wider board, from the right'),
('field-case', 'CASE-MOSS', 'moss', 'carry-case', '#5f7350', '#3b4a33', '#c9a85c', '#e4e7dd', 0, 'whole', 'A moss-green case with a zip, closed, behind a keyboard that fits into it'),
('field-case', 'CASE-INK', 'ink', 'carry-case', '#2b3560', '#1b2342', '#c9ccd0', '#dfe2ea', 1, 'whole', 'An ink-blue case, open, with a keyboard in it'),
('sorting-tray', null, 'pair', 'tray', '#c9c0ae', '#a39a88', '#c1462f', '#eeeae2', 0, 'whole', 'Two paper trays, one full of keycaps in rows, one with a row of digits'),
('sorting-tray', null, 'stacked', 'tray', '#c9c0ae', '#a39a88', '#c1462f', '#e6e1d7', 1, 'whole', 'The trays stacked, with rows of lettered keycaps in the upper one');

insert into public.product_images (
  product_id, variant_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, v.id, format('%s/%s.webp', p.url, o.code), o.words, row_number() over (partition by o.url order by o.place),
  1600, 1600, o.background, 'Rendered by Keywright', true,
  jsonb_build_object('kind', o.kind, 'colours', jsonb_build_object('main', o.main, 'second', o.second, 'accent', o.accent),
    'background', o.background, 'variant', o.variant, 'view', o.view, 'seed', 7, 'width', 1600, 'title', o.words)
from seed_object o
join public.products p on p.url = o.url
left join public.variants v on v.sku = o.sku;

-- Artisans: each edition in its own colours, three times.
insert into public.product_images (
  product_id, colorway_id, variant_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render
)
select p.id, c.id, c.variant_id, format('%s/%s-%s.webp', p.url, e.code, w.view),
  format('%s in %s, %s: %s', p.title, e.name, w.words, lower(rtrim(p.summary, '.'))),
  -- The page of artisans shows the first of each: one edition of each sculpt, which nobody can buy, stands on a keyboard there.
  c.position * 10 + case when w.view <> 'side' and e.code in ('moth-emperor', 'koi-showa', 'fox-plum', 'summit-rust', 'toadstool-chanterelle',
    'nautilus-coral', 'diver-porcelain', 'succulent-sunburn', 'tea-smoke', 'light-copper') then 3 - w.position else w.position end,
  1200, 1200, w.background, 'Rendered by Keywright after a cap by ' || m.name, true,
  jsonb_build_object('kind', 'artisan', 'form', f.form, 'material', e.material, 'speckle', e.speckle,
    -- A second cast, or it would be its sister in another tint: another day mark and a boat, a nose to the other side, narrow leaves.
    'seed', case when e.code in ('light-buoy', 'fox-vixen', 'succulent-frost') then 102 else 101 end, 'view', w.view, 'background', w.background, 'width', 1200,
    'palette', jsonb_build_object('body', e.body, 'secondary', e.secondary, 'accent', e.accent, 'glow', e.glow, 'base', e.base))
from seed_edition e
join public.products p on p.url = e.sculpt
join public.makers m on m.id = p.maker_id
join public.colorways c on c.code = e.code
join (values ('lamp-moth', 'moth'), ('canal-koi', 'koi'), ('hedge-fox', 'fox'), ('first-summit', 'summit'), ('ring-toadstool', 'toadstool'),
  ('chambered', 'nautilus'), ('deep-diver', 'diver'), ('sill-succulent', 'succulent'), ('cold-tea', 'teacup'), ('harbour-light', 'lighthouse')
) as f (sculpt, form) on f.sculpt = e.sculpt
cross join (values (1, 'hero', 'from the front', '#e8e6e1'), (2, 'mounted', 'on a keyboard', '#efede8'), (3, 'side', 'from the side', '#e1dfda'))
  as w (position, view, words, background);

-- Designs for the gallery: made in the picker, public, and nobody's to change --------------------

insert into public.designs (name, visibility, design, layout, colour_families, created_at)
select d.name, 'public', v.design, d.layout, private.design_families(v.design), now() - d.age
from (values
  ('Harbour at six', '65', 'seamless', 'vp02', 'vp55', 'vp31', 'vp14', 'vp02', 'vp14', 'la-17', interval '41 days'),
  ('Herbarium', 'tkl', 'forehead', 'vp44', 'vp42', 'vp21', 'vp47', 'vp02', 'vp02', 'la-23', interval '33 days'),
  ('Second-hand cookbook', '75', 'pebble', 'vp05', 'vp81', 'vp21', 'vp24', 'vp02', 'vp02', 'la-48', interval '27 days'),
  ('Plum and straw', '60', 'wedge', 'vp36', 'vp63', 'vp68', 'vp63', 'vp36', 'vp14', 'la-31', interval '19 days'),
  ('Switchboard', 'full', 'seamless', 'vp11', 'vp14', 'vp31', 'vp14', 'vp02', 'vp14', 'la-09', interval '12 days'),
  ('Low tide', 'alice', 'floating', 'vp72', 'vp55', 'vp36', 'vp52', 'vp02', 'vp52', 'la-01', interval '6 days'),
  ('Nine to five', 'numpad', 'tray', 'vp02', 'vp47', 'vp36', 'vp47', 'vp02', 'vp47', 'la-04', interval '3 days')
) as d (name, layout, case_style, alphas, modifiers, accents, legends, modifier_legends, accent_legends, case_colour, age)
cross join lateral (
  select jsonb_build_object('layout', d.layout, 'keys', '{}'::jsonb, 'legends', 'on', 'profile', 'cherry', 'caseStyle', d.case_style,
    'zones', (
      select jsonb_object_agg(z.zone, jsonb_build_object('hex', c.colour, 'code', c.code))
      from (values ('alphas', 'veld-abs-' || d.alphas), ('modifiers', 'veld-abs-' || d.modifiers), ('accents', 'veld-abs-' || d.accents),
        ('legends', 'veld-abs-' || d.legends), ('modifierLegends', 'veld-abs-' || d.modifier_legends),
        ('accentLegends', 'veld-abs-' || d.accent_legends), ('case', 'lode-anodic-' || d.case_colour),
        ('plate', 'lode-anodic-la-04'), ('weight', 'lode-anodic-la-01')) as z (zone, code)
      join public.colorways c on c.code = z.code
    )) as design
) v;

-- Batches that closed before today were settled then.
update public.batches set settled_at = closes_at
where stage not in ('draft', 'interest_check', 'announced', 'open') and closes_at is not null;

-- Raffles, waiting lists, an interest check -------------------------------------------------------

create temporary table seed_list (
  title text, kind text, product text, status text, opens interval, closes interval, capacity int,
  max_wins int, hours int, entries int, rules text
) on commit drop;
insert into seed_list values
('Harbour Light: the first three colours', 'raffle', 'harbour-light', 'open', '-2 days', '3 days', 83, 1, 48, 137,
 E'Entry is free. Put the colours you want in order. You can win one cap.\n\nWinners have {{hours_to_pay_raffle}} hours to pay. If they don’t, the cap goes to the next person in the ranking.'),
('Chambered Nautilus, spring pour', 'raffle', 'chambered', 'open', '-5 days', '9 days', 69, 2, 48, 212,
 E'Entry is free. Put the colours you want in order and say whether you would take two.\n\nWinners have {{hours_to_pay_raffle}} hours to pay. If they don’t, the cap goes to the next person in the ranking.'),
('Lamp Moth: autumn raffle', 'raffle', 'lamp-moth', 'frozen', '-20 days', '-1 hour', 64, 1, 48, 94,
 E'Entries are closed and can no longer change. A beacon round that we named in advance decides the ranking. Until then, nobody can know it.'),
('Lamp Moth, the first raffle', 'raffle', 'lamp-moth', 'drawn', null, null, 41, 1, 48, 60,
 E'Drawn with round 1000 of the public beacon. You can check it yourself: the entries, their hash, the round and the ranking are all here.'),
('First Summit, second casting', 'waiting_list', 'first-summit', 'open', '-95 days', null, 40, 1, 72, 58,
 E'We make offers in the order in which people joined. An offer is valid for {{hours_to_pay}} hours. If you let it pass, you keep your place for the next one.'),
('Canal Koi, Ogon and Moonpond', 'waiting_list', 'canal-koi', 'open', '-12 days', null, 39, 1, 72, 33,
 E'Six caps leave Kobe each month. We make offers in the order in which people joined.'),
('Hedge Fox, Arctic', 'waiting_list', 'hedge-fox', 'open', '-30 days', null, 29, 1, 72, 19, E'We make offers in the order in which people joined.'),
('Ring Toadstool, Fly', 'waiting_list', 'ring-toadstool', 'open', '-70 days', null, 58, 1, 72, 71, E'One firing a month. We make offers in the order in which people joined.'),
('Deep Diver, Copper', 'waiting_list', 'deep-diver', 'open', '-28 days', null, 18, 1, 72, 26, E'We make offers in the order in which people joined.'),
('Sill Succulent, Mint', 'waiting_list', 'sill-succulent', 'open', '-22 days', null, 30, 1, 72, 12, E'We make offers in the order in which people joined.'),
('Cold Tea, Milk', 'waiting_list', 'cold-tea', 'open', '-18 days', null, 40, 1, 72, 24, E'We make offers in the order in which people joined.'),
('Wren, next delivery', 'waiting_list', 'wren-click', 'open', '-40 days', null, 100, 1, 72, 46, E'We make offers in the order in which people joined. One box each.'),
('Lampwing, extras', 'waiting_list', 'lampwing-75', 'open', '-10 days', null, 12, 1, 72, 15, E'We expect about a dozen extras. We make offers in the order in which people joined.'),
('Sandling, would you want one?', 'interest_check', 'sandling-40', 'open', '-24 days', '20 days', null, 1, 72, 41,
 E'Voting is free and not binding. At 60 votes we plan a group buy, and we e-mail everyone who voted.'),
('Quoin, repair stock', 'waiting_list', 'quoin-full', 'finished', '-700 days', '-500 days', 20, 1, 72, 17, E'Closed: all the spare frames are sold.');

insert into public.lists (
  kind, product_id, title, rules, status, opens_at, closes_at, capacity, max_wins, pay_within_hours, beacon_round
)
select s.kind::public.list_kind, p.id, s.title, s.rules, 'open',
  coalesce(now() + s.opens, '2023-08-16 12:00+00'),
  case s.status when 'drawn' then '2023-08-23 15:45+00'::timestamptz else now() + s.closes end,
  s.capacity, s.max_wins, s.hours,
  case
    when s.status = 'drawn' then 1000
    -- Round n of the beacon comes 3 (n - 1) seconds after its genesis; the margin is a quarter of an hour,
    -- a day for the frozen one, so that it still lies ahead.
    when s.kind = 'raffle' then ceil((extract(epoch from now() + s.closes)
      + case s.status when 'frozen' then 86400 else 900 end - 1692803367) / 3)::bigint + 1
  end
from seed_list s join public.products p on p.url = s.product;

insert into public.list_choices (list_id, variant_id, editions, position)
select l.id, v.id, c.edition_size - c.given_away, row_number() over (partition by l.id order by v.position)
from (values
  ('Harbour Light: the first three colours', 'light-signal'), ('Harbour Light: the first three colours', 'light-fog'), ('Harbour Light: the first three colours', 'light-midnight'),
  ('Chambered Nautilus, spring pour', 'nautilus-pearl'), ('Chambered Nautilus, spring pour', 'nautilus-ink'), ('Chambered Nautilus, spring pour', 'nautilus-kelp'),
  ('Lamp Moth: autumn raffle', 'moth-dusk'), ('Lamp Moth: autumn raffle', 'moth-birch'), ('Lamp Moth: autumn raffle', 'moth-lichen'),
  ('Lamp Moth, the first raffle', 'moth-emperor'), ('Lamp Moth, the first raffle', 'moth-ghost'),
  ('First Summit, second casting', 'summit-dawn'), ('First Summit, second casting', 'summit-noon'), ('First Summit, second casting', 'summit-storm'),
  ('Canal Koi, Ogon and Moonpond', 'koi-ogon'), ('Canal Koi, Ogon and Moonpond', 'koi-moonpond'),
  ('Hedge Fox, Arctic', 'fox-arctic'), ('Ring Toadstool, Fly', 'toadstool-fly'), ('Deep Diver, Copper', 'diver-copper'),
  ('Sill Succulent, Mint', 'succulent-mint'), ('Cold Tea, Milk', 'tea-milk')
) as k (list, code)
join public.lists l on l.title = k.list
join public.colorways c on c.code = k.code
join public.variants v on v.id = c.variant_id;
insert into public.list_choices (list_id, variant_id, position)
select l.id, v.id, v.position
from (values
  ('Wren, next delivery', 'WREN-70'), ('Lampwing, extras', 'LAMPWING-KIT'),
  ('Sandling, would you want one?', 'SANDLING-KIT'), ('Sandling, would you want one?', 'SANDLING-PCB'), ('Quoin, repair stock', 'QUOIN-KIT')
) as k (list, sku)
join public.lists l on l.title = k.list join public.variants v on v.sku = k.sku;

-- Entries of people who have left: nobody's, but they count. Wishes rotate through the choices.
insert into public.list_entries (list_id, choices, max_wins, entered_at)
select l.id,
  (select array_agg(c.id order by (c.position + n) % 7, c.id) from public.list_choices c where c.list_id = l.id),
  least(l.max_wins, 1 + n % 2),
  l.opens_at + (coalesce(least(l.closes_at, now()), now()) - l.opens_at) * (n::float / (s.entries + 1))
from seed_list s
join public.lists l on l.title = s.title
cross join lateral generate_series(1, s.entries) n;

-- What those who voted in an interest check would choose.
update public.list_entries e set answers = (
  select array_agg(chosen.id) from (
    select distinct on (o.id) v.id
    from public.product_options o join public.option_values v on v.option_id = o.id
    where o.product_id = l.product_id order by o.id, md5(to_char(e.entered_at, 'MI SS MS') || v.code)
  ) chosen
)
from public.lists l where l.id = e.list_id and l.kind = 'interest_check';

-- Freezing: entries sorted by id, and the hash of that list. Drawing: the rank that the beacon gives.
update public.lists l set
  status = 'frozen',
  frozen_at = l.closes_at,
  entry_ids = e.ids,
  entries_hash = encode(sha256(convert_to(array_to_string(e.ids, E'\n'), 'UTF8')), 'hex')
from seed_list s, (
  select list_id, array_agg(id order by id) as ids from public.list_entries group by list_id
) e
where e.list_id = l.id and s.title = l.title and s.status = 'frozen';

update public.lists l set
  status = 'drawn',
  frozen_at = l.closes_at,
  drawn_at = l.closes_at + interval '15 minutes',
  entry_ids = e.ids,
  entries_hash = encode(sha256(convert_to(array_to_string(e.ids, E'\n'), 'UTF8')), 'hex'),
  randomness = e.randomness,
  signature = e.signature,
  ranking = e.ranked
from (
  select n.list_id, b.randomness, b.signature, array_agg(n.id order by n.id) as ids,
    array_agg(n.id order by encode(sha256(convert_to(b.randomness || ':' || n.id, 'UTF8')), 'hex') collate "C") as ranked
  from public.list_entries n
  cross join (values (
    'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
  )) as b (randomness, signature)
  group by n.list_id, b.randomness, b.signature
) e
where e.list_id = l.id and l.title = 'Lamp Moth, the first raffle';
update public.lists set status = 'finished' where title = 'Quoin, repair stock';

-- News: 24 updates over fourteen months -----------------------------------------------------------

insert into public.updates (url, kind, title, summary, body, author, status, publish_at, edited_at, pinned, image_id)
select u.url, u.kind, u.title, u.summary, u.body, u.author, 'published',
  date_trunc('hour', now()) - make_interval(days => u.days_ago, hours => 3),
  case when u.edited_after is not null then date_trunc('hour', now()) - make_interval(days => u.days_ago - u.edited_after) end,
  u.pinned,
  (select i.id from public.product_images i where i.storage_path = u.picture)
from (values
('how-we-keep-your-money', 'guide', 'Where your money sits until a batch is safe', 'We keep group buy payments in a separate account until the minimum is met. Here is how that works.', 'Odile Wren', 425, 30, true, null,
$md$People ask us what happens to their payment until we pay the factory. It is a good question, and you should not have to take our word for it.

## Three accounts

1. **Waiting account.** All payments for an open batch go here. We can't pay suppliers, rent or ourselves from it.
2. **Batch account.** When a batch closes above its minimum, its money moves here. We spend it on that batch alone.
3. **Shop account.** Whatever is left when the last parcel of a batch has arrived moves here.

## If the minimum is not met

We refund everything within {{days_to_refund}} days, to the account you paid from. If only one kit misses its minimum, we refund that kit, and the rest of your order stays.

## If the shop goes out of business

The waiting account belongs to a foundation that exists for one purpose: to pay you back. That costs us a little every year and lets us sleep at night.$md$),
('harrowgate-second-batch', 'announcement', 'The Harrowgate comes back', 'A second batch of the board we recommend to beginners, with a soldered PCB and a new colour.', 'Edda Marsh', 262, null, false, 'harrowgate-60/graphite-angled.webp',
$md$Four hundred people own a Harrowgate and about as many have asked for one since. We had two conditions for making it again: the case must not change, so parts stay interchangeable, and the price must stay under €180.

We have met both. There is a new **soldered PCB** for those who want a split backspace, and a new colour, **brick**: a powder-coated red that we first mixed for the Quoin.

The window opens in a month. There is no need to hurry on the first day: there is no upper limit.$md$),
('aldersea-window-closed', 'production', 'Aldersea: 144 boards, and now the wood', 'Orders have closed. What happens next, and why it starts with waiting.', 'Edda Marsh', 250, null, false, 'aldersea-alice/natural-angled.webp',
$md$You ordered 144 of at most 160 boards. Thank you! We reached the minimum of 80 in the first week.

Next comes the part that nobody can hurry. The alder was felled two winters ago and has been drying in a barn near Zutphen. It has to dry to 9% moisture before we can mill it. Last week we measured 11%.

In the meantime, we are having the aluminium trays made: they don't mind the weather.$md$),
('lino-print-leaves', 'shipping', 'Lino Print is on its way to you', 'All kits passed our checks. We ship from Monday: first paid, first shipped.', 'Finn Calloway', 165, null, false, 'lino-print/on-60-angled.webp',
$md$We opened every tenth box and found one with two right shifts and no left shift. We then opened all of them. Four more had the same fault, and we corrected them.

From Monday, we ship about sixty parcels a day. If you have moved, write to us before yours is packed.

We will sell the few sets that are left once the last parcel has arrived.$md$),
('merlow-extras', 'news', 'What is left of the Merlow', 'The extras from the first batch are for sale. There will be no second.', 'Odile Wren', 75, null, false, 'merlow-hhkb/slate-angled.webp',
$md$Every buyer now has a board without a fault. So we are selling the spares that we kept for repairs: 21 boards, checked and complete. We are keeping spare PCBs and feet.

The mould for the case has reached the end of its life. A new mould would make a slightly different board. If we have to make a different board, we would rather design a new one.$md$),
('night-market-opens', 'announcement', 'Night Market is open', 'A tall set in indigo, plum and lamp orange. Four weeks, three kits, no surprises.', 'Edda Marsh', 190, null, false, 'night-market/on-tkl-angled.webp',
$md$The renders have been on the site for two months, and the plastic has been on our desk for one. We like the plastic better: the indigo is a shade warmer than screens show.

- **Base** with accents in lamp orange
- **Numpad**
- **Novelties**: moon, star, lightning, music

The novelties need eighty orders. In our interest check 130 people wanted them, so we are not worried. But with seventy-nine orders, we won't make them.$md$),
('night-market-closed', 'production', 'Night Market: every kit made it', 'How many of each kit were ordered, and what happens next.', 'Edda Marsh', 158, null, false, null,
$md$| kit | orders | minimum |
|---|---:|---:|
| Base | 288 | 150 |
| Numpad | 97 | 80 |
| Novelties | 140 | 80 |

First we match the colours, by eye and by instrument, under three lamps. The legends come next, then the moulding. We expect the matching to take six weeks, because indigo is the hardest colour to match.$md$),
('night-market-moulding', 'production', 'Night Market: the alphas are moulded', 'The indigo matches at last. The modifiers are on the machine.', 'Edda Marsh', 24, null, false, null,
$md$Matching the colours took ten weeks instead of six. The first four samples looked right in daylight but grey under an ordinary desk lamp. The fifth is right under all three lamps.

The alphas are moulded and counted. The modifiers are on the machine now, and the novelties follow in two weeks. Sorting and packing take the rest of the time. The month we plan to ship in has not changed.$md$),
('aldersea-wet-wood', 'delay', 'Aldersea: the wood was too wet', 'We sent the first delivery back. What this means for the date, and what you can do.', 'Odile Wren', 178, 2, false, 'aldersea-alice/natural-detail.webp',
$md$The wood we wanted to mill had 13% moisture in its core. It was dry on the surface, so it passed the first check. A board milled from it looks perfect at first but twists within a year.

We sent it back. The sawmill has more wood from the same felling, dried in a warmer room. They let us cut open two blocks: 9% all the way through.

## What it means

The date moves by two months. If you would rather have your money back, write to us: until milling starts, you get a full refund, although the batch has closed.

*Edited: the first version said that cancelling would cost you 10%. It does not: the delay is not your fault.*$md$),
('braefell-interest', 'announcement', 'A hill on a desk: would you want a Braefell?', 'A 65% board with a sloping back. Tell us before we cut metal.', 'Edda Marsh', 160, null, false, 'braefell-65/moss-side.webp',
$md$Two prototypes are on our desks: one with gaskets, one with leaf springs cut out of the plate. The second sounds better and has no gaskets to age, so it wins unless you talk us out of it.

The interest check asks three things: which colour, which layout, and whether 8° is too steep. Votes are not binding.$md$),
('harrowgate-mill-schedule', 'production', 'Harrowgate: on the mill since Tuesday', 'The first cases are milled. Here is the one thing we changed.', 'Finn Calloway', 132, null, false, 'harrowgate-60/graphite-exploded.webp',
$md$Twenty-four cases a day come off the mill, so all 612 will take five weeks.

We changed one thing: the screw-in feet now sit 0.2 mm deeper, because boards of the first batch could rock on very hard desks. If yours does, write to us and we will send you new feet.$md$),
('lampwing-announced', 'announcement', 'Lampwing, a board like a paper lantern', 'Frosted polycarbonate around a frame of steel. Opens in three months.', 'Edda Marsh', 149, null, false, 'lampwing-75/frost-angled.webp',
$md$The Lampwing glows. Its shell is thin, because a steel frame carries the plate and the shell carries nothing.

It scratches, as all polycarbonate does. We blast the surface so that small marks don't show. Send us a scratched shell and we will blast it again: you only pay the postage.$md$),
('switch-stock', 'news', 'Pebble and Thimble are back', 'A container with ten thousand switches has arrived, and we have checked them.', 'Finn Calloway', 121, null, false, 'pebble-linear/parts.webp',
$md$Both come from the same mould as before. We measured two hundred switches from each box, and all were within 3 g of their nominal force.

Hush will follow in smaller numbers. Wren won't be back for now: the maker of its click bar has closed, and we are looking for another.$md$),
('tallyman-first-delivery', 'shipping', 'Tallyman: the first delivery is sold out', 'Eighty numpads in nine days. You can preorder from the second delivery.', 'Finn Calloway', 112, null, false, 'tallyman-numpad/graphite-angled.webp',
$md$We thought eighty would last half a year. They lasted nine days.

We have ordered and paid for a second delivery of 120. It comes by rail: it is not urgent enough to fly. Preorders cost the same, and you can cancel until your parcel is packed.$md$),
('cinderwick-interest-result', 'announcement', 'Cinderwick: 214 votes and a date', 'The quiet TKL becomes a group buy, with price tiers.', 'Odile Wren', 74, null, false, 'cinderwick-tkl/ash-angled.webp',
$md$214 people would buy a Cinderwick, 61 of them in ISO. So we will make it in ISO, but only with the soldered PCB. On the socketed PCB, a mounting point sits exactly where the ISO enter needs its socket, and moving it changes the sound.

## Tiers

Milling gets cheaper with numbers. Everyone pays the tier reached at closing. If you ordered early and paid more, we refund the difference before production starts.$md$),
('aldersea-spindle', 'delay', 'Aldersea: a broken spindle', 'Milling has stopped for now. A new date, and an apology.', 'Odile Wren', 58, null, false, null,
$md$Thirty-one cases were done when the mill's spindle failed. A new one has to come from Italy and takes five weeks. After that, the workshop has to finish other customers' jobs before ours.

That is another two months. We are sorry. If you want to cancel, write to us and you get a full refund.

We are oiling, lining and finishing the thirty-one cases in the meantime.$md$),
('saltmarsh-samples', 'production', 'Saltmarsh: four chips on a windowsill', 'The colours have been matched against plants. Opening in four weeks.', 'Edda Marsh', 40, null, false, 'saltmarsh/on-full-top.webp',
$md$Eelgrass, sea-lavender leaf, mud, samphire. Three of the four matched at the first try. Samphire took three tries, because the plant is not red all over: it is green at the foot.

No screen shows these colours exactly. If you want to be sure, order [chips](/products/colour-chips) of VP21, VP42, VP44 and VP81.$md$),
('bindery-second-sample', 'production', 'Bindery: the gold is still too yellow', 'The second sample failed. The opening date stays the same for now.', 'Edda Marsh', 33, null, false, 'bindery/on-tkl-angled.webp',
$md$Old gold is what a spine looks like after eighty years on a shelf. The second sample looks like a spine after eight days.

The third sample has less pigment and more grey. If it is right, we open as announced. If not, we will say so here and open later.$md$),
('fathomline-prototype', 'production', 'Fathomline: five months with the prototype', 'What we changed after using it every day, and when orders open.', 'Edda Marsh', 32, null, false, 'fathomline-1800/trench-angled.webp',
$md$- The **feet** moved outwards by 6 mm. It no longer tips when you press the corner of the numpad.
- The **felt** is 3 mm instead of 2.
- The **USB socket** moved to the left, so the cable stays clear of your mouse.
- The **joint line** stays. We tried the board without it, and it looked like a slab.

It opens in six weeks. The product page shows the opening time in your time zone.$md$),
('harrowgate-quality-control', 'production', 'Harrowgate: counting and inspecting', 'All 612 cases are here. Nine were sent back.', 'Finn Calloway', 30, null, false, 'harrowgate-60/silver-right.webp',
$md$We look at each case under a lamp, at an angle that shows every fault. Nine had a scratch or a tool mark. We sent them back and the mill is making new ones.

We tested the PCBs in a jig that presses all keys at once. Two didn't respond.

Packing starts next week. The date slips by a few days into the next month. We count that as late, and the product page says so.$md$),
('cinderwick-open', 'announcement', 'Cinderwick is open', 'Open for four weeks. At a hundred orders, it will be made and the price drops.', 'Edda Marsh', 23, null, false, 'cinderwick-tkl/ember-front.webp',
$md$The group buy is open. Take your time: everyone pays the price reached at closing, so there is no reward for being first and no penalty for being last.

Before you order, read the lines above the button. They say how long you can cancel for a full refund, and what we refund after that. The rule is the same for every batch.$md$),
('braefell-open', 'announcement', 'Braefell is open', 'A hundred boards or none. Windows in three colours come as a separate kit.', 'Edda Marsh', 16, null, false, 'braefell-65/moss-angled.webp',
$md$The angle stays at 8°. Of 190 people in the interest check, 11 found it too steep. If you are one of them, you can fit taller feet at the front.

If we don't reach a hundred by the end, everyone gets a full refund. We won't extend the window to get there.$md$),
('lampwing-closed', 'production', 'Lampwing: 231 lanterns', 'Orders have closed, every kit will be made, and we are ordering the mould.', 'Odile Wren', 10, null, false, 'lampwing-75/apricot-front.webp',
$md$231 boards, and 58 orders for a second shell. We are ordering the mould for the shell now. It takes the longest, about ten weeks. The first parts out of it will look bad, and we will show them here anyway.

There will be about a dozen extras. The waiting list is open: we make offers in the order in which people joined.$md$),
('harrowgate-shipping', 'shipping', 'Harrowgate: parcels are on their way', 'A hundred a day: first paid, first shipped.', 'Finn Calloway', 8, 1, true, 'harrowgate-60/brick-front.webp',
$md$The first parcels are on their way. We e-mail you a tracking number when yours ships, and your order page shows it too.

**Switzerland and Norway:** the carrier may e-mail you to ask for your phone number. That e-mail is genuine, and its link goes to the carrier's own site.

**If something is broken,** take a picture before you unpack further and report it on your order page, or write to us.$md$),
('aldersea-milling-again', 'production', 'Aldersea: the mill is running', 'A new spindle, fifty cases a week, and a date we believe in.', 'Finn Calloway', 4, null, false, 'aldersea-alice/smoked-right.webp',
$md$The new spindle is in and has had its day of running in. Since Monday the mill has made 22 cases. At fifty a week, the remaining 91 will take less than two weeks.

Then we oil the cases three times, with two days in between. After that come trays, PCBs and packing. The date on the page stays the same, and for the first time in months we have a little time to spare.$md$)
) as u (url, kind, title, summary, author, days_ago, edited_after, pinned, picture, body);

insert into public.update_batches (update_id, batch_id, stage, eta_before, eta_after, buyers_note)
select u.id, b.id, x.stage::public.batch_stage,
  (date_trunc('month', now()) + make_interval(months => x.eta_before))::date,
  (date_trunc('month', now()) + make_interval(months => x.eta_after))::date,
  x.note
from (values
  ('harrowgate-second-batch', 'HARROWGATE-R2', 'announced', null, null, ''),
  ('aldersea-window-closed', 'ALDERSEA-R1', 'closed', null, null, 'You don’t need to do anything. You can still change the case colour and plate for a week.'),
  ('lino-print-leaves', 'LINO-R1', 'shipping', null, null, 'Check your address. If you have moved, write to us before your parcel is packed.'),
  ('merlow-extras', 'MERLOW-R1', 'extras', null, null, ''),
  ('night-market-opens', 'MARKET-R1', 'open', null, null, ''),
  ('night-market-closed', 'MARKET-R1', 'closed', 1, 2, 'All your kits will be made. Your order will ship a month later than planned.'),
  ('night-market-moulding', 'MARKET-R1', null, null, null, 'Your caps are being moulded. You don’t need to do anything.'),
  ('aldersea-wet-wood', 'ALDERSEA-R1', null, -1, 1, 'Your board will be two months late. If you want to cancel, write to us: until milling starts, you get a full refund.'),
  ('braefell-interest', 'BRAEFELL-R1', 'interest_check', null, null, ''),
  ('harrowgate-mill-schedule', 'HARROWGATE-R2', null, null, null, 'Your case is being milled.'),
  ('lampwing-announced', 'LAMPWING-R1', 'announced', null, null, ''),
  ('cinderwick-interest-result', 'CINDERWICK-R1', 'announced', null, null, ''),
  ('aldersea-spindle', 'ALDERSEA-R1', null, 1, 3, 'Your board will be another two months late. If you want to cancel, write to us and you get a full refund.'),
  ('saltmarsh-samples', 'SALTMARSH-R1', null, null, null, ''),
  ('bindery-second-sample', 'BINDERY-R1', null, null, null, ''),
  ('fathomline-prototype', 'FATHOMLINE-R1', null, null, null, ''),
  ('harrowgate-quality-control', 'HARROWGATE-R2', 'quality_control', -1, 0, 'Your board will ship one month later than promised.'),
  ('cinderwick-open', 'CINDERWICK-R1', 'open', null, null, ''),
  ('braefell-open', 'BRAEFELL-R1', 'open', null, null, ''),
  ('lampwing-closed', 'LAMPWING-R1', 'closed', null, null, 'Your kits will be made. You can still change the colour and plate for a week.'),
  ('harrowgate-shipping', 'HARROWGATE-R2', 'shipping', null, null, 'First paid, first shipped.'),
  ('aldersea-milling-again', 'ALDERSEA-R1', 'in_production', null, null, 'Your board is being milled, so you can no longer cancel your order.')
) as x (url, batch, stage, eta_before, eta_after, note)
join public.updates u on u.url = x.url join public.batches b on b.code = x.batch;

insert into public.update_products (update_id, product_id)
select ub.update_id, b.product_id from public.update_batches ub join public.batches b on b.id = ub.batch_id
union
select u.id, p.id
from (values
  ('switch-stock', 'pebble-linear'), ('switch-stock', 'thimble-tactile'), ('switch-stock', 'hush-silent'), ('switch-stock', 'wren-click'),
  ('tallyman-first-delivery', 'tallyman-numpad'), ('saltmarsh-samples', 'braefell-65'), ('harrowgate-shipping', 'harrowgate-pcb')
) as x (url, product)
join public.updates u on u.url = x.url join public.products p on p.url = x.product;

-- One that nobody may read yet, and a draft.
insert into public.updates (url, kind, title, summary, body, status, publish_at, author) values
  ('gannet-announced', 'announcement', 'Gannet: for people who travel', 'Under embargo until its day.', 'Under embargo until its day.', 'scheduled', now() + interval '30 days', 'Edda Marsh'),
  ('notes-for-later', 'news', 'Notes for later', '', '', 'draft', null, 'Edda Marsh');
-- An address that was renamed after it had been shared.
insert into public.url_redirects (kind, old_url, product_id) select 'product', 'braefell', id from public.products where url = 'braefell-65';
insert into public.url_redirects (kind, old_url, update_id) select 'update', 'aldersea-delay', id from public.updates where url = 'aldersea-wet-wood';

-- Questions and words -----------------------------------------------------------------------------

insert into public.faq_entries (group_id, code, question, answer, position)
select g.id, e.code, e.question, e.answer, e.position
from (values
('group-buys', 1, 'what-is-a-group-buy', 'What is a group buy?',
$md$You order and pay before a product is made, together with other people. It is made only if enough of you order. That is how things get made that no shop would dare to stock.

It is not like buying from stock. It takes months, dates are estimates, and you can't return a finished board because you changed your mind. In return, you choose exactly what is made for you. The product page shows the stage of the batch, its minimum, the date we first promised and the date we expect now.$md$),
('group-buys', 2, 'when-will-it-ship', 'When will my order ship?',
$md$Your order page shows the stage of each item and the month we expect it to ship. If that month changes, an update says why and gives both dates. We e-mail it to you.

Our [About page](/about#track-record) lists planned and actual dates for everything we have sold so far, so you can judge our estimates yourself.$md$),
('group-buys', 3, 'what-if-the-minimum-is-missed', 'What happens if the minimum is not met?',
$md$If the whole batch misses its minimum, it is dropped and everyone gets a full refund within {{days_to_refund}} days, to the account they paid from.

If a single kit misses its minimum, we drop and refund that kit. The rest of your order stays. You don't have to do anything.$md$),
('group-buys', 4, 'can-i-cancel', 'Can I cancel or change a group buy order?',
$md$- **Until the batch closes:** yes. Cancel on the order page and we refund {{percent_refund_before_closing}}.
- **After closing, before production starts:** yes. Cancel on the order page and we refund {{percent_refund_before_production}}. The rest covers what we have already ordered for you.
- **Once production has started:** no, unless we are more than {{months_delay_full_refund}} months later than first promised. Then cancel on the order page and we refund everything.

You can change colours and options until the date shown on your order. You can change the address until we lock it. We e-mail you {{hours_address_lock_notice}} hours before that.$md$),
('group-buys', 5, 'price-tiers', 'I ordered before the price dropped. Do I lose out?',
$md$No. Everyone pays the tier reached at closing. Anything you overpaid is refunded before production starts.$md$),
('group-buys', 6, 'can-i-pass-it-on', 'Can I transfer my order to someone else?',
$md$Yes, once it is paid and until the address is locked. On the order page, enter the other person's e-mail address. They sign in, enter their own address and the order is theirs. The fee is {{percent_transfer_fee}} of the order. Please don't ask for more than you paid.$md$),

('ordering', 1, 'how-can-i-pay', 'How can I pay?',
$md$Choose a payment method at checkout. For a bank transfer, your order page and our e-mail show the account, the amount and the reference. We hold the items for {{hours_to_pay}} hours; if you haven't paid by then, the order expires. If you order without an account, pay or open the link in our e-mail within {{minutes_to_confirm}} minutes, or we release the items. If a payment arrives too late, we use it if the items are still available. Otherwise we refund it.$md$),
('ordering', 2, 'is-it-reserved-in-my-cart', 'Are the items in my cart reserved for me?',
$md$No. We reserve items when you order and hold them until payment is due. An offer from a raffle or a waiting list is reserved for you until it expires. If you add it to your cart just before it expires, you have {{minutes_cart_hold}} more minutes.$md$),
('ordering', 3, 'limit-per-person', 'Why can I only buy two?',
$md$So that more people get one. The limit is for all your orders together.$md$),
('ordering', 4, 'mixed-orders', 'Can I order in-stock items together with a group buy?',
$md$Yes. The cart shows which items ship when. You choose: we send each part when it is ready, with its own postage, or everything together once the last part is ready. The cart tells you until when that is and what it saves.$md$),
('ordering', 5, 'without-account', 'Do I need an account?',
$md$Not for buying: your e-mail address is enough, and we send you a link to your order. You need an account for raffles and waiting lists, because each person gets one place.$md$),
('ordering', 6, 'invoice', 'Do I get an invoice?',
$md$Yes, as a PDF on the order page as soon as the payment has arrived. It shows the VAT by rate, and accounting programs can read it as an e-invoice (Factur-X). After a refund you find a credit note beside it. If you order as a company, enter its name and VAT number at checkout. In another EU country than ours, a valid VAT number takes the VAT off (reverse charge).$md$),

('shipping', 1, 'where-do-you-ship', 'Where do you ship, and what does it cost?',
$md$[Shipping by country](/countries) lists every country with its shipping methods, lowest price, delivery times and customs charges. Checkout uses the same rates.$md$),
('shipping', 2, 'who-pays-duties', 'Who pays taxes and duties?',
$md$Nothing is ever added to our prices. Inside the EU they include VAT. Outside the EU they include the tax of your country where we collect it, up to the value that its rules set. Where we don’t collect it, checkout takes our VAT off, and the carrier charges you on delivery, usually plus a fee. [Shipping by country](/countries) says what applies to yours.$md$),
('shipping', 3, 'lower-value', 'Could you state a lower value on the customs form?',
$md$No. It is against the law, and if a parcel is lost, the carrier only pays the value on the form.$md$),
('shipping', 4, 'where-is-my-parcel', 'Why has my parcel not moved for days?',
$md$Outside Europe, a week without a scan is common because parcels wait for a plane. If nothing has happened for ten working days, write to us with the order number. We will ask the carrier.$md$),
('shipping', 5, 'change-address', 'I have moved. How do I change my address?',
$md$You can change it on the order page until the date shown there. After that, write to us straight away: we can still help until the label is printed.$md$),
('shipping', 6, 'country-not-listed', 'Why is my country not listed?',
$md$We know of no carrier that delivers there reliably. Look for a regional partner on [Shipping by country](/countries), or write to us. If enough people ask, we will look for a carrier.$md$),

('artisans', 1, 'how-does-a-raffle-work', 'How does a raffle work?',
$md$Entering is free. You put the colours you want in order and say how many you would take. After closing, everyone gets a rank. We go down the ranking, and each person gets their favourite of the colours that are left. You pay only if you win, within {{hours_to_pay_raffle}} hours.$md$),
('artisans', 2, 'is-the-draw-fair', 'How do I know that the draw is fair?',
$md$You can check it yourself. A public randomness beacon publishes a random number every three seconds. When a raffle opens, we announce which of these numbers will decide: one that is drawn after the raffle closes. At closing, we publish all entries, as numbers without names, and a fingerprint of that list. The beacon's number then decides the ranking, and nobody can know it beforehand, not even us. *Verify this draw* does the calculation in your own browser.$md$),
('artisans', 3, 'not-paying', 'What if I win and don’t pay?',
$md$The cap goes to the next person in the ranking. After {{strikes_until_pause}} unpaid wins, your account can't enter raffles for {{months_of_pause}} months.$md$),
('artisans', 4, 'waiting-lists', 'How does a waiting list work?',
$md$We make offers in the order in which people joined. When it is your turn, you get an offer with a deadline. If you let it pass, you keep your place for the next one.$md$),
('artisans', 5, 'differs-from-picture', 'Will mine look like the picture?',
$md$It will look similar, not identical. Every cap is cast and finished by hand, so swirls, glazes and bubbles differ. If a picture in this shop is a drawing and not a photograph, it says so.$md$),
('artisans', 6, 'commissions', 'Can I order a cap in my own colours?',
$md$Some makers take a few commissions a year and draw lots among those who ask. Write to us and we will put you in touch.$md$),

('products', 1, 'colour-not-as-seen', 'Why is the colour not what I saw?',
$md$Every screen shows colours a little differently, and so does every lamp. If you want to be sure, order a [colour chip](/products/colour-chips) before you order.$md$),
('products', 2, 'renders', 'What is a render?',
$md$A picture that a program draws from a product’s layout, colours and case. Shapes and layouts are right, but the light is often kinder than real life. We mark every render.$md$),
('products', 3, 'what-else-do-i-need', 'What else do I need for a board?',
$md$Our boards are kits: case, plate and PCB. You add switches, stabilisers and keycaps. Each product page lists what is in the box and what else you need, with the quantities for its layout.$md$),
('products', 4, 'will-these-caps-fit', 'Will these keycaps fit my board?',
$md$If your board takes MX switches, these keycaps fit onto them. Then check the sizes of the right shift and the bottom row, and whether you need ISO. The product page of a set says which boards it covers.$md$),
('products', 5, 'firmware', 'Which firmware is on the boards?',
$md$It is open source. You can change the keymap in your browser. The build guide under *Downloads* on each product page says how.$md$),

('after', 1, 'something-is-broken', 'Something arrived broken or is missing. What do I do?',
$md$Take a picture and report it on your order page, or write to us with the order number. We repair, replace or refund it. If something fails in normal use, the warranty covers it for {{months_of_warranty}} months.$md$),
('after', 2, 'returns', 'Can I send something back?',
$md$You can return in-stock items within {{days_to_return}} days, unused and without giving a reason. You can't return items that were made for you, such as group buys, commissions and your own designs, unless they are faulty.$md$),
('after', 3, 'quality-grades', 'There is a tiny mark on my case. Is that normal?',
$md$We look at every part from 30 cm, under a desk lamp, for three seconds a side. If you can see a mark that way on the outside, it is a fault and we replace the part. Marks on the inside and the small hook mark from anodising are normal.$md$),
('after', 4, 'spare-parts', 'Do you have spare parts?',
$md$Yes, for at least five years after the last board of a batch has shipped. Write to us and say which part you need.$md$),

('account', 1, 'what-do-you-store', 'What do you store about me?',
$md$What we need for your orders: your name, address, e-mail address and what you bought. We count visits only if you agree, and without your name. You can export your data or delete your account under [Your details](/user/details). After that, we keep your orders without your name for as long as tax law requires.$md$),
('account', 2, 'delete-with-open-orders', 'Can I delete my account while an order is open?',
$md$Yes. Your order continues as a guest order, and you still get our e-mails about it. You lose your places on waiting lists and in raffles.$md$),
('account', 3, 'two-factor', 'Can I protect my account better?',
$md$Yes. Add an authenticator app under [Your details](/user/details). Any authenticator app works.$md$)

) as e (grp, position, code, question, answer)
join public.faq_groups g on g.code = e.grp;

-- Legal pages --------------------------------------------------------------------------------------

-- The starter's text is the second version, with what the demonstration says of itself.
update public.legal_versions set number = 2,
  changes = 'The terms now state how much we refund when you cancel. Raffles are drawn with public random numbers, and the terms say how. You can cancel for a full refund if a delay exceeds six months.',
  publish_at = date_trunc('day', now()) - interval '230 days', effective_at = date_trunc('day', now()) - interval '200 days'
where document = 'terms';
update public.legal_versions set
  publish_at = date_trunc('day', now()) - interval '200 days', effective_at = date_trunc('day', now()) - interval '200 days'
where document <> 'terms';
delete from public.legal_sections where code in ('who-we-are', 'law');
insert into public.legal_versions (document, number, changes, publish_at, effective_at) values
  ('terms', 1, 'The first terms of the shop.', date_trunc('day', now()) - interval '900 days', date_trunc('day', now()) - interval '900 days');

insert into public.legal_sections (version_id, code, title, plain, body, position)
select v.id, s.code, s.title, s.plain, s.body, s.position
from (values
(1, 1, 'group-buys', 'Group buys', 'You pay before it is made. If it is not made, you get a full refund.',
$md$1.1 An order in a group buy is an order for goods that are made after the batch has closed.

1.2 If the minimum is not met, the order is void and the price is refunded.

1.3 An order can be cancelled until the batch closes.$md$),
(1, 2, 'in-stock', 'Goods in stock', 'Ordinary shopping, with fourteen days to change your mind.',
$md$2.1 Goods in stock are sent within five working days after payment.

2.2 They can be returned within {{days_to_return}} days after arrival, unused.$md$),
(1, 3, 'raffles', 'Raffles', 'Free to enter, drawn by us, paid only if you win.',
$md$3.1 Each person has one entry. The shop draws the winners after closing.

3.2 If a winner does not pay in time, the win goes to someone else.$md$),
(1, 4, 'law', 'Law and disputes', 'Dutch law, and your own consumer rights on top of it.',
$md$4.1 Dutch law applies. You keep the rights that the law of your country gives you as a consumer.$md$),

(2, 1, 'who-we-are', 'Who we are and what these terms cover', 'This is the demonstration shop of Keywright. Everything in it is invented, and nothing is delivered.',
$md$1.1 These terms cover orders, raffle entries and places on lists in this shop. They show what the terms of a real shop would have to say. A real shop replaces them with its own.

1.2 The version in force when you order or enter applies to that order or entry. We store which version you agreed to. You can read older versions on this page.$md$),
(2, 12, 'law', 'Law and disputes', 'Dutch law, and your own consumer rights on top of it. Write to us first.',
$md$12.1 Dutch law applies. You keep the rights that the law of your country gives you as a consumer.

12.2 Please write to us first: we can solve most problems by e-mail. If we can't, the courts decide.$md$)
) as s (number, position, code, title, plain, body)
join public.legal_versions v on v.document = 'terms' and v.number = s.number;

-- What stands in square brackets in the other pages, in words of the demonstration.
update public.legal_sections s set body = replace(s.body, demo.blank, demo.words), plain = coalesce(demo.plain, s.plain)
from public.legal_versions v, (values
  ('privacy', 'controller', '[fill in: name, address and e-mail address, and your data protection officer if you have one].',
    $md$Keywright (demonstration), Oudegracht 0, 3511 Utrecht, Netherlands, [hello@keywright.example](mailto:hello@keywright.example). Neither the address nor the business exists. A real shop writes its own here.$md$,
    'This is the demonstration shop of Keywright. The business is invented; what this page says of the software is true.'),
  ('privacy', 'how-long', '[fill in: years]', 'seven years in the Netherlands', null),
  ('privacy', 'rights', 'Ours is [fill in: name and website].', 'In the Netherlands that is the Autoriteit Persoonsgegevens.', null),
  ('withdrawal', 'how', 'by e-mail or by letter to [fill in: name, address and e-mail address].',
    $md$by e-mail to [hello@keywright.example](mailto:hello@keywright.example), or by letter to Keywright (demonstration), Oudegracht 0, 3511 Utrecht, Netherlands. The address is invented, so please don't send anything.$md$, null),
  ('withdrawal', 'effects', '[fill in: address for returns]', 'Keywright (demonstration), Oudegracht 0, 3511 Utrecht, Netherlands', null),
  ('withdrawal', 'model-form', '[fill in: name, address and e-mail address]',
    'Keywright (demonstration), Oudegracht 0, 3511 Utrecht, Netherlands, hello@keywright.example', null),
  ('accessibility', 'how-we-test', ': [fill in: or say who has, and when].', '.', null),
  ('accessibility', 'limits', E'\n\n3.4 [fill in: what else you know of, or remove this line]', '', null)
) as demo (document, code, blank, words, plain)
where v.document = demo.document and s.version_id = v.id and s.code = demo.code;
delete from public.legal_sections where body like '%[fill in:%';

insert into public.legal_sections (version_id, code, title, plain, body, position)
select v.id, s.code, s.title, s.plain, s.body, s.position
from (values
('privacy', 7, 'recipients', 'Who receives data', 'In this demonstration, no one. A real shop names its services here.',
$md$7.1 The demonstration runs on one computer: the database, these pages and the e-mails stay there. Its payment page takes no money and its parcels go nowhere.

7.2 A real shop names the services that work for it: the host of the database and of sign-in; the host of the pages; the service that sends e-mails; the payment service, which gets your e-mail address, the order number and the amount; carriers and customs; makers, who get options and designs without your name; and, if it uses them, the services for error reports, for statistics and for the check that a guest is human.

7.3 We sell no data, and we pass none on for advertising.$md$),

('imprint', 1, 'operator', 'Who runs this shop', 'No one: this is a demonstration, and nothing is sold here.',
$md$Keywright (demonstration), Oudegracht 0, 3511 Utrecht, Netherlands. The address is invented. A real shop names its business, its legal form and who represents it.$md$),
('imprint', 2, 'contact', 'Contact', 'How you would reach us.',
$md$E-mail: [hello@keywright.example](mailto:hello@keywright.example)

The demonstration has no phone.$md$),
('imprint', 3, 'register', 'Register and tax', 'Not registered, because it does not trade.',
$md$Trade register: none. VAT number: none.

Responsible for the content of these pages: Odile Wren, who does not exist.$md$),
('imprint', 4, 'disputes', 'Disputes', 'Write to us first.',
$md$A real shop says here whether it takes part in dispute resolution before a consumer arbitration board.$md$),

('accessibility', 4, 'feedback', 'Tell us', 'If something gets in your way, write to us. If we don’t help, an authority does.',
$md$4.1 Write to [hello@keywright.example](mailto:hello@keywright.example). Say which page it was and what you wanted to do.

4.2 If our answer does not help you, turn to the authority of your country. In the Netherlands that is the Autoriteit Consument & Markt. This is a demonstration, so please don't.$md$)
) as s (document, position, code, title, plain, body)
join public.legal_versions v on v.document = s.document and v.number = 1;

-- About the shop, and small texts of other pages --------------------------------------------------

delete from public.page_texts where page = 'about';
update public.page_texts set body = body || $md$ The dates below show how well we keep to it.$md$ where page = 'updates' and code = 'promise';
insert into public.page_texts (page, code, title, body, position) values
('about', 'what-this-is', 'What this is', $md$Keywright is open software for small shops that make keyboards, keycaps and artisan caps. This is its demonstration shop: the boards, makers and people are invented, the prices are plausible, and nothing is delivered. Everything else works as it would in a real shop, so please try to break it.$md$, 1),
('about', 'who-runs-it', 'Who runs the shop', $md$We are four people in two rooms in Utrecht. **Odile Wren** founded the shop on a kitchen table, with a board called the Quoin. **Edda Marsh** designs the boards and writes most of the updates. **Finn Calloway** counts, packs and knows every carrier's holidays. **Sunniva Pike** answers your e-mails, on Tuesdays from a train.$md$, 2),
('about', 'where-money-sits', 'Where your money sits', $md$We keep payments for an open group buy in an account that we can't spend from. If the batch closes above its minimum, they move to an account for that batch. If it does not, we refund them within {{days_to_refund}} days. We make no money until the last parcel of a batch has arrived.$md$, 3),
('about', 'track-record', 'What we promised and when it shipped', $md$The table shows every batch that has shipped: the month we first promised and the day the last parcel left. Our first board was thirteen weeks late and our second was four. Since then, we have been more careful with our promises.$md$, 4),
('about', 'makers', 'Makers and credits', $md$Artisan caps are the work of the makers named next to them. The makers set their own prices and keep most of what you pay. The sculpts and their names belong to them.$md$, 5),
('about', 'pictures', 'Pictures', $md$Our own program draws every picture here from the product's layout, colours and case. They are marked as renders, and all of them are our own work.$md$, 6),
('about', 'contact', 'Contact', $md$Write to [hello@keywright.example](mailto:hello@keywright.example). If it is about an order, include its number. We usually answer within two working days. We are not on social media: our news is under [Updates](/updates), also as a [feed](/updates/feed.xml).

Post: Keywright, Oudegracht 0, 3511 Utrecht, Netherlands. The address is invented, so please don't send anything.$md$, 7),
('about', 'software', 'Source and licence', $md$The software is free: you may use, change and sell it under the [MIT licence](/licence.txt). It is made with Astro, React and Supabase. Everything on this page comes from the shop's own database.$md$, 9),

('countries', 'not-listed', 'Is your country not listed?', $md$We know of no carrier that delivers there reliably. Write to [hello@keywright.example](mailto:hello@keywright.example) and say where you live. If enough people ask, we will look for a carrier or a partner.$md$, 1),
('faq', 'still-stuck', 'Still have a question?', $md$Write to [hello@keywright.example](mailto:hello@keywright.example). If it is about an order, put its number in the subject. It starts with KW- and is in every e-mail about your order.$md$, 1);

-- The products desk shows what was changed last first: made in one moment, they would lie there by chance.
alter table public.products disable trigger user;
update public.products set updated_at = now() - position * interval '1 minute';
update public.products set safety_warnings = 'Not for children under 3: small parts can be swallowed.' where category in ('switches', 'sculpt');
-- What a result list calls it, which is not what the shop calls it.
update public.products set seo_title = 'Wren clicky switches for mechanical keyboards'
where url = 'wren-click';
alter table public.products enable trigger user;
