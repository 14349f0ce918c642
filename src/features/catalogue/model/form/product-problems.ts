/** Real problems keep it from being saved or published; advice does not. */
import { isTrue, numberOf, textOf } from '#desk-kit/model/desk-row.ts';
import { doubledChoice } from './doubled-choices.ts';
import { factProblems } from './product-facts.ts';
import type { PartDraft, ProductDraft, ProductForm } from './product-form.ts';
import { unreadProblems } from './product-unread.ts';
import { variantOptionsOf } from './variant-options.ts';

export interface ProductProblem {
  /** Where it is mended: a column of the product, or a part and its id. */
  readonly field: string;
  readonly message: string;
  /**
   * `save`: nothing can be written; `publish`: a draft may stay so; `sale`: it is shown and can't be
   * bought; `advice`: nothing is held up.
   */
  readonly weight: 'save' | 'publish' | 'sale' | 'advice';
}

const urlPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const skuPattern = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;
const optionCodePattern = /^[a-z][a-z_]*$/;

export function problemsOf(form: ProductForm): readonly ProductProblem[] {
  return [
    ...unreadProblems(form),
    ...productProblems(form.product),
    ...variantProblems(form),
    ...optionProblems(form),
    ...variantOptionProblems(form),
    ...doubledChoiceProblems(form),
    ...imageProblems(form.images),
    ...soundProblems(form.sounds),
    ...factProblems(form.facts),
  ];
}

/** Whether the form may be written as it is: drafts may be unfinished. */
export function blockingProblems(form: ProductForm): readonly ProductProblem[] {
  const isDraft = textOf(form.product, 'status') === 'draft';
  return problemsOf(form).filter(
    ({ weight }) => weight === 'save' || (weight === 'publish' && !isDraft),
  );
}

type Found = (ProductProblem | false)[];

function when(holds: boolean, weight: ProductProblem['weight'], field: string, message: string) {
  return holds && { field, message, weight };
}

const kept = (found: Found): ProductProblem[] => found.filter((problem) => problem !== false);

function productProblems(product: ProductDraft): ProductProblem[] {
  const text = (column: keyof ProductDraft['values']) => textOf(product, column);
  const kind = text('kind');
  const category = text('category');
  const fits = (kind === 'keyboard') === (category === 'keyboard');
  const sculpts = (kind === 'artisan') === (category === 'sculpt');
  const url = text('url');
  return kept([
    when(text('title').trim().length < 2, 'save', 'title', 'The title needs two letters or more.'),
    when(text('title').length > 120, 'save', 'title', 'The title has at most 120 letters.'),
    when(
      !urlPattern.test(url) || url.length > 80,
      'save',
      'url',
      'Use at most 80 lower-case letters, digits and single hyphens in the URL.',
    ),
    when(url === 'artisans', 'save', 'url', 'The URL “artisans” is taken by a page.'),
    when(
      !fits || !sculpts,
      'save',
      'category',
      'This category does not fit this kind of product. Choose another.',
    ),
    when(text('summary').length > 300, 'save', 'summary', 'The summary has at most 300 letters.'),
    when(text('summary').trim() === '', 'publish', 'summary', 'A summary is missing.'),
    when(
      text('publish_at') === '' && text('status') !== 'draft',
      'publish',
      'publish_at',
      'Choose a date for “Visible from”.',
    ),
    when(text('body').trim() === '', 'advice', 'body', 'Add a story.'),
    when(
      kind === 'keyboard' && text('layout_code') === '',
      'advice',
      'layout_code',
      'Choose a layout so that the colour picker can show it.',
    ),
    when(
      text('hs_code') === '',
      'advice',
      'hs_code',
      'Add an HS code: customs outside the EU need it.',
    ),
    when(
      text('customs_description') === '',
      'advice',
      'customs_description',
      'Add a customs description.',
    ),
    when(
      text('safety_warnings').length > 4000,
      'save',
      'safety_warnings',
      'The safety warnings have at most 4,000 letters.',
    ),
  ]);
}

function variantProblems({ variants }: ProductForm): ProductProblem[] {
  const skus = variants.map((row) => textOf(row, 'sku'));
  return kept([
    when(
      variants.length === 0,
      'publish',
      'variants',
      'Add a variant, so that there is something to buy.',
    ),
    ...variants.flatMap((row) => {
      const at = `variants ${row.id}`;
      const sku = textOf(row, 'sku');
      const named = sku === '' ? 'A variant' : sku;
      const price = numberOf(row, 'price_minor');
      const kind = textOf(row, 'availability');
      return [
        when(
          !skuPattern.test(sku),
          'save',
          at,
          `${named}: use only capitals, digits and hyphens in the SKU.`,
        ),
        when(
          sku !== '' && skus.filter((each) => each === sku).length > 1,
          'save',
          at,
          `${sku} is here twice.`,
        ),
        when(textOf(row, 'title').trim() === '', 'save', at, `${named}: the title is missing.`),
        when(price === null, 'save', at, `${named}: the price is missing.`),
        when(price !== null && price < 0, 'save', at, `${named}: the price can’t be negative.`),
        when(price === 0, 'advice', at, `${named}: the price is 0. Is it meant to be free?`),
        when(
          (numberOf(row, 'weight_grams') ?? 0) < 1,
          'save',
          at,
          `${named}: add a weight so that shipping can be priced.`,
        ),
        when(
          kind === 'in_stock' &&
            textOf(row, 'stock_pool_id') === '' &&
            !isTrue(row, 'is_made_to_order'),
          'save',
          at,
          `${named}: items in stock need a stock count. Choose one, press “New stock count for this variant”, or tick “Made to order”.`,
        ),
        when(
          kind === 'preorder' && textOf(row, 'ships_on') === '',
          'save',
          at,
          `${named}: a preorder needs a ship date.`,
        ),
      ];
    }),
  ]);
}

