/**
 * Every rule of the tables that staff write, in the words of their forms. Loaded only once a row is
 * refused. `tests/database/catalogue/constraint-sentences.test.ts` finds a constraint that is missing here and a
 * bound that the database has otherwise.
 */
import { isUuid } from '#shared/uuid.ts';

/** As the database says it. */
export interface BrokenRule {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
}

export interface WrittenRow {
  readonly table: string;
  /** What was typed: the database tells no value of a table whose rows are not everybody's. */
  readonly values?: Readonly<Record<string, unknown>>;
}

interface TableWords {
  /** One row of it. */
  readonly row: string;
  /** A column's name on the form, and what is asked of its value where a constraint of its own asks. */
  readonly fields: Readonly<Record<string, readonly [name: string, rule?: string]>>;
  /** Constraints about several columns, by what follows the table in their name. */
  readonly rules?: Readonly<Record<string, readonly [column: string, rule: string]>>;
}

const letters = (most: number, least = 0) =>
  least === 0 ? `at most ${grouped(most)} characters` : `${least} to ${grouped(most)} characters`;
const grouped = (amount: number) => amount.toLocaleString('en-GB');
const between = (least: number, most: number) =>
  `a whole number from ${grouped(least)} to ${grouped(most)}`;
const euros = (least: number, most: number) => `from €${grouped(least)} to €${grouped(most)}`;
const atLeast = (least: number) => `at least ${least}`;
const oneOf = (...words: readonly string[]) => `one of ${words.join(', ')}`;
const hyphened = 'lower-case letters and digits, joined by single hyphens';
const capitals = 'capital letters and digits, joined by single hyphens';
const underscored = 'lower-case letters and underscores, a letter first';
const hexColour = 'a colour like #1a2b3c';
const webAddress = 'an address that begins with https://';
const euroAlone = 'a currency code like EUR';
const goods = oneOf('battery', 'liquid', 'magnet', 'wood');
const later = (than: string) => `later than ${than}`;
const reachable = 'an e-mail address or a page that begins with https://, at most 254 characters';
const ownCode = ['Code', hyphened] as const;
const currency = ['Currency', euroAlone] as const;
const country = ['Country'] as const;
const product = ['Product'] as const;

const tables: Readonly<Record<string, TableWords>> = {
  products: {
    row: 'product',
    fields: {
      title: ['Title', letters(120, 2)],
      url: ['URL', `${hyphened}, at most 80, and not “artisans”`],
      kind: ['Kind'],
      category: ['Category', 'one of those in the list'],
      summary: ['Summary', letters(300)],
      body: ['Story (Markdown)', letters(20_000)],
      status: ['Status'],
      publish_at: ['Visible from'],
      maker_id: ['Maker'],
      ship_group: ['Ship group', hyphened],
      handling_days: ['Handling days', between(0, 60)],
      max_per_customer: ['Maximum per customer', between(1, 100)],
      in_the_box: ['In the box, one per line', 'at most 40 lines'],
      still_needed: ['Not included but needed, one per line', 'at most 40 lines'],
      tax_class_code: ['Tax class'],
      shipping_tags: ['Restricted goods', goods],
      hs_code: ['HS code', 'digits only, at most 10'],
      origin_country_code: ['Country of origin'],
      customs_description: ['Customs description', letters(120)],
      safety_warnings: ['Safety warnings (Markdown)', letters(4000)],
      layout_code: ['Layout', letters(40)],
      seo_title: ['Title for search engines', letters(70)],
      seo_description: ['Description for search engines', letters(170)],
      variant_options: ['Options of its variants', 'at most 3, in 20,000 characters'],
    },
    rules: {
      check: ['publish_at', 'required unless the product is a draft'],
      check1: ['summary', 'required unless the product is a draft'],
      check2: [
        'category',
        'keyboards need the category Keyboard and artisans the category Sculpt, which nothing else can have',
      ],
    },
  },
  variants: {
    row: 'variant',
    fields: {
      product_id: product,
      title: ['Title', letters(120, 1)],
      sku: ['SKU', `${capitals}, at most 40`],
      contents: ['Contents', letters(1000)],
      flaws: ['Flaws (B-stock)', letters(300)],
      availability: ['Availability'],
      price_minor: ['Price in euro', euros(0, 1_000_000)],
      currency,
      weight_grams: ['Weight in grams', between(1, 100_000)],
      max_per_customer: ['Maximum per customer', between(1, 100)],
      stock_pool_id: ['Stock pool'],
      pool_units: ['Units taken from stock', between(1, 1000)],
      few_left_below: ['Show “Few left” below', atLeast(0)],
      ships_on: ['Ships on'],
      is_made_to_order: ['Made to order'],
      choices: ['Options', 'at most 3'],
    },
    rules: {
      check: ['stock_pool_id', 'required for items sold from stock, unless they are made to order'],
      made_to_order: ['is_made_to_order', 'only for items in stock without a stock pool'],
      check1: ['ships_on', 'a preorder needs a ship date'],
    },
  },
  product_options: {
    row: 'option',
    fields: {
      product_id: product,
      code: ['Code', underscored],
      title: ['Title', letters(80, 2)],
      help: ['Help', letters(600)],
      zone: ['Part of the picture this colours', 'one of those in the list'],
    },
    rules: { product_id_code_key: ['code', 'another option of this product already has it'] },
  },
  option_values: {
    row: 'value of an option',
    fields: {
      option_id: ['Option'],
      code: ownCode,
      title: ['Title', letters(80, 1)],
      note: ['Note', letters(300)],
      price_delta_minor: ['Adds to the price', euros(-100_000, 100_000)],
      currency,
      weight_delta_grams: ['Adds grams', between(-20_000, 20_000)],
      colour: ['Colour', hexColour],
      is_default: ['Selected by default'],
    },
    rules: {
      option_id_code_key: ['code', 'another value of this option already has it'],
      one_default_idx: ['is_default', 'only one value of an option can be selected by default'],
    },
  },
  option_rules: {
    row: 'rule',
    fields: {
      product_id: product,
      value_id: ['This value'],
      other_value_id: ['not with'],
      reason: ['Because', letters(300, 5)],
    },
    rules: {
      check: ['other_value_id', 'choose two different values'],
      value_id_other_value_id_key: ['other_value_id', 'there is already a rule for this pair'],
    },
  },
  product_images: {
    row: 'picture',
    fields: {
      product_id: product,
      variant_id: ['Variant'],
      option_value_id: ['Value of an option'],
      colorway_id: ['Colour'],
      storage_path: ['File', `${letters(200)} that end in .avif, .webp, .png or .jpg`],
      alt: ['Alt text', letters(300)],
      width: ['Width', between(16, 12_000)],
      height: ['Height', between(16, 12_000)],
      placeholder_colour: ['Colour while it loads', hexColour],
      credit: ['Credit', letters(200)],
      focus_x: ['Focus point from the left', between(0, 100)],
      focus_y: ['Focus point from the top', between(0, 100)],
      turn_path: ['Turntable file', `${letters(200)} that end in .avif, .webp, .png or .jpg`],
      turn_frames: ['Photos of the turntable', between(8, 24)],
      render: ['Drawing', 'a description of what is drawn'],
      is_render: ['Drawn, not photographed'],
    },
    rules: {
      check: ['is_render', 'only a drawn picture has a description of the drawing'],
      turn_check: [
        'turn_path',
        'only a photo has a turntable file, and with the number of its photos',
      ],
    },
  },
  product_sounds: {
    row: 'sound',
    fields: {
      product_id: product,
      storage_path: ['File', `${letters(200)} that end in .mp3, .m4a, .aac, .ogg or .wav`],
      title: ['Title', letters(120, 2)],
      duration_ms: ['Length', between(100, 60_000)],
      peaks: ['Waveform', '64 to 96 numbers from 0 to 100'],
    },
  },
  product_facts: {
    row: 'fact',
    fields: {
      product_id: product,
      code: ['Code', underscored],
      label: ['Name', letters(60, 1)],
      value: ['Value', letters(200, 1)],
    },
    rules: { product_id_code_value_key: ['value', 'the product already has this fact'] },
  },
  product_files: {
    row: 'download',
    fields: {
      product_id: product,
      kind: ['Kind', oneOf('build guide', 'plate', 'firmware', 'layout', 'manual')],
      title: ['Title', letters(120, 2)],
      file_name: [
        'File name',
        'lower-case letters, digits, dots and hyphens, with an ending like .json',
      ],
      media_type: ['Type of file', 'a type like text/plain'],
      content: ['Content', letters(65_536, 1)],
    },
    rules: {
      product_id_file_name_key: ['file_name', 'the product already has a file with this name'],
    },
  },
  product_relations: {
    row: 'related product',
    fields: {
      product_id: product,
      related_id: ['Related product'],
      reason: ['Because', letters(200, 2)],
    },
    rules: {
      check: ['related_id', 'a product is not related to itself'],
      pkey: ['related_id', 'these two are already related'],
    },
  },
  makers: {
    row: 'maker',
    fields: {
      code: ownCode,
      name: ['Name', letters(80, 2)],
      bio: ['About', letters(4000)],
      country_code: country,
      legal_name: ['Registered name', letters(120)],
      postal_address: ['Postal address', letters(300)],
      electronic_address: ['E-mail or web page', reachable],
      responsible_name: ['Responsible in the EU', letters(120)],
      responsible_postal_address: ['Postal address of who is responsible', letters(300)],
      responsible_electronic_address: ['E-mail or web page of who is responsible', reachable],
    },
  },
  stock_pools: {
    row: 'stock pool',
    fields: {
      code: ['Code', capitals],
      title: ['Title', letters(120, 2)],
      on_hand: ['On hand'],
    },
    rules: { count: ['on_hand', 'at least as many as are reserved for orders'] },
  },
  batches: {
    row: 'batch',
    fields: {
      product_id: product,
      code: ['Code', capitals],
      title: ['Title', letters(120, 2)],
      number: ['Round', atLeast(1)],
      stage: ['Stage'],
      note: ['Note (Markdown)', letters(2000)],
      opens_at: ['Opens'],
      closes_at: ['Closes'],
      eta: ['Expected'],
      eta_precision: ['How exact that is', oneOf('day', 'month', 'quarter')],
    },
    rules: {
      check: ['closes_at', later('it opens')],
      window: ['opens_at', 'add opening and closing times before it is announced'],
      product_id_number_key: ['number', 'the product already has a batch with this number'],
    },
  },
  batch_kits: {
    row: 'kit of a batch',
    fields: {
      batch_id: ['Batch'],
      variant_id: ['Kit'],
      moq: ['Minimum to make it', between(1, 100_000)],
      capacity: ['Most that can be made'],
      ordered_count: ['Ordered', atLeast(0)],
      waiting_count: ['Waiting for payment', atLeast(0)],
      settled_count: ['Ordered at closing', atLeast(0)],
    },
    rules: {
      check: ['capacity', 'no fewer than the minimum'],
      capacity: ['capacity', 'no fewer than are ordered already'],
      batch_id_variant_id_key: ['variant_id', 'the batch already includes this kit'],
    },
  },
  batch_price_tiers: {
    row: 'better price',
    fields: {
      batch_kit_id: ['Kit'],
      from_count: ['Better prices', 'each counts from at least 1 order'],
      price_minor: ['Better price in euro', euros(0, 1_000_000)],
      currency,
    },
    rules: { pkey: ['from_count', 'enter only one price for each number of orders'] },
  },
  updates: {
    row: 'update',
    fields: {
      url: ['URL', `${hyphened}, at most 80`],
      kind: ['Kind', oneOf('news', 'production', 'announcement', 'delay', 'shipping', 'guide')],
      title: ['Headline', letters(140, 2)],
      summary: ['In one sentence', letters(300)],
      body: ['Article (Markdown)', letters(40_000)],
      author: ['Author', letters(80)],
      image_id: ['Picture'],
      publish_at: ['Visible from'],
    },
    rules: { check: ['publish_at', 'add a date, a sentence and an article before you publish it'] },
  },
  update_batches: {
    row: 'batch of an update',
    fields: {
      update_id: ['Update'],
      batch_id: ['Batch'],
      buyers_note: ['To its buyers', letters(600)],
    },
    rules: { pkey: ['batch_id', 'the update already includes it'] },
  },
  update_products: {
    row: 'product of an update',
    fields: { update_id: ['Update'], product_id: product },
    rules: { pkey: ['product_id', 'the update already includes it'] },
  },
  palettes: {
    row: 'palette',
    fields: {
      title: ['Title', letters(80, 2)],
      code: ownCode,
      maker: ['Maker', letters(80, 2)],
      material: ['Material', letters(80)],
      note: ['Note', letters(1000)],
    },
  },
  colorways: {
    row: 'colour',
    fields: {
      palette_id: ['Palette'],
      product_id: ['Sculpt'],
      variant_id: ['Variant'],
      physical_code: ['Supplier code', letters(40)],
      name: ['Name', letters(80, 1)],
      code: ownCode,
      colour: ['Screen colour', hexColour],
      colour_family: ['Family', 'one of those in the list'],
      finish: ['Finish', 'one of those in the list'],
      note: ['Note', letters(1000)],
      sale: ['How it is sold', 'one of those in the list'],
      edition_size: ['Edition', between(1, 10_000)],
      commissioned: ['Made to order', atLeast(0)],
      given_away: ['Given away', atLeast(0)],
      stem: ['Stem', 'one of those in the list'],
      credit: ['Credit', letters(200)],
    },
    rules: {
      check: ['physical_code', 'enter the colour’s number from the maker’s book'],
      check1: ['palette_id', 'a colour of a palette has no edition, variant or sale'],
      check2: ['edition_size', 'a colour of a sculpt needs an edition, a sale and a stem'],
      check3: ['given_away', 'together with those made to order, no more than the edition size'],
      palette_or_sculpt: [
        'palette_id',
        'a colour belongs to a palette or to a sculpt, not to both',
      ],
      palette_id_physical_code_key: [
        'physical_code',
        'another colour in the palette already has it',
      ],
      variant_id_key: ['variant_id', 'another colour is already sold as this variant'],
    },
  },
  colour_samples: {
    row: 'sample',
    fields: {
      colorway_id: ['Colour'],
      supplier: ['Supplier', letters(120)],
      stage: ['Stage', oneOf('ordered', 'received', 'approved', 'rejected')],
      received_on: ['Received on'],
      decided_on: ['Reviewed on'],
      note: ['Findings', letters(1000)],
      photo_path: ['Photo', `a .webp file of the samples, ${letters(200)}`],
    },
    rules: {
      check: ['received_on', 'no earlier than it was ordered'],
      check1: ['decided_on', 'no earlier than it came'],
      dates: ['stage', 'a received sample needs its date, and a reviewed one needs both dates'],
    },
  },
  colour_stock: {
    row: 'stock of a colour',
    fields: {
      colorway_id: ['Colour'],
      grams: ['Grams on hand', between(0, 10_000_000)],
      warn_below: ['Low stock below, in grams', between(0, 10_000_000)],
      note: ['Location', letters(1000)],
    },
    rules: {
      colorway_id_key: ['colorway_id', 'its stock is already counted. Reload the page'],
    },
  },
  design_kits: {
    row: 'kit for designs',
    fields: { variant_id: ['Kit'], most_caps: ['Most caps', between(1, 1000)] },
    rules: { pkey: ['variant_id', 'it is already a kit for designs'] },
  },
  design_offers: {
    row: 'palette for designs',
    fields: {
      product_id: product,
      palette_id: ['Palette'],
      zone: ['Zone', 'one of those in the list'],
    },
    rules: { product_id_zone_palette_id_key: ['palette_id', 'the zone already has it'] },
  },
  lists: {
    row: 'list',
    fields: {
      product_id: product,
      title: ['Title', letters(120, 2)],
      kind: ['Kind'],
      rules: ['Rules (Markdown)', letters(8000)],
      status: ['Status'],
      opens_at: ['Opens'],
      closes_at: ['Closes'],
      capacity: ['Number available', atLeast(1)],
      max_wins: ['Maximum per person', between(1, 100)],
      pay_within_hours: ['Hours to pay', between(1, 168)],
      offer_hours: ['Hours of an offer', between(1, 168)],
      beacon_round: ['Round of the draw', 'a number above 0'],
      entry_count: ['Entries', atLeast(0)],
      entries_hash: ['Fingerprint of the entries', '64 digits and letters from a to f'],
      randomness: ['Randomness', '64 digits and letters from a to f'],
      signature: ['Signature', '96 digits and letters from a to f'],
      last_offered_rank: ['Last place offered', atLeast(1)],
      offer_round: ['Round of offers', atLeast(0)],
      released: ['Given out', atLeast(0)],
      ranking: ['Ranking'],
    },
    rules: {
      check: ['closes_at', later('it opens')],
      check1: ['opens_at', 'required unless the list is a draft'],
      check2: ['closes_at', 'a raffle needs its end, how many it gives and the round of its draw'],
      check3: ['entries_hash', 'the entries are not frozen yet'],
      check4: ['randomness', 'the draw is not complete'],
      check5: ['ranking', 'one place for each entry'],
      released: ['capacity', 'no fewer than have been given out'],
    },
  },
  list_choices: {
    row: 'choice of a list',
    fields: { list_id: ['List'], variant_id: ['Variant'], editions: ['Quantity', atLeast(1)] },
    rules: { list_id_variant_id_key: ['variant_id', 'the list already has it'] },
  },
  shipping_zones: {
    row: 'zone',
    fields: { title: ['Title', letters(80, 2)], code: ownCode },
  },
  shipping_methods: {
    row: 'shipping method',
    fields: {
      zone_id: ['Zone'],
      name: ['Name', letters(80, 2)],
      code: ownCode,
      carrier: ['Carrier', letters(80, 2)],
      days_min: ['Minimum delivery days', atLeast(0)],
      days_max: ['Maximum delivery days'],
      max_weight_grams: ['Maximum weight (g)', 'more than 0'],
      max_value_minor: ['Maximum value (€)', 'more than 0, or empty'],
      currency,
      refused_tags: ['The carrier does not accept', goods],
      note: ['Note', letters(400)],
    },
    rules: { check: ['days_max', 'at least the minimum'] },
  },
  shipping_rates: {
    row: 'rate',
    fields: {
      method_id: ['Method'],
      from_weight_grams: ['Weight over (g)', atLeast(0)],
      to_weight_grams: ['Weight up to (g)'],
      from_value_minor: ['Value from (€)', atLeast(0)],
      to_value_minor: ['Value below (€)'],
      price_minor: ['Price in euro', euros(0, 100_000)],
      currency,
      valid_from: ['Valid from'],
      valid_to: ['Valid until'],
    },
    rules: {
      check: ['to_weight_grams', 'more than the lower weight limit'],
      check1: ['to_value_minor', 'more than the lower value limit, or empty'],
      check2: ['valid_to', `${later('it begins')}, or empty`],
      one_price: [
        'valid_from',
        'another rate of the method has a price for such a parcel on some of these days. End that one first, or change the weights or values',
      ],
    },
  },
  sellers: {
    row: 'seller',
    fields: {
      code: ['Code', 'one to eight capital letters or digits'],
      valid_from: ['Sells from'],
      valid_to: ['Sells until'],
      name: ['Name', letters(120)],
      line1: ['Street and number', letters(120)],
      line2: ['Addition', letters(120)],
      postcode: ['Postcode', letters(20)],
      city: ['Town', letters(80)],
      country_code: country,
      vat_number: [
        'VAT number',
        'the country and 2 to 14 capital letters or digits, as in NL001234567B01',
      ],
      register: ['Register', letters(160)],
      email: ['E-mail', letters(254)],
      terms: ['Terms on unpaid invoices', letters(500)],
    },
    rules: {
      check: ['valid_to', `${later('it begins')}, or empty`],
      one_at_a_time: [
        'valid_from',
        'another seller sells on some of these days. End that one first',
      ],
    },
  },
  bank_accounts: {
    row: 'bank account',
    fields: {
      currency,
      holder: ['Account holder', letters(70, 2)],
      iban: ['IBAN', 'a valid IBAN without spaces; check it for a typing mistake'],
      bic: ['BIC', 'eight or eleven capital letters and digits'],
      bank: ['Bank', letters(70, 2)],
    },
    rules: { pkey: ['currency', 'another account already has it'] },
  },
  shipping_packages: {
    row: 'package',
    fields: {
      name: ['Name', letters(80, 2)],
      inner_length_mm: ['Length inside, mm', between(10, 3000)],
      inner_width_mm: ['Width inside, mm', between(10, 3000)],
      inner_height_mm: ['Height inside, mm', between(1, 3000)],
      max_content_grams: ['Maximum contents (g)', between(1, 100_000)],
      own_weight_grams: ['Empty weight (g)', between(1, 20_000)],
      note: ['Used for', letters(400)],
    },
  },
  countries: {
    row: 'country',
    fields: {
      code: ['Code', 'two capital letters, as in NL'],
      name: ['Name', letters(80, 2)],
      not_shipped_reason: ['Why the shop does not ship there', letters(400)],
      currency,
      duties_payer: ['Who pays duties', oneOf('nobody', 'the shop', 'the customer')],
      duties_note: ['What to expect from customs', letters(800)],
      region_label: ['What a region is called', letters(40)],
      postcode_label: ['What a postcode is called', letters(40)],
      postcode_pattern: ['Pattern of a postcode', letters(200)],
    },
    rules: {
      check: ['not_shipped_reason', 'required if the shop does not ship there'],
      pkey: ['code', 'the shop already has this country'],
    },
  },
  country_restrictions: {
    row: 'restriction',
    fields: {
      country_code: country,
      shipping_tag: ['Goods', goods],
      reason: ['Because', letters(300, 2)],
    },
    rules: { pkey: ['shipping_tag', 'the country already has this restriction'] },
  },
  tax_classes: {
    row: 'tax class',
    fields: { code: ['Code', underscored], title: ['Title', letters(80, 2)] },
    rules: { pkey: ['code', 'another tax class already has it'] },
  },
  tax_rates: {
    row: 'tax rate',
    fields: {
      country_code: country,
      tax_class_code: ['Tax class'],
      name: ['Name', letters(40, 2)],
      rate_basis_points: ['Rate', 'from 0 to 100%'],
      valid_from: ['Valid from'],
      valid_to: ['Valid until'],
    },
    rules: {
      check: ['valid_to', later('it begins')],
      one_at_a_time: [
        'valid_from',
        'the country has another rate for this tax class on some of these days. End that one first',
      ],
    },
  },
  tax_registrations: {
    row: 'tax registration',
    fields: {
      country_code: country,
      name: ['Name', letters(40, 2)],
      number: ['Number', letters(40)],
      limit_minor: ['Up to', 'more than 0, or empty'],
      limit_per: ['For each', oneOf('parcel', 'item')],
      currency,
      valid_from: ['Valid from'],
      valid_to: ['Valid until'],
    },
    rules: {
      check: ['valid_to', `${later('it begins')}, or empty`],
      one_at_a_time: [
        'valid_from',
        'another registration of the country holds on some of these days. End that one first',
      ],
    },
  },
  currency_rates: {
    row: 'currency',
    fields: {
      code: ['Code', 'three capital letters, and not EUR'],
      name: ['Name', letters(40, 2)],
      per_euro: ['Per euro', 'a rate of more than 0'],
      rated_on: ['Day of the rate', 'since 4 January 1999, and not in the future'],
      position: ['Position', between(0, 10_000)],
    },
    rules: { pkey: ['code', 'the shop already has this currency'] },
  },
  discount_codes: {
    row: 'discount code',
    fields: {
      code: ['Code', `${capitals}, ${letters(40, 3)}`],
      title: ['Title', letters(120, 2)],
      percent: ['Per cent off', between(1, 100)],
      amount_minor: ['Euro off', euros(0.01, 100_000)],
      currency,
      minimum_minor: ['From a cart of', atLeast(0)],
      most_uses: ['Most uses', atLeast(1)],
      most_per_customer: ['Maximum per customer', atLeast(1)],
      valid_from: ['Valid from'],
      valid_to: ['Valid until'],
    },
    rules: {
      check: ['percent', 'either a percentage or an amount, not both'],
      check1: ['valid_to', later('it begins')],
      uses: ['most_uses', 'no fewer than it was used already'],
    },
  },
  payment_methods: {
    row: 'payment method',
    fields: {
      code: ['Code', '2 to 20 lower-case letters'],
      title: ['Title', letters(80, 2)],
      note: ['Note', letters(300)],
      keys: ['Keys', oneOf('not_needed', 'missing', 'test', 'live')],
    },
    rules: { pkey: ['code', 'the shop already has this payment method'] },
  },
  regional_partners: {
    row: 'partner',
    fields: {
      code: ownCode,
      name: ['Name', letters(80, 2)],
      website: ['Website', webAddress],
      note: ['Note', letters(600)],
    },
  },
  partner_countries: {
    row: 'country of a partner',
    fields: { partner_id: ['Partner'], country_code: country },
    rules: { pkey: ['country_code', 'the partner already has it'] },
  },
  partner_sales: {
    row: 'sale by a partner',
    fields: {
      partner_id: ['Partner'],
      batch_id: ['Batch'],
      sale_url: ['Where it is sold', webAddress],
    },
    rules: { pkey: ['batch_id', 'the partner already sells it'] },
  },
  users: { row: 'account', fields: {} },
  desk_views: {
    row: 'view',
    fields: {
      desk: ['Desk', letters(40)],
      list: ['Table', `${hyphened}, a letter first, at most 40`],
      name: ['Name', `${letters(60, 1)}, without spaces around them`],
      search: ['Filters', letters(4000)],
      owner_id: ['Owner'],
      author: ['Author', letters(254)],
    },
    rules: {
      own_idx: ['name', 'another view of this table has it already'],
      shared_idx: ['name', 'another shared view of this table has it already'],
    },
  },
  faq_groups: {
    row: 'group of questions',
    fields: { code: ownCode, title: ['Title', letters(80, 2)] },
  },
  faq_entries: {
    row: 'question',
    fields: {
      group_id: ['Group'],
      code: ownCode,
      question: ['Question', letters(200, 2)],
      answer: ['Answer', letters(8000, 2)],
    },
  },
  legal_versions: {
    row: 'version of a legal text',
    fields: {
      document: ['Document', 'terms, privacy, imprint, withdrawal or accessibility'],
      number: ['Number', atLeast(1)],
      changes: ['What changed', letters(2000, 5)],
      publish_at: ['Published'],
      effective_at: ['In force from'],
    },
    rules: {
      check: ['effective_at', 'no earlier than it is published'],
      document_number_key: ['number', 'this document already has a version with this number'],
    },
  },
  legal_sections: {
    row: 'section of a legal text',
    fields: {
      version_id: ['Version'],
      code: ownCode,
      title: ['Title', letters(120, 2)],
      plain: ['In plain words', letters(1000, 5)],
      body: ['Text', letters(20_000, 5)],
    },
    rules: { version_id_code_key: ['code', 'another section of this version already has it'] },
  },
  page_texts: {
    row: 'text of a page',
    fields: {
      page: ['Page', 'one of those in the list'],
      code: ownCode,
      title: ['Title', letters(120, 2)],
      body: ['Text', letters(20_000, 1)],
    },
    rules: { page_code_key: ['code', 'another text on this page already has it'] },
  },
  settings: {
    row: 'setting',
    fields: {
      key: ['Key', underscored],
      value: ['Value', between(0, 1_000_000)],
      unit: ['Unit', 'one of those in the list'],
      meaning: ['Meaning', letters(300, 5)],
    },
    rules: { pkey: ['key', 'the shop already has this setting'] },
  },
};