function optionProblems({ options, values, rules }: ProductForm): ProductProblem[] {
  const found = options.flatMap((option) => {
    const own = values.filter((row) => textOf(row, 'option_id') === option.id);
    const at = `options ${option.id}`;
    const named = textOf(option, 'title') || 'An option';
    return [
      when(
        !optionCodePattern.test(textOf(option, 'code')),
        'save',
        at,
        `${named}: use only lower-case letters and underscores in the code.`,
      ),
      when(textOf(option, 'title').length < 2, 'save', at, `${named}: the title is missing.`),
      when(own.length === 0, 'publish', at, `${named}: add at least one value.`),
      when(
        isTrue(option, 'is_required') &&
          own.length > 0 &&
          !own.some((row) => isTrue(row, 'is_default')),
        'advice',
        at,
        `${named}: choose a default value.`,
      ),
      ...own.map((value) =>
        when(
          !urlPattern.test(textOf(value, 'code')) || textOf(value, 'title') === '',
          'save',
          `values ${value.id}`,
          `${named}: a value needs a title and a lower-case code.`,
        ),
      ),
    ];
  });
  const unexplained = rules.map((rule) =>
    when(
      textOf(rule, 'reason').trim().length < 5,
      'save',
      `rules ${rule.id}`,
      'Add a reason why these two can’t be combined.',
    ),
  );
  return kept([...found, ...unexplained]);
}

function variantOptionProblems(form: ProductForm): ProductProblem[] {
  const options = variantOptionsOf(form);
  const titles = options.map(({ title }) => title.trim().toLowerCase());
  return kept(
    options.flatMap(({ title, values }, index) => [
      when(
        title.trim() === '',
        'save',
        'variant_options',
        'An option of the variants needs a name, like Size.',
      ),
      when(
        title.trim() !== '' && titles.indexOf(title.trim().toLowerCase()) < index,
        'save',
        'variant_options',
        `${title} is here twice.`,
      ),
      when(
        values.length === 0,
        'publish',
        'variant_options',
        `${title || 'An option'}: add at least one value.`,
      ),
      when(
        values.some((value) => value.title.trim() === ''),
        'save',
        'variant_options',
        `${title || 'An option'}: a value has no name.`,
      ),
    ]),
  );
}

function doubledChoiceProblems({ options, values, variants }: ProductForm): ProductProblem[] {
  const choosable = variants.map((row) => ({
    title: textOf(row, 'title'),
    isRequired: isTrue(row, 'is_required') && textOf(row, 'flaws') === '',
    isArchived: textOf(row, 'availability') === 'archived',
  }));
  return options.flatMap((option) => {
    const own = values.filter((row) => textOf(row, 'option_id') === option.id);
    const found = doubledChoice(
      choosable,
      own.map((row) => ({
        id: row.id,
        title: textOf(row, 'title'),
        isOffered: row.values.is_offered !== false,
      })),
    );
    if (found === null) return [];
    const { value, variant } = found;
    const message = `${textOf(option, 'title')}: “${value.title}” is also in the name of the variant “${variant.title}”. Remove the value or rename the variant.`;
    return [{ field: `values ${value.id}`, weight: 'save', message }];
  });
}

/** Asked for when anybody is to see it. */
export const lacksAlt = (image: PartDraft<'images'>): boolean =>
  textOf(image, 'alt').trim().length < 3;

function imageProblems(images: readonly PartDraft<'images'>[]): ProductProblem[] {
  return kept([
    when(images.length === 0, 'advice', 'images', 'Add a picture.'),
    ...images.map((image) =>
      when(lacksAlt(image), 'publish', `images ${image.id}`, 'A picture needs alt text.'),
    ),
  ]);
}

const soundProblems = (sounds: readonly PartDraft<'sounds'>[]): ProductProblem[] =>
  kept(
    sounds.flatMap((sound) => {
      const at = `sounds ${sound.id}`;
      const title = textOf(sound, 'title').trim();
      return [
        when(title.length < 2, 'save', at, 'A sound needs a title of two letters or more.'),
        when(title.length > 120, 'save', at, 'The title of a sound has at most 120 letters.'),
      ];
    }),
  );