/** What else may still use a row that is removed, or be named by one. */
const otherRows: Readonly<Record<string, string>> = {
  addresses: 'customer’s address',
  discount_uses: 'order',
  holds: 'order',
  iso_countries: 'country',
  order_lines: 'order',
  order_records: 'order',
  profiles: 'customer',
  stock_ledger: 'count of the stock',
};

/** @example rowWords('variants') // 'variant' */
export const rowWords = (table: string): string | null =>
  tables[table]?.row ?? otherRows[table] ?? null;

/** As the sentences call it. @example fieldName('variants', 'sku') // 'SKU' */
export const fieldName = (table: string, column: string): string | null =>
  tables[table]?.fields[column]?.[0] ?? null;

export interface RuleWords {
  readonly table: string;
  readonly column: string;
  /** The field as its form calls it. */
  readonly field: string;
  /** What is asked of it; null for a foreign key, which is told by what it names. */
  readonly rule: string | null;
}

/** Null for a constraint of a table that no desk writes. */
export function wordsOfConstraint(name: string): RuleWords | null {
  const table = tableOf(name);
  if (table === null) return null;
  const own = name.slice(table.length + 1);
  const [ruled, rule] = tables[table]?.rules?.[own] ?? [];
  if (ruled !== undefined && rule !== undefined) return worded(table, ruled, rule);
  const [, column = '', kind = ''] = /^(.+)_(check|key|fkey)\d*$/.exec(own) ?? [];
  const [, asked] = tables[table]?.fields[column] ?? [];
  if (kind === 'fkey') return worded(table, column, null);
  if (kind === 'key') return worded(table, column, `another ${rowWords(table)} has it already`);
  return asked === undefined ? null : worded(table, column, asked);
}

/** Names of tables begin those of others: batches, batch_kits. */
const tableOf = (constraint: string): string | null =>
  Object.keys(tables)
    .filter((table) => constraint.startsWith(`${table}_`))
    .toSorted((one, other) => other.length - one.length)[0] ?? null;

function worded(table: string, column: string, rule: string | null): RuleWords | null {
  const [field] = tables[table]?.fields[column] ?? [];
  return field === undefined ? null : { table, column, field, rule };
}

const ofRule = /constraint "(\w+)"/;
const ofMissing = /null value in column "(\w+)" of relation "(\w+)"/;
const ofRemoval = /^update or delete on table "(\w+)" violates .* on table "(\w+)"/;
const ofNamed = /is not present in table "(\w+)"/;
/** Null where only the words of all refusals are left to say. */
export function constraintSentence(broken: BrokenRule, written: WrittenRow): string | null {
  const { message } = broken;
  const [, column = '', table = ''] = ofMissing.exec(message) ?? [];
  if (column !== '') {
    const missing = worded(table, column, null);
    return missing === null ? null : said(missing, written, 'it is missing');
  }
  const [, removed, user] = ofRemoval.exec(message) ?? [];
  if (removed !== undefined && user !== undefined) return stillUsed(removed, user, written);
  const words = wordsOfConstraint(ofRule.exec(message)?.[1] ?? '');
  if (words === null) return null;
  const rule = words.rule ?? namedRule(words, broken, written);
  return said(words, written, rule);
}

function stillUsed(removed: string, user: string, written: WrittenRow): string | null {
  const [row, used] = [rowWords(user), rowWords(removed)];
  if (row === null || used === null) return null;
  const what = removed === written.table ? 'It' : capital(withArticle(used));
  return `${what} was not removed: ${withArticle(row)} still uses it.`;
}

function namedRule({ column }: RuleWords, { details }: BrokenRule, { values }: WrittenRow): string {
  const told = typeof details === 'string' ? details : '';
  const row = rowWords(ofNamed.exec(told)?.[1] ?? '') ?? 'such thing';
  const value = /\)=\((.*)\) is not present/.exec(told)?.[1] ?? values?.[column];
  // An id says nothing to people, and was never typed.
  if (typeof value !== 'string' || isUuid(value))
    return `this ${row} no longer exists. Choose another`;
  return `there is no ${row} called “${value}”`;
}

/** Parts of what was written are named by what they are. */
function said({ table, field }: RuleWords, written: WrittenRow, rule: string): string {
  const part = table === written.table ? '' : capital(rowWords(table) ?? '');
  const place = part === '' ? field : `${part}, ${field}`;
  return `${place}: ${rule}. Nothing was saved.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const withArticle = (row: string) => `${/^[aeiou]/.test(row) ? 'an' : 'a'} ${row}`;
