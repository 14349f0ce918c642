/* oxlint-disable */
// @ts-nocheck
// Generated from supabase/functions/_shared/mail/mail-kinds.ts and src/languages by `npm run mails`: never edited by hand.
import { encode } from 'uqr';
// supabase/functions/_shared/mail/kinds/batch-mails.ts
var update = (news) => {
  const before = news.eta('eta_before', 'eta_precision_before');
  const after = news.eta('eta', 'eta_precision');
  const path = news.text('url');
  return {
    subject: `${news.text('product_title') || 'Ihre Bestellung'}: ${news.text('title')}`,
    preview: news.text('summary'),
    heading: news.text('title') || 'Neues zu Ihrer Bestellung',
    paragraphs: [news.text('summary')].filter((text) => text !== ''),
    facts: [
      ['Betrifft', news.text('batch_title')],
      ['Bisheriger Termin', before === after ? '' : before],
      ['Neuer Termin', after],
    ].filter(([, value]) => value !== ''),
    action: {
      label: 'Bericht lesen',
      url: news.page(path === '' ? '/updates' : `/updates/${encodeURIComponent(path)}`),
    },
    footnote: 'Sie erhalten diese E-Mail, weil Ihre Bestellung zu dieser Charge gehört.',
  };
};
function settledWords(order, isPaid) {
  return order
    .list('settled')
    .map((kit) => {
      const title = kit.text('variant_title');
      if (kit.flag('is_dropped'))
        return `${title} hat die Mindestmenge von ${kit.count('moq')} nicht erreicht und wird nicht gefertigt.`;
      return isPaid
        ? `${title} ist günstiger geworden: Wir erstatten die Differenz.`
        : `${title} ist günstiger geworden: Sie zahlen weniger.`;
    })
    .join(' ');
}
function moneyOfSettlement(order) {
  if (order.count('refund_minor') > 0)
    return `Sie müssen nichts tun: Wir erstatten ${order.money('refund_minor')} auf die Karte oder das Konto, mit dem Sie bezahlt haben.`;
  if (order.count('due_minor') > 0)
    return `Ihre Bestellung kostet jetzt weniger. Bitte zahlen Sie ${order.money('due_minor')}.`;
  return '';
}
var settled = (subject) => (order) => {
  const words = settledWords(order, true) || order.text('words');
  return {
    subject: `${subject}: ${order.text('line')}`,
    preview: words,
    heading: subject,
    paragraphs: [
      words,
      moneyOfSettlement(order),
      'Sonst ändert sich an Ihrer Bestellung nichts.',
    ].filter((text) => text !== ''),
    action: {
      label: 'Bestellung ansehen',
      url: order.page(`/orders?order=${encodeURIComponent(order.text('number'))}`),
    },
  };
};
var groupBuy = (check) => ({
  subject: `„${check.text('batch_title')}“ können Sie ab ${check.moment('opens_at')} bestellen`,
  preview: `Bestellstart ist am ${check.moment('opens_at')}.`,
  heading: 'Aus Ihrer Abstimmung ist eine Sammelbestellung geworden.',
  paragraphs: [
    `Sie haben für ${check.text('product_title')} gestimmt, und genügend andere auch. Bestellen können Sie vom ${check.moment('opens_at')} bis zum ${check.moment('closes_at')}.`,
    'Ihre Stimme verpflichtet Sie nicht zum Kauf.',
  ],
  action: {
    label: 'Ansehen',
    url: check.page(
      `/${check.text('product_kind') === 'keyboard' ? 'keyboards' : 'products'}/${encodeURIComponent(check.text('product_url'))}`,
    ),
  },
});
var batchMails = {
  batch_update: update,
  kit_dropped: settled('Ein bestelltes Kit wird nicht gefertigt'),
  price_settled: settled('Ihr Preis ist gesunken'),
  interest_became_group_buy: groupBuy,
};
// src/features/batches/model/batch-stages.ts
var stageNames = {
  draft: 'Entwurf',
  interest_check: 'Interessenumfrage',
  announced: 'Angekündigt',
  open: 'Sammelbestellung läuft',
  closed: 'Sammelbestellung beendet',
  moq_failed: 'Mindestmenge verfehlt',
  in_production: 'In Fertigung',
  quality_control: 'Qualitätsprüfung',
  shipping: 'Versand',
  extras: 'Restbestand',
  archived: 'Archiv',
};
// src/features/batches/model/batch-stage.ts
function isBatchStage(text) {
  return Object.hasOwn(stageNames, text);
}
function stageName(stage) {
  return isBatchStage(stage) ? stageNames[stage] : stage;
}
// src/shared/date-words.ts
function zoneWords(zone) {
  return zone
    .replace(/^GMT(\+0000)?$/, 'UTC')
    .replace(/0?(\d+)(\d\d)$/, '$1:$2')
    .replace(':00', '');
}
function momentWords(moment, timeZone) {
  const date = new Date(moment);
  const [, month = '', day, year, time = '', zone = ''] = (
    timeZone ? date.toUTCString().replace(/, (\d+) (\w+)/, ' $2 $1') : String(date)
  ).split(' ');
  return `${Number(day)}. ${month.replace('Sep', 'Sept') === 'Mar' ? `März` : month.replace('Sep', 'Sept') === 'Apr' ? `April` : month.replace('Sep', 'Sept') === 'May' ? `Mai` : month.replace('Sep', 'Sept') === 'Jun' ? `Juni` : month.replace('Sep', 'Sept') === 'Jul' ? `Juli` : month.replace('Sep', 'Sept') === 'Oct' ? `Okt.` : month.replace('Sep', 'Sept') === 'Dec' ? `Dez.` : `${month.replace('Sep', 'Sept')}.`} ${year}, ${time.slice(0, 5)} Uhr ${zoneWords(zone)}`;
}
// src/shared/list-kinds.ts
var listKinds = {
  raffle: {
    name: 'Verlosung',
    key: 'An der Verlosung teilnehmen',
    mail: 'Sie nehmen an der Verlosung teil',
    news: 'Verlosung läuft',
    isDrawn: true,
    isVote: false,
  },
  waiting_list: {
    name: 'Warteliste',
    key: 'Auf die Warteliste setzen',
    mail: 'Sie stehen auf der Warteliste',
    news: 'Warteliste offen',
    isDrawn: false,
    isVote: false,
  },
  interest_check: {
    name: 'Interessenumfrage',
    key: 'Würde ich kaufen',
    mail: 'Ihre Stimme zählt',
    news: 'Interessenumfrage läuft',
    isDrawn: false,
    isVote: true,
  },
};
// src/shared/list-kind.ts
var kinds = listKinds;
var listKindOf = (kind) => kinds[kind];
// src/features/updates/model/news-words.ts
var labels = {
  product: 'Neu',
  group_buy: 'Sammelbestellung läuft',
  extras: 'Restbestand auf Lager',
  minimum_reached: 'Mindestmenge erreicht',
  stage_changed: 'Neue Phase',
  list_drawn: 'Verlosung ausgelost',
};
function stageWords({ stage = '', opensAt }) {
  if (!isBatchStage(stage)) return '';
  return stage === 'announced' && opensAt
    ? `${stageName(stage)}: Start am ${momentWords(opensAt, 'UTC')}.`
    : `${stageName(stage)}.`;
}
function textOf$2(facts) {
  const { news, closesAt, summary, kit, moq } = facts;
  if (news === 'minimum_reached')
    return `${kit}: ${moq} Stück bestellt und bezahlt. Es kann also gefertigt werden.`;
  if (news === 'stage_changed') return stageWords(facts);
  if (news === 'list_drawn')
    return 'Das Ergebnis steht auf der Seite; dort kann jeder die Ziehung nachprüfen.';
  return closesAt ? `Bis ${momentWords(closesAt, 'UTC')}.` : summary;
}
function newsWords(facts) {
  return {
    label: labels[facts.news] ?? listKindOf(facts.news)?.news ?? 'Neuigkeit',
    about: facts.title || facts.productTitle,
    text: textOf$2(facts),
  };
}
// src/shared/day-words.ts
var months =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
function monthName(date) {
  return months[date.getUTCMonth()] ?? '';
}
function dayWords(day) {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const month = monthName(date);
  return `${date.getUTCDate()}. ${month.slice(0, month === 'September' ? 4 : 3) === 'Jan' ? `Jan.` : month.slice(0, month === 'September' ? 4 : 3) === 'Feb' ? `Feb.` : month.slice(0, month === 'September' ? 4 : 3) === 'Apr' ? `April` : month.slice(0, month === 'September' ? 4 : 3) === 'Mai' ? `Mai` : month.slice(0, month === 'September' ? 4 : 3) === 'Jun' ? `Juni` : month.slice(0, month === 'September' ? 4 : 3) === 'Jul' ? `Juli` : month.slice(0, month === 'September' ? 4 : 3) === 'Aug' ? `Aug.` : month.slice(0, month === 'September' ? 4 : 3) === 'Sept' ? `Sept.` : month.slice(0, month === 'September' ? 4 : 3) === 'Okt' ? `Okt.` : month.slice(0, month === 'September' ? 4 : 3) === 'Nov' ? `Nov.` : month.slice(0, month === 'September' ? 4 : 3) === 'Dez' ? `Dez.` : `März`} ${date.getUTCFullYear()}`;
}
// src/shared/parsed-fields.ts
function fieldsOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}
function textOf$1(value) {
  return typeof value === 'string' ? value : '';
}
// src/shared/eta.ts
function isDatePrecision(text) {
  return text === 'day' || text === 'month' || text === 'quarter';
}
function parseEta(date, precision) {
  const [day, meant] = [textOf$1(date), textOf$1(precision)];
  if (Number.isNaN(Date.parse(day))) return null;
  return {
    date: day,
    precision: isDatePrecision(meant) ? meant : 'quarter',
  };
}
function etaWords({ date, precision }) {
  if (precision === 'day') return dayWords(date);
  const at = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  const year = at.getUTCFullYear();
  if (precision === 'month') return `${monthName(at)} ${year}`;
  return `${Math.floor(at.getUTCMonth() / 3) + 1}. Quartal ${year}`;
}
// src/features/cart/model/goods.ts
var folders = {
  keyboard: '/keyboards/',
  product: '/products/',
  artisan: '/products/artisans#',
};
function goodsPath(kind, url) {
  const folder = folders[kind];
  return folder === void 0 || url === '' ? null : `${folder}${url}`;
}
// supabase/functions/_shared/mail/kinds/follow-mails.ts
function goodsOf(follow) {
  return follow.list('lines').map((line) => {
    const picture = line.text('picture');
    return {
      title: line.text('title'),
      detail: line.text('variant_title'),
      amount: '',
      picture: /^https?:\/\//.test(picture) ? picture : null,
    };
  });
}
var isStock = (follow) => follow.text('about') === 'stock';
var product = (follow) => follow.text('product_title') || 'dieses Produkt';
var isDrops = (follow) => follow.text('about') === 'drops';
function answerPage(follow, answer) {
  const secret = follow.text('follow_secret');
  const page = isDrops(follow) ? '/follow' : '/updates';
  return follow.page(secret === '' ? page : `${page}#${answer}=${encodeURIComponent(secret)}`);
}
var ending = (follow) => ({
  label: isStock(follow) ? 'Keine E-Mail senden' : 'Diese E-Mails abbestellen',
  url: answerPage(follow, 'unfollow'),
});
var askedForDrops = (follow) => ({
  subject: 'Möchten Sie unsere Neuheiten per E-Mail?',
  preview: 'Bestätigen Sie mit der Schaltfläche. Sonst passiert nichts.',
  heading: 'Möchten Sie alle Neuheiten erfahren?',
  paragraphs: [
    'Sie (oder jemand mit Ihrer Adresse) möchten eine E-Mail, wenn wir ein Produkt ankündigen oder eine Sammelbestellung, Verlosung oder Liste starten. Bestätigen Sie das mit der Schaltfläche. Sie erhalten höchstens eine E-Mail am Tag und keine, wenn es nichts Neues gibt.',
  ],
  action: {
    label: 'Ja, benachrichtigen',
    url: answerPage(follow, 'follow'),
  },
  footnote: 'Das waren nicht Sie? Dann tun Sie nichts, und Sie hören nichts mehr von uns.',
});
var askedForGoods = (follow) => ({
  subject: isStock(follow)
    ? `Sollen wir Ihnen schreiben, sobald ${product(follow)} wieder da ist?`
    : `Möchten Sie zu ${product(follow)} benachrichtigt werden?`,
  preview: 'Bestätigen Sie mit der Schaltfläche. Sonst passiert nichts.',
  heading: isStock(follow)
    ? `Sollen wir uns melden, sobald ${product(follow)} wieder da ist?`
    : `Möchten Sie E-Mails zu ${product(follow)}?`,
  paragraphs: [
    isStock(follow)
      ? 'Sie (oder jemand mit Ihrer Adresse) möchten eine E-Mail, sobald das wieder auf Lager ist. Bestätigen Sie das mit der Schaltfläche.'
      : 'Sie (oder jemand mit Ihrer Adresse) möchten jeden Fertigungsbericht zu diesem Produkt per E-Mail, und eine Nachricht zum Verkaufsstart. Bestätigen Sie das mit der Schaltfläche. Zum Kauf verpflichtet es Sie nicht.',
  ],
  lines: goodsOf(follow),
  action: {
    label: isStock(follow) ? 'Ja, benachrichtigen' : 'Ja, benachrichtigen',
    url: answerPage(follow, 'follow'),
  },
  footnote: 'Das waren nicht Sie? Dann tun Sie nichts, und Sie hören nichts mehr von uns.',
});
var asked = (follow) => (isDrops(follow) ? askedForDrops(follow) : askedForGoods(follow));
function dropLine(drop) {
  const { label, about, text } = newsWords({
    news: drop.text('news'),
    title: drop.text('title'),
    productTitle: drop.text('product_title'),
    summary: '',
    closesAt: drop.text('closes_at'),
  });
  const picture = drop.text('picture');
  return {
    title: about,
    detail: [label, text].filter((part) => part !== '').join('. '),
    amount: '',
    picture: /^https?:\/\//.test(picture) ? picture : null,
    url: drop.page(goodsPath(drop.text('kind'), drop.text('url')) ?? '/'),
  };
}
var opened = (follow, lines) => ({
  subject: `${product(follow)}: ${lines[0]?.detail ?? 'Neuigkeiten'}`.replace(/\.$/, ''),
  preview: lines.map(({ detail }) => detail).join(', '),
  heading: `Neues zu ${product(follow)}`,
  paragraphs: [],
  lines,
  action: {
    label: 'Ansehen',
    url: follow.page(goodsPath(follow.text('product_kind'), follow.text('product_url')) ?? '/'),
  },
  footnote: `Sie erhalten diese E-Mail, weil Sie zu ${product(follow)} benachrichtigt werden möchten.`,
  ending: ending(follow),
});
var drops = (follow) => {
  const lines = follow.list('lines').map(dropLine);
  const [first] = lines;
  if (!isDrops(follow)) return opened(follow, lines);
  const count = Math.max(follow.count('count'), lines.length);
  const more = count - lines.length;
  return {
    subject:
      count === 1 && first
        ? `Neu bei Keywright: ${first.title}`
        : `${count} Neuheiten bei Keywright`,
    preview: lines.map(({ title }) => title).join(', '),
    heading: count === 1 ? 'Eine Neuheit' : `${count} Neuheiten`,
    paragraphs:
      more > 0
        ? [
            `Hier stehen die neuesten ${lines.length}; ${more === 1 ? `eine weitere finden` : `${more} weitere finden`} Sie im Shop.`,
          ]
        : [],
    lines,
    action: {
      label: 'Zum Shop',
      url: follow.page('/'),
    },
    footnote:
      'Sie erhalten diese E-Mail, weil Sie alle Neuheiten erfahren möchten. Es ist höchstens eine am Tag.',
    ending: ending(follow),
  };
};
var told = (follow) => {
  const url = follow.text('url');
  return {
    subject: `${product(follow)}: ${follow.text('title') || 'ein Fertigungsbericht'}`,
    preview: follow.text('summary'),
    heading: follow.text('title') || `Neues zu ${product(follow)}`,
    paragraphs: [follow.text('summary')].filter((text) => text !== ''),
    lines: goodsOf(follow),
    action: {
      label: 'Bericht lesen',
      url: follow.page(url === '' ? '/updates' : `/updates/${encodeURIComponent(url)}`),
    },
    footnote: `Sie erhalten diese E-Mail, weil Sie zu ${product(follow)} benachrichtigt werden möchten.`,
    ending: ending(follow),
  };
};
var back = (follow) => ({
  subject: `Wieder auf Lager: ${product(follow)}`,
  preview: 'Sie wollten benachrichtigt werden. Es ist nicht zurückgelegt.',
  heading: `${product(follow)} ist wieder auf Lager.`,
  paragraphs: [
    'Sie wollten benachrichtigt werden. Es ist nicht zurückgelegt: Wer zuerst kommt, bekommt es.',
  ],
  lines: goodsOf(follow),
  action: {
    label: 'Ansehen',
    url: follow.page(goodsPath(follow.text('product_kind'), follow.text('product_url')) ?? '/'),
  },
  footnote: 'Das ist die eine E-Mail, um die Sie gebeten haben. Weitere senden wir nicht.',
});
var followMails = {
  follow_asked: asked,
  new_drops: drops,
  product_update: told,
  back_in_stock: back,
};
// supabase/functions/_shared/mail/kinds/list-mails.ts
var listPage = (list) => list.page('/user');
var title = (list) => list.text('list_title') || 'die Liste';
var joined = (list) => {
  const closes = list.moment('closes_at');
  const hours = list.count('pay_within_hours');
  const { mail, isDrawn, isVote } = listKindOf(list.text('kind')) ?? listKinds.waiting_list;
  const turn = isDrawn ? 'Wenn Sie gewinnen' : 'Wenn Sie an der Reihe sind';
  return {
    subject: `${mail}: ${title(list)}`,
    preview: closes === '' ? 'Nichts zu zahlen.' : `Schluss ist am ${closes}.`,
    heading: isVote
      ? `Sie haben bei „${title(list)}“ abgestimmt.`
      : isDrawn
        ? `Sie nehmen an „${title(list)}“ teil.`
        : `${mail} für „${title(list)}“.`,
    paragraphs: [
      closes === ''
        ? 'Wir schreiben Ihnen, wenn Sie an der Reihe sind. Bis dahin müssen Sie nichts tun und nichts zahlen.'
        : `Schluss ist am ${closes}. Bis dahin können Sie Ihre Auswahl ändern oder zurücktreten.`,
      ...(isVote
        ? ['Abstimmen kostet nichts und verpflichtet Sie nicht zum Kauf.']
        : hours > 0
          ? [
              `${turn}, haben Sie ${hours === 1 ? `eine Stunde` : `${hours} Stunden`} Zeit zum Kaufen. Vorher zahlen Sie nichts.`,
            ]
          : []),
    ],
    action: {
      label: 'Listenplatz ansehen',
      url: listPage(list),
    },
    ...(list.text('entry_id') === ''
      ? {}
      : {
          footnote: `Ihre Teilnahmenummer ist ${list.text('entry_id')}. Sie steht bei der Ziehung anstelle Ihres Namens.`,
        }),
  };
};
var frozen = (list) => ({
  subject: `${title(list)}: Teilnahme geschlossen, jetzt folgt die Ziehung`,
  preview: 'Bewahren Sie diese E-Mail auf: Sie belegt, dass später keine Teilnahme geändert wurde.',
  heading: `${title(list)} ist geschlossen.`,
  paragraphs: [
    'Bewahren Sie diese E-Mail auf: Sie belegt, dass später nichts geändert wurde. Die Teilnahmen stehen jetzt fest, und wir haben dies gesendet, bevor die Zufallszahlen der Ziehung bekannt waren.',
  ],
  facts: [
    ['Teilnahmen', list.text('entry_count')],
    ['Hash aller Teilnahmen (SHA-256)', list.text('entries_hash')],
    ['Ihre Teilnahme', list.text('entry_id')],
    ['Beacon-Runde (drand quicknet)', list.text('beacon_round')],
    ['Zeit der Runde', list.moment('round_comes_at')],
  ].filter(([, value]) => value !== ''),
  action: {
    label: 'Ziehung verfolgen',
    url: listPage(list),
  },
});
function goods(offer) {
  return (
    [offer.text('product_title'), offer.text('variant_title')]
      .filter((part) => part !== '')
      .join(', ') || title(offer)
  );
}
function rightToBuy(offer, subject, heading) {
  const until = offer.moment('expires_at');
  return {
    subject,
    preview: until === '' ? 'Sie können jetzt kaufen.' : `Sie können bis ${until} kaufen.`,
    heading,
    paragraphs: [
      `${goods(offer)} ist für Sie${until === '' ? '' : ` bis ${until}`} zurückgelegt. Legen Sie es in den Warenkorb und bestellen Sie bis dahin. Danach kommen die Nächsten an die Reihe.`,
      ...(offer.count('rank') > 0
        ? [`Ihr Rang bei „${title(offer)}“: ${offer.count('rank')}.`]
        : []),
    ],
    action: {
      label: 'Angebot annehmen',
      url: listPage(offer),
    },
    footnote:
      'Doch nicht? Lehnen Sie auf derselben Seite ab, damit jemand anderes an die Reihe kommt.',
  };
}
var listMails = {
  list_joined: joined,
  list_frozen: frozen,
  won: (offer) =>
    rightToBuy(
      offer,
      `Sie haben gewonnen: ${goods(offer)}`,
      'Sie haben gewonnen. Herzlichen Glückwunsch!',
    ),
  offer: (offer) =>
    rightToBuy(offer, `Sie sind an der Reihe: ${goods(offer)}`, 'Sie sind an der Reihe.'),
};
// supabase/functions/_shared/mail/kinds/safety-mails.ts
function whenOf(fields, label = 'Zeitpunkt') {
  const when = fields.moment('at');
  return when === '' ? [] : [[label, when]];
}
var nothingToDo = 'Wenn Sie das waren, müssen Sie nichts tun.';
var thatIsAll = 'Wenn Sie das waren, müssen Sie nichts tun.';
var lockedOut = 'Wenn Sie sich nicht mehr anmelden können, antworten Sie auf diese E-Mail.';
var takeBack = `wählen Sie jetzt ein neues Passwort und drücken Sie dann in Ihren Angaben „Überall abmelden“. ${lockedOut}`;
function mailOf(write) {
  return (fields) => {
    const { subject, preview, paragraphs, facts = [], ...rest } = write(fields);
    const { ifYou = nothingToDo, ifNotYou = takeBack } = rest;
    return {
      subject,
      preview,
      heading: subject,
      paragraphs: [...paragraphs, ifYou, `Wenn Sie das nicht waren, ${ifNotYou}`],
      facts: [...whenOf(fields), ...facts],
      action: {
        label: 'Konto prüfen',
        url: fields.page('/user/details'),
      },
      footnote: 'Wir schreiben Ihnen immer, wenn sich an der Sicherheit Ihres Kontos etwas ändert.',
    };
  };
}
var factorWords = {
  phone: 'Telefonnummer für Codes',
  webauthn: 'Passkey',
};
var factorOf = (fields) => factorWords[fields.text('type')] ?? 'Authenticator-App';
var providerWords = {
  email: 'E-Mail-Adresse und Passwort',
  github: 'GitHub',
  google: 'Google',
};
var providerOf = (fields) =>
  providerWords[fields.text('provider')] ?? (fields.text('provider') || 'einem anderen Dienst');
var devices = (count) => (count === 1 ? '1 Gerät' : `${count} Geräte`);
var safetyMails = {
  password_changed: mailOf((fields) =>
    fields.flag('is_first')
      ? {
          subject: 'Ihr Konto hat jetzt ein Passwort',
          preview: 'Für Ihr Konto wurde ein Passwort festgelegt.',
          paragraphs: [
            'Für Ihr Konto wurde ein Passwort festgelegt. Ihre anderen Geräte sind abgemeldet.',
          ],
        }
      : {
          subject: 'Ihr Passwort wurde geändert',
          preview: 'Ihr Konto hat ein neues Passwort.',
          paragraphs: ['Ihr Konto hat ein neues Passwort. Ihre anderen Geräte sind abgemeldet.'],
        },
  ),
  email_changed: mailOf((fields) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    preview: 'Ihre E-Mail-Adresse hat sich geändert.',
    paragraphs: [
      'Mit dieser Adresse können Sie sich nicht mehr anmelden. E-Mails zu Ihrem Konto gehen jetzt an die neue.',
    ],
    facts: fields.text('new_email') === '' ? [] : [['Neue Adresse', fields.text('new_email')]],
    ifNotYou: 'antworten Sie sofort auf diese E-Mail, damit wir Ihr Konto wiederherstellen können.',
  })),
  phone_changed: mailOf((fields) => {
    const ending = fields.text('ending');
    if (ending === '')
      return {
        subject: 'Ihre Telefonnummer wurde entfernt',
        preview: 'Ihr Konto hat keine Telefonnummer mehr.',
        paragraphs: ['Mit Ihrer Telefonnummer können Sie sich nicht mehr anmelden.'],
      };
    const done = fields.flag('is_first') ? 'added' : 'changed';
    return {
      subject: `Ihre Telefonnummer wurde ${done === 'added' ? `hinzugefügt` : `geändert`}`,
      preview: `Eine Telefonnummer wurde ${done === 'added' ? `hinzugefügt` : `geändert`}.`,
      paragraphs: ['Sie können sich jetzt mit der Nummer unten anmelden.'],
      facts: [['Nummer endet auf', ending]],
    };
  }),
  second_factor_added: mailOf((fields) => ({
    subject: `${factorOf(fields) === 'Passkey' ? `Ein neuer Passkey` : `Eine neue ${factorOf(fields)}`} schützt Ihr Konto`,
    preview: 'Die Anmeldung hat jetzt einen Schritt mehr.',
    paragraphs: [
      `Ab jetzt brauchen Sie zur Anmeldung neben Ihrem Passwort auch ${factorOf(fields) === 'Passkey' ? `Ihren Passkey` : `Ihre ${factorOf(fields)}`}. Geräte, die ohne angemeldet waren, sind abgemeldet.`,
      `Erstellen Sie jetzt Wiederherstellungscodes für den Fall, dass Sie ${factorOf(fields) === 'Passkey' ? `Ihren Passkey` : `Ihre ${factorOf(fields)}`} verlieren.`,
    ],
    ifYou: thatIsAll,
    ifNotYou: `antworten Sie sofort auf diese E-Mail: Ohne ${factorOf(fields) === 'Passkey' ? `diesen Passkey` : `diese ${factorOf(fields)}`} können Sie sich nicht anmelden.`,
  })),
  second_factor_removed: mailOf((fields) => {
    const factor = factorOf(fields);
    const isCode = fields.text('by') === 'recovery_code';
    const how = isCode
      ? `Ein Wiederherstellungscode wurde benutzt. Dadurch wurde ${factor === 'Passkey' ? `Ihr Passkey` : `Ihre ${factor}`} aus Ihrem Konto entfernt.`
      : `${factor === 'Passkey' ? `Ihr Passkey` : `Ihre ${factor}`} wurde aus Ihrem Konto entfernt.`;
    const rest = fields.flag('has_another')
      ? 'Ihr Konto ist weiterhin durch einen anderen zweiten Schritt geschützt.'
      : 'Ihr Konto öffnet sich jetzt allein mit Ihrem Passwort, und Ihre Wiederherstellungscodes gelten nicht mehr. Fügen Sie so bald wie möglich wieder eine App hinzu.';
    return {
      subject: `${factor === 'Passkey' ? `Ihr Passkey` : `Ihre ${factor}`} wurde entfernt`,
      preview: isCode ? 'Ein Wiederherstellungscode wurde benutzt.' : how,
      paragraphs: [how, rest],
      ifYou: thatIsAll,
    };
  }),
  recovery_codes_made: mailOf((fields) => ({
    subject: 'Sie haben neue Wiederherstellungscodes',
    preview: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt.',
    paragraphs: [
      fields.flag('had_some')
        ? 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.'
        : 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Jeder ersetzt einmal Ihre Authenticator-App.',
    ],
    ifNotYou: `wählen Sie jetzt ein neues Passwort. Öffnen Sie dann Ihre Angaben, erstellen Sie neue Codes, wodurch diese ungültig werden, und drücken Sie „Überall abmelden“. ${lockedOut}`,
  })),
  identity_linked: mailOf((fields) => ({
    subject: `Sie können sich jetzt mit ${providerOf(fields)} anmelden`,
    preview: 'Ihr Konto hat einen neuen Anmeldeweg.',
    paragraphs: [`Sie können sich jetzt mit ${providerOf(fields)} bei Ihrem Konto anmelden.`],
  })),
  identity_unlinked: mailOf((fields) => ({
    subject: `Mit ${providerOf(fields)} können Sie sich nicht mehr anmelden`,
    preview: 'Ein Anmeldeweg wurde aus Ihrem Konto entfernt.',
    paragraphs: [`Mit ${providerOf(fields)} können Sie sich nicht mehr bei Ihrem Konto anmelden.`],
  })),
  sessions_ended: mailOf((fields) => ({
    subject: `Wir haben ${devices(fields.count('count'))} abgemeldet`,
    preview: 'Geräte wurden von Ihrem Konto abgemeldet.',
    paragraphs: [
      `Jemand, der bei Ihrem Konto angemeldet ist, hat ${devices(fields.count('count'))} abgemeldet.`,
    ],
  })),
  account_deletion_undone: mailOf(() => ({
    subject: 'Ihr Konto wird nicht gelöscht',
    preview: 'Die Löschung wurde abgebrochen.',
    paragraphs: ['Die Löschung Ihres Kontos wurde abgebrochen. Es wurde nichts gelöscht.'],
  })),
};
// supabase/functions/_shared/mail/kinds/account-mails.ts
var accountMails = {
  account_deletion: (fields) => ({
    subject: 'Ihr Konto wird gelöscht',
    preview: `Am ${fields.day('due_at')}, wenn Sie es nicht abbrechen.`,
    heading: 'Ihr Konto wird gelöscht',
    facts: whenOf(fields, 'Beantragt'),
    paragraphs: [
      `Wie gewünscht löschen wir Ihr Konto am ${fields.moment('due_at')}, mit seinen Adressen, Entwürfen und Listenplätzen.`,
      'Ihre Bestellungen bleiben ohne Ihren Namen in unseren Unterlagen. Eine Bestellung, die noch unterwegs ist, behält ihre Adresse, bis sie ankommt.',
      'Wenn Sie es sich anders überlegen oder das nicht beantragt haben, brechen Sie es vorher ab. Sie müssen sich dafür nicht anmelden.',
    ],
    action: {
      label: 'Konto behalten',
      url: `${fields.page('/user')}#undo=${encodeURIComponent(fields.text('token'))}`,
    },
    footnote:
      'Wenn Sie das nicht beantragt haben, ändern Sie auch Ihr Passwort: Vielleicht kennt es jemand anderes.',
  }),
};
// src/shared/money.ts
function parseMinor(value) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an amount in minor units: ${value}`);
  return value;
}
var formats = new Map();
function formatOf(currency, locale) {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== void 0) return known;
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
  });
  formats.set(key, made);
  return made;
}
function minorDigits(format) {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
function formatMoney(minor, currency, locale = 'de-DE') {
  const format = formatOf(currency, locale);
  return format.format(parseMinor(minor) / 10 ** minorDigits(format));
}
// src/features/orders/model/bank-account.ts
var lengths = new Set(
  `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28
  CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23
  GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28
  LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28
  NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
  SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
`
    .trim()
    .split(/\s+/),
);
var remainder = (digits) =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
function parseIban(typed) {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (
    !/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(text) ||
    !lengths.has(`${text.slice(0, 2)}${text.length}`)
  )
    return null;
  return remainder(
    `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
      String(letter.charCodeAt(0) - 55),
    ),
  ) === 1
    ? text
    : null;
}
var ibanWords = (iban) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
function parseBankAccount(value) {
  const fields = fieldsOf(value);
  const iban = parseIban(textOf$1(fields?.['iban']));
  const holder = textOf$1(fields?.['holder']);
  if (fields === null || iban === null || holder === '') return null;
  return {
    holder,
    iban,
    bic: textOf$1(fields['bic']),
    bank: textOf$1(fields['bank']),
  };
}
function transferFacts(account, { number, amountMinor, currency, payBy }, zone) {
  const { holder, iban, bic, bank } = account;
  return [
    {
      label: 'Kontoinhaber',
      value: holder,
    },
    {
      label: 'IBAN',
      value: ibanWords(iban),
      copied: iban,
    },
    {
      label: 'BIC',
      value: bic,
    },
    {
      label: 'Bank',
      value: bank,
    },
    {
      label: 'Verwendungszweck',
      value: number,
      copied: number,
    },
    {
      label: 'Betrag',
      value: formatMoney(amountMinor, currency),
    },
    {
      label: 'Zahlbar bis',
      value: payBy === null ? '' : momentWords(payBy, zone),
    },
  ].filter(({ value }) => value !== '');
}
Object.keys(stageNames);
// src/features/orders/model/order-stages.ts
var orderStages$1 = {
  awaiting_payment: {
    name: 'Wartet auf Zahlung',
    tone: 'waiting',
    isPaid: false,
    isHere: true,
    isGated: false,
    ending: null,
    key: null,
    mail: null,
  },
  paid: {
    name: 'Bezahlt',
    tone: 'good',
    isPaid: true,
    isHere: true,
    isGated: false,
    ending: null,
    key: null,
    mail: null,
  },
  in_production: {
    name: 'In Fertigung',
    tone: 'good',
    isPaid: true,
    isHere: true,
    isGated: true,
    ending: null,
    key: 'Start production',
    mail: 'it is being made',
  },
  ready_to_ship: {
    name: 'Verpackt',
    tone: 'good',
    isPaid: true,
    isHere: true,
    isGated: true,
    ending: null,
    key: 'Mark as packed',
    mail: 'it is packed',
  },
  shipped: {
    name: 'Versandt',
    tone: 'good',
    isPaid: true,
    isHere: false,
    isGated: true,
    ending: null,
    key: 'Mark order as shipped',
    mail: 'it is on its way',
  },
  delivered: {
    name: 'Zugestellt',
    tone: 'good',
    isPaid: true,
    isHere: false,
    isGated: false,
    ending: null,
    key: 'Mark as delivered',
    mail: 'it has arrived',
  },
  expired: {
    name: 'Verfallen',
    tone: 'bad',
    isPaid: false,
    isHere: false,
    isGated: false,
    ending: 'die Bestellung ist beendet, nichts wurde versandt',
    key: null,
    mail: null,
  },
  cancelled: {
    name: 'Storniert',
    tone: 'plain',
    isPaid: false,
    isHere: false,
    isGated: false,
    ending: 'es wird nichts mehr versandt',
    key: null,
    mail: 'it is cancelled',
  },
  refunded: {
    name: 'Erstattet',
    tone: 'plain',
    isPaid: false,
    isHere: false,
    isGated: false,
    ending: 'Ihre Zahlung wurde erstattet',
    key: null,
    mail: null,
  },
};
// src/features/orders/model/order-status.ts
var orderStages = orderStages$1;
var orderStatuses = Object.keys(orderStages$1);
function isOrderStatus(text) {
  return orderStatuses.some((status) => status === text);
}
var stageOf = (status) => (isOrderStatus(status) ? orderStages[status] : null);
// src/features/orders/model/order-words.ts
var orderStatusName = (status) => stageOf(status)?.name ?? status;
// src/shared/tax-words.ts
var taxLabel = (minor) => (minor < 0 ? 'Abgezogene MwSt.' : 'Steuer');
// src/features/orders/model/epc-code.ts
var plain = (text, most) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, most);
function epcText({ holder, iban, bic }, amountMinor, currency, reference) {
  if (currency !== 'EUR' || amountMinor < 1 || amountMinor > 99999999999) return null;
  const euros = Math.trunc(amountMinor / 100);
  const cents = String(amountMinor % 100).padStart(2, '0');
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    plain(holder, 70),
    iban,
    `EUR${euros}.${cents}`,
    '',
    '',
    plain(reference, 140),
  ].join('\n');
}
// supabase/functions/_shared/mail/kinds/order-mails.ts
function lineOf(line) {
  const count = line.count('quantity');
  const options = line
    .list('options')
    .map((option) => option.text('value') || option.text('title'));
  const variant = line.text('variant_title');
  const flaws = line.text('flaws');
  const told = flaws === '' ? '' : `· Makel: ${flaws}`;
  const detail = [count > 1 ? `${count} ×` : '', variant, ...options, told]
    .filter(Boolean)
    .join(' ');
  const picture = line.text('picture');
  return {
    title: line.text('title'),
    detail,
    amount: line.money('total_minor'),
    picture: /^https?:\/\//.test(picture) ? picture : null,
  };
}
var linesOf = (order) => order.list('lines').map(lineOf);
function totalsOf(order) {
  const included = order.count('tax_included_minor');
  return [
    ['Waren', order.money('subtotal_minor')],
    ...(order.count('discount_minor') > 0 ? [['Rabatt', `−${order.money('discount_minor')}`]] : []),
    [order.text('shipping_method') || 'Versand', order.money('shipping_minor')],
    ...(order.count('tax_minor') === 0
      ? []
      : [[taxLabel(order.count('tax_minor')), order.money('tax_minor').replace('-', '−')]]),
    ...(included > 0 ? [['Enthaltene MwSt.', order.money('tax_included_minor')]] : []),
    ['Gesamtbetrag', order.money('total_minor')],
  ];
}
function orderPage(order) {
  const query = { order: order.text('number') };
  const acting = order.text('acting_token');
  const token = order.text('token') || acting;
  const act = acting === '' ? '' : `&act=${encodeURIComponent(acting)}`;
  const link = token === '' ? '' : `#token=${encodeURIComponent(token)}${act}`;
  return `${order.page('/orders', query)}${link}`;
}
var seeOrder = (order) => ({
  label: 'Bestellung ansehen',
  url: orderPage(order),
});
function greeting(order) {
  const name = order.text('name');
  return name === '' ? 'Guten Tag,' : `Guten Tag ${name},`;
}
var number = (order) => order.text('number');
function transferOf(order, payBy) {
  const account = parseBankAccount(order.raw('account'));
  if (account === null) return {};
  const [amountMinor, currency] = [order.count('due_minor'), order.text('currency') || 'EUR'];
  const transfer = {
    number: number(order),
    amountMinor,
    currency,
    payBy,
  };
  const text = epcText(account, amountMinor, currency, number(order));
  return {
    facts: transferFacts(account, transfer, 'UTC').map(({ label, value }) => [label, value]),
    ...(text === null
      ? {}
      : {
          code: {
            text,
            label: 'Scannen Sie den Code mit Ihrer Banking-App, um die Überweisung auszufüllen.',
          },
        }),
  };
}
var payBy = (order) => order.text('pay_by') || null;
function howToPay(order) {
  if (order.text('payment') !== 'invoice')
    return 'Falls Sie noch nicht bezahlt haben, können Sie das auf der Seite Ihrer Bestellung tun.';
  if (parseBankAccount(order.raw('account')) === null)
    return 'Die Bankverbindung steht auf der Seite Ihrer Bestellung.';
  return `Zahlen Sie per Überweisung mit dem Verwendungszweck ${number(order)}. Die Bankverbindung steht unten und auf der Seite Ihrer Bestellung.`;
}
var toConfirm = (order) => ({
  subject: `Bestellung ${number(order)} eingegangen: Bitte bestätigen Sie Ihre E-Mail-Adresse`,
  preview: `Bestätigen Sie bis ${order.moment('pay_by')}, dann legen wir alles bis ${order.moment('keep_until')} zurück.`,
  heading: `Bitte bestätigen Sie Bestellung ${number(order)}.`,
  paragraphs: [
    greeting(order),
    `Bestätigen Sie Ihre E-Mail-Adresse bis ${order.moment('pay_by')}, dann legen wir Ihre Bestellung bis ${order.moment('keep_until')} zurück. Ein Druck auf die Schaltfläche genügt. ${howToPay(order)}`,
    ...togetherWords(order),
    'Wenn Sie das nicht bestellt haben, müssen Sie nichts tun. Die Bestellung verfällt, und wir schreiben Ihnen dazu nicht mehr.',
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, order.text('keep_until')),
  action: {
    label: 'Bestätigen und Bestellung ansehen',
    url: orderPage(order),
  },
  footnote:
    'Die Schaltfläche bestätigt Ihre E-Mail-Adresse. Damit können Sie die Bestellung auch ändern oder stornieren.',
});
var placed = (order) => (order.text('keep_until') === '' ? received(order) : toConfirm(order));
var toPay = (order) =>
  order.count('due_minor') > 0 ? order.money('due_minor') : order.money('total_minor');
var paysLater = (order) => order.text('payment') === 'invoice' || order.flag('agrees_first');
var pleasePay = (order) => `Bitte zahlen Sie ${toPay(order)} bis ${order.moment('pay_by')}.`;
function togetherWords(order) {
  if (!order.flag('ships_together')) return [];
  const waits = fieldsOf(order.raw('waits_for'));
  const eta = parseEta(waits?.['ships_on'], waits?.['eta_precision']);
  return [
    `Wir senden alles in einem Paket, sobald der letzte Teil fertig ist${eta === null ? '' : `, geplant: ${etaWords(eta)}`}.`,
  ];
}
var received = (order) => ({
  subject: paysLater(order)
    ? `Bestellung ${number(order)}: Bitte zahlen Sie ${toPay(order)} bis ${order.moment('pay_by')}`
    : `Bestellung ${number(order)} eingegangen, vielen Dank`,
  preview: paysLater(order) ? pleasePay(order) : 'Ihre Bestellung ist eingegangen.',
  heading: `Vielen Dank. Ihre Bestellnummer ist ${number(order)}.`,
  paragraphs: [
    greeting(order),
    paysLater(order)
      ? `${pleasePay(order)} Lagerware legen wir bis dahin für Sie zurück. ${howToPay(order)}`
      : `Ihre Bestellung ist eingegangen. Falls Sie noch nicht bezahlt haben, zahlen Sie bitte ${toPay(order)} bis ${order.moment('pay_by')} auf der Bestellseite. Lagerware legen wir bis dahin für Sie zurück.`,
    ...togetherWords(order),
    ...(order.flag('agrees_first')
      ? [
          'Wir haben diese Bestellung für Sie angelegt. Bitte stimmen Sie vor dem Bezahlen auf der Bestellseite unseren AGB zu.',
        ]
      : []),
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, payBy(order)),
  action: seeOrder(order),
  footnote: order.flag('is_guest')
    ? 'Die Schaltfläche bestätigt auch Ihre E-Mail-Adresse. Mit ihr können Sie die Bestellung einen Tag lang ändern oder stornieren, unbezahlt auch länger. Danach können Sie sich auf der Bestellseite einen neuen Link senden lassen.'
    : `Bis ${order.moment('pay_by')} können Sie die Bestellung auf der Bestellseite ändern oder stornieren.`,
});
var paid = (order) => ({
  subject: `Bestellung ${number(order)} bezahlt, vielen Dank`,
  preview: `Wir haben ${order.money('captured_minor')} erhalten.`,
  heading: `Ihre Zahlung für ${number(order)} ist eingegangen.`,
  paragraphs: [
    greeting(order),
    `Wir haben ${order.money('captured_minor')} erhalten. ${order.flag('has_documents') ? 'Ihre Rechnung finden Sie als PDF auf der Seite Ihrer Bestellung. ' : ''}Auf der Bestellseite können Sie Ihre Bestellung verfolgen, und wir schreiben Ihnen, wenn sich etwas ändert.`,
    ...togetherWords(order),
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  action: seeOrder(order),
});
var due = (order) => ({
  subject: `Bestellung ${number(order)}: Bitte zahlen Sie bis ${order.moment('pay_by')}`,
  preview: `${toPay(order)} sind offen.`,
  heading: `Bitte zahlen Sie ${toPay(order)} bis ${order.moment('pay_by')}.`,
  paragraphs: [
    greeting(order),
    `Ihre Bestellung ${number(order)} ist noch nicht bezahlt. Geht die Zahlung bis dahin nicht ein, verfällt die Bestellung, und ihre Artikel werden wieder verkauft. ${howToPay(order)}`,
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, payBy(order)),
  action:
    order.text('payment') === 'invoice'
      ? seeOrder(order)
      : {
          label: 'Jetzt bezahlen',
          url: orderPage(order),
        },
  footnote: 'Schon bezahlt? Überweisungen dauern ein bis zwei Tage; Sie müssen nichts weiter tun.',
});
var expired = (order) => ({
  subject: `Bestellung ${number(order)} ist verfallen`,
  preview:
    order.count('captured_minor') > order.count('refunded_minor')
      ? 'Wir erstatten, was Sie bezahlt haben.'
      : 'Es wurde nichts abgebucht.',
  heading: `Ihre Bestellung ${number(order)} ist verfallen.`,
  paragraphs: [
    greeting(order),
    order.count('captured_minor') > order.count('refunded_minor')
      ? `Sie war bis ${order.moment('pay_by')} nicht vollständig bezahlt, deshalb werden ihre Artikel wieder verkauft. Wir erstatten, was Sie bezahlt haben. Sie müssen nichts tun.`
      : `Sie war bis ${order.moment('pay_by')} nicht bezahlt, deshalb werden ihre Artikel wieder verkauft. Es wurde nichts abgebucht. Ist eine Zahlung unterwegs, nehmen wir sie an oder erstatten sie. Sie müssen nichts tun.`,
  ],
  lines: linesOf(order),
  action: {
    label: 'Erneut bestellen',
    url: orderPage(order),
  },
});
var stage = (order) => ({
  subject: `Bestellung ${number(order)}: ${orderStatusName(order.text('status'))}`,
  preview: order.text('reason') || 'Ihre Bestellung hat einen neuen Status.',
  heading: `Ihre Bestellung ${number(order)} hat einen neuen Status.`,
  paragraphs: [
    greeting(order),
    `Status: ${orderStatusName(order.text('status'))}.`,
    ...(order.text('reason') === '' ? [] : [order.text('reason')]),
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});
var shipped = (order) => {
  const url = order.text('tracking_url');
  const tracking = order.text('tracking_number');
  const isCorrected = order.flag('is_corrected');
  return {
    subject: isCorrected
      ? `Neue Sendungsnummer für Bestellung ${number(order)}`
      : `Bestellung ${number(order)} ist unterwegs`,
    preview: tracking === '' ? 'Das Paket ist versandt.' : `${order.text('carrier')} ${tracking}`,
    heading: isCorrected
      ? `Ein Paket der Bestellung ${number(order)} hat eine neue Sendungsnummer.`
      : `Ein Paket der Bestellung ${number(order)} ist unterwegs.`,
    paragraphs: [
      greeting(order),
      isCorrected
        ? 'Die bisherige war falsch oder fehlte. Diese stimmt.'
        : 'Es wurde heute versandt.',
    ],
    lines: linesOf(order),
    facts: [
      ['Versanddienst', order.text('carrier')],
      ['Sendungsnummer', tracking],
    ].filter(([, value]) => value !== ''),
    action: url.startsWith('https://')
      ? {
          label: 'Paket verfolgen',
          url,
        }
      : seeOrder(order),
  };
};
var delivered = (order) => ({
  subject: `Bestellung ${number(order)} ist angekommen`,
  preview: 'Wir wünschen Ihnen viel Freude damit.',
  heading: `Ihre Bestellung ${number(order)} ist angekommen.`,
  paragraphs: [
    greeting(order),
    'Laut Versanddienst ist sie zugestellt. Wenn nicht, oder wenn etwas nicht stimmt, antworten Sie auf diese E-Mail.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});
var reasonOf = (order) => settledWords(order, false) || order.text('reason');
var becauseOf = (order) => (reasonOf(order) === '' ? [] : [`Grund: ${reasonOf(order)}`]);
var cancelled = (order) => ({
  subject: `Bestellung ${number(order)} ist storniert`,
  preview: reasonOf(order) || 'Sie wird nicht gefertigt und nicht versandt.',
  heading: `Ihre Bestellung ${number(order)} ist storniert.`,
  paragraphs: [greeting(order), ...becauseOf(order), refundOf(order)],
  lines: linesOf(order),
  action: seeOrder(order),
});
function refundOf(order) {
  if (order.count('captured_minor') <= order.count('refunded_minor'))
    return 'Es wurde nichts abgebucht.';
  if (order.count('kept_minor') === 0) return 'Wir erstatten, was Sie bezahlt haben.';
  return `Wir erstatten ${order.money('refund_due_minor')} und behalten ${order.money('kept_minor')} ein, wie es unsere AGB für Stornierungen nach dem Bestellschluss vorsehen.`;
}
function wentTo(order) {
  const transferred = order.count('transfer_minor');
  if (transferred === 0)
    return 'Die Erstattung geht auf die Karte oder das Konto, mit dem Sie bezahlt haben, und sollte in wenigen Tagen ankommen.';
  const end = order.text('account_end');
  const account = end === '' ? 'auf Ihr Bankkonto' : `auf Ihr Konto mit der Endung ${end}`;
  return transferred < order.count('amount_minor')
    ? `Davon haben wir ${order.money('transfer_minor')} ${account} überwiesen. Der Rest geht auf die Karte, mit der Sie bezahlt haben. Beides sollte in wenigen Tagen ankommen.`
    : `Wir haben den Betrag ${account} überwiesen. Er sollte innerhalb von zwei Werktagen ankommen.`;
}
var accountAsked = (order) => ({
  subject: `Bestellung ${number(order)}: Wohin dürfen wir Ihre Erstattung senden?`,
  preview: `${order.money('amount_minor')} warten auf Ihre IBAN.`,
  heading: `Wir erstatten ${order.money('amount_minor')} per Überweisung.`,
  paragraphs: [
    greeting(order),
    'Bitte geben Sie auf der Seite Ihrer Bestellung Ihre IBAN und den Namen des Kontoinhabers ein. Wir schreiben Ihnen wieder, sobald das Geld unterwegs ist.',
    'Wenn Sie keine IBAN haben, antworten Sie auf diese E-Mail.',
  ],
  action: {
    label: 'Bankverbindung eingeben',
    url: orderPage(order),
  },
  footnote:
    'Bitte senden Sie Ihre IBAN nicht per E-Mail. Sehen können sie nur Sie und das Team, das Erstattungen sendet.',
});
var refunded = (order) => ({
  subject: `Bestellung ${number(order)}: ${order.money('amount_minor') || order.money('refunded_minor')} erstattet`,
  preview: order.text('reason') || 'Eine Erstattung.',
  heading: `Wir haben ${order.money('amount_minor') || order.money('refunded_minor')} erstattet.`,
  paragraphs: [
    greeting(order),
    ...becauseOf(order),
    `${wentTo(order)}${order.flag('has_documents') ? ' Rechnungen und Gutschriften zu dieser Bestellung finden Sie als PDF auf der Bestellseite.' : ''}`,
  ],
  facts: [
    ['Bezahlt', order.money('captured_minor')],
    ['Bisher erstattet', order.money('refunded_minor')],
  ],
  action: seeOrder(order),
});
function owed(order) {
  if (order.count('due_minor') > 0)
    return [`${order.money('due_minor')} sind offen. ${howToPay(order)}`];
  if (order.count('refund_due_minor') > 0)
    return [
      `Sie haben ${order.money('refund_due_minor')} zu viel bezahlt. Wir erstatten den Betrag.`,
    ];
  return [];
}
var changed = (order) => ({
  subject: `Bestellung ${number(order)} wurde geändert`,
  preview: 'Hier ist der neue Stand.',
  heading: `Ihre Bestellung ${number(order)} wurde geändert.`,
  paragraphs: [
    greeting(order),
    ...becauseOf(order),
    ...owed(order),
    'Hier ist der neue Stand. Wenn Sie das nicht erwartet haben, antworten Sie auf diese E-Mail.',
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, order.text('status') === 'awaiting_payment' ? payBy(order) : null),
  action: seeOrder(order),
});
var addressLocks = (order) => ({
  subject: `Bestellung ${number(order)}: Prüfen Sie Ihre Adresse vor dem ${order.moment('locks_at')}`,
  preview: 'Bitte prüfen Sie, ob sie noch stimmt.',
  heading: `Stimmt die Adresse für Bestellung ${number(order)} noch?`,
  paragraphs: [
    greeting(order),
    `Bald drucken wir die Etiketten für diese Charge. Bis ${order.moment('locks_at')} können Sie die Adresse auf der Seite Ihrer Bestellung ändern.`,
    'Wenn sie stimmt, müssen Sie nichts tun.',
  ],
  lines: linesOf(order),
  action: {
    label: 'Adresse ansehen oder ändern',
    url: orderPage(order),
  },
  footnote:
    'Bitte senden Sie Ihre Adresse nicht per E-Mail. Geben Sie sie auf der Seite Ihrer Bestellung ein.',
});
var link = (order) => ({
  subject: `Bestellung ${number(order)}: Ihr Link für Änderungen`,
  preview: `Er gilt bis ${order.moment('acts_until')}.`,
  heading: `Hier ist Ihr Link, um Bestellung ${number(order)} zu ändern.`,
  paragraphs: [
    greeting(order),
    `Jemand mit einem älteren Link zu dieser Bestellung hat einen neuen angefordert. Mit der Schaltfläche unten können Sie bis ${order.moment('acts_until')} Adresse oder Optionen der Bestellung ändern oder sie stornieren. Für manche Änderungen gelten frühere Fristen. Danach öffnet die Schaltfläche die Bestellung weiterhin, ändern lässt sich dann aber nichts mehr.`,
    'Wenn Sie diesen Link nicht angefordert haben, ignorieren Sie diese E-Mail: Sie ging nur an diese Adresse, und es hat sich nichts geändert.',
  ],
  action: {
    label: 'Bestellung ändern',
    url: orderPage(order),
  },
});
var passedOn = (order) => ({
  subject: `${order.text('from')} möchte Ihnen Bestellung ${number(order)} übertragen`,
  preview: 'Annehmen oder ablehnen können Sie auf der Seite Ihrer Bestellungen.',
  heading: `Bestellung ${number(order)} annehmen oder ablehnen.`,
  paragraphs: [
    `${order.text('from')} möchte Ihnen diese Bestellung übertragen. Sie ist schon bezahlt, Sie müssen nichts zahlen.`,
    `Melden Sie sich mit dieser E-Mail-Adresse an, oder erstellen Sie damit ein Konto, und öffnen Sie Ihre Bestellungen. Dort können Sie sie annehmen und Ihre Adresse eingeben oder ablehnen. Die Anfrage gilt bis ${order.moment('expires_at')}.`,
  ],
  lines: linesOf(order),
  action: {
    label: 'Bestellungen ansehen',
    url: order.page('/orders'),
  },
  footnote: 'Sie wissen nicht, wer das ist? Dann ignorieren Sie diese E-Mail.',
});
var takenOver = (order) => ({
  subject: `Bestellung ${number(order)} gehört jetzt Ihnen`,
  preview: 'E-Mails und Pakete dazu kommen jetzt zu Ihnen.',
  heading: `Sie haben Bestellung ${number(order)} angenommen.`,
  paragraphs: [
    greeting(order),
    'E-Mails und Pakete zu dieser Bestellung kommen jetzt zu Ihnen, und niemand anderes kann sie sehen oder ändern.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});
var givenAway = (order) => ({
  subject: `Bestellung ${number(order)} wurde übertragen`,
  preview: `Sie gehört jetzt ${order.text('to')}.`,
  heading: `Bestellung ${number(order)} gehört jetzt jemand anderem.`,
  paragraphs: [
    greeting(order),
    `${order.text('to')} hat sie angenommen. Sie können sie nicht mehr sehen oder ändern, und Ihre Adresse ist daraus entfernt. Eine Erstattung ginge an die Person, die die Bestellung bezahlt hat. Wenn Sie die Übertragung nicht angeboten haben, antworten Sie sofort auf diese E-Mail.`,
  ],
  action: {
    label: 'Bestellungen ansehen',
    url: order.page('/orders'),
  },
});
var notTaken = (order) => ({
  subject: `Bestellung ${number(order)} wurde nicht übertragen`,
  preview: 'Sie gehört weiter Ihnen.',
  heading: `Bestellung ${number(order)} wurde nicht übertragen: Sie gehört weiter Ihnen.`,
  paragraphs: [
    greeting(order),
    `${order.text('to')} hat sie nicht angenommen. Es hat sich nichts geändert.`,
  ],
  action: seeOrder(order),
});
var piecesOf = (order) =>
  order.list('pieces').map((piece) => {
    const name = [piece.text('title'), piece.text('variant_title')].filter(Boolean).join(', ');
    return piece.count('quantity') > 1 ? `${piece.count('quantity')} × ${name}` : name;
  });
var isFault = (order) => order.text('return_kind') === 'fault';
function whatFollows(order) {
  if (order.flag('awaits_items') || order.list('pieces').length === 0)
    return 'Wir schreiben Ihnen, wie Sie die Artikel zurücksenden.';
  return `Die Artikel sind noch nicht versandt, Sie müssen also nichts zurücksenden.${order.count('amount_minor') > 0 ? ' Wir schreiben Ihnen, sobald wir den Betrag erstatten.' : ''}`;
}
var returnAsked = (order) => ({
  subject: isFault(order)
    ? `Bestellung ${number(order)}: Ihre Meldung ist eingegangen`
    : `Bestellung ${number(order)}: Ihr Widerruf ist eingegangen`,
  preview: `Eingegangen am ${order.moment('asked_at')}.`,
  heading: isFault(order)
    ? `Ihre Meldung zu Bestellung ${number(order)} ist eingegangen.`
    : `Sie haben den Vertrag über Bestellung ${number(order)} widerrufen.`,
  paragraphs: [
    greeting(order),
    isFault(order)
      ? 'Danke für Ihre Nachricht. Wir antworten per E-Mail.'
      : `Diese E-Mail bestätigt Ihren Widerruf. ${whatFollows(order)}`,
    'Wenn das nicht von Ihnen kam, antworten Sie auf diese E-Mail.',
  ],
  facts: [
    ['Eingegangen', order.moment('asked_at')],
    ['Von', order.text('declared_by')],
    ['Artikel', piecesOf(order).join('; ')],
    ['Sie schrieben', order.text('said')],
    ['Zu erstatten', order.count('amount_minor') > 0 ? order.money('amount_minor') : ''],
  ].filter(([, value]) => value !== ''),
  action: seeOrder(order),
});
var returnAgreed = (order) => {
  const label = order.text('label_url');
  return {
    subject: `Bestellung ${number(order)}: Bitte senden Sie die Artikel zurück`,
    preview: 'So geht es.',
    heading: 'Bitte senden Sie uns die Artikel zurück.',
    paragraphs: [greeting(order), order.text('answer')],
    facts: [['Artikel', piecesOf(order).join('; ')]],
    action: label.startsWith('https://')
      ? {
          label: 'Etikett drucken',
          url: label,
        }
      : seeOrder(order),
  };
};
var returnReceived = (order) => ({
  subject: `Bestellung ${number(order)}: Ihre Rücksendung ist angekommen`,
  preview: 'Wir prüfen sie.',
  heading: 'Ihre Rücksendung ist bei uns angekommen.',
  paragraphs: [
    greeting(order),
    'Wir prüfen die Artikel und schreiben Ihnen wieder, wenn wir fertig sind.',
  ],
  facts: [['Artikel', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});
var returnDeclined = (order) => ({
  subject: `Bestellung ${number(order)}: zu Ihrer ${(isFault(order) ? 'report' : 'return') === 'report' ? `Meldung` : `Rücksendung`}`,
  preview: 'Wir konnten sie nicht annehmen.',
  heading: `Wir konnten Ihre ${(isFault(order) ? 'report' : 'return') === 'report' ? `Meldung` : `Rücksendung`} nicht annehmen.`,
  paragraphs: [
    greeting(order),
    order.text('answer'),
    'Wenn Sie das anders sehen, antworten Sie auf diese E-Mail.',
  ],
  facts: [['Artikel', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});
var returnSettled = (order) => ({
  subject: `Bestellung ${number(order)}: Ihre ${(isFault(order) ? 'report' : 'return') === 'report' ? `Meldung` : `Rücksendung`} ist erledigt`,
  preview: order.text('answer') || 'Alles erledigt.',
  heading: `Ihre ${(isFault(order) ? 'report' : 'return') === 'report' ? `Meldung` : `Rücksendung`} ist erledigt.`,
  paragraphs: [greeting(order), ...(order.text('answer') === '' ? [] : [order.text('answer')])],
  facts: [['Artikel', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});
var orderMails = {
  return_asked: returnAsked,
  return_agreed: returnAgreed,
  return_received: returnReceived,
  return_declined: returnDeclined,
  return_settled: returnSettled,
  order_placed: placed,
  payment_received: paid,
  payment_due: due,
  order_expired: expired,
  stage_changed: stage,
  order_shipped: shipped,
  order_delivered: delivered,
  order_cancelled: cancelled,
  order_refunded: refunded,
  refund_account_asked: accountAsked,
  order_changed: changed,
  address_locks: addressLocks,
  order_link: link,
  transfer_offered: passedOn,
  transfer_declined: notTaken,
  order_taken_over: takenOver,
  order_passed_on: givenAway,
};
// src/features/orders/model/order-message.ts
var messageWords = ['name', 'number', 'total'];
function fillMessage(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (whole, word) => {
    const known = messageWords.find((each) => each === word);
    return known === void 0 ? whole : values[known];
  });
}
function messageParagraphs(text) {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
// supabase/functions/_shared/mail/kinds/staff-mails.ts
var addressAsked = (order) => ({
  subject: `Bestellung ${number(order)}: eine Frage zu Ihrer Adresse`,
  preview: order.text('question'),
  heading: `Wir brauchen Ihre Hilfe mit der Adresse für Bestellung ${number(order)}.`,
  paragraphs: [
    greeting(order),
    order.text('question'),
    'Wir versenden erst, wenn das geklärt ist. Prüfen Sie die Adresse auf der Seite Ihrer Bestellung und berichtigen oder bestätigen Sie sie.',
  ],
  action: {
    label: 'Adresse prüfen',
    url: orderPage(order),
  },
  footnote:
    'Bitte senden Sie Ihre Adresse nicht per E-Mail. Geben Sie sie auf der Seite Ihrer Bestellung ein.',
});
var message = (order) => {
  const values = {
    name: order.text('name'),
    number: number(order),
    total: order.money('total_minor'),
  };
  const [first = '', ...rest] = messageParagraphs(fillMessage(order.text('text'), values));
  const subject = fillMessage(order.text('subject'), values);
  return {
    subject,
    preview: first.slice(0, 120),
    heading: subject,
    paragraphs: [first, ...rest],
    action: seeOrder(order),
    footnote: `Sie erhalten diese E-Mail wegen Ihrer Bestellung ${number(order)}.`,
  };
};
var alerts = (fields) => {
  const all = fields
    .list('alerts')
    .map((alert) => `${alert.text('about')}: ${alert.text('message')}`);
  const count = fields.count('count');
  const more = count - all.length;
  return {
    subject:
      count === 1 ? `Keywright: ${all[0] ?? ''}` : `Keywright: ${count} problems need attention`,
    preview: all[0] ?? '',
    heading: count === 1 ? 'A problem needs attention.' : `${count} problems need attention.`,
    paragraphs: [...all, ...(more > 0 ? [`And ${more} more.`] : [])],
    action: {
      label: 'See the shop’s health',
      url: fields.page('/admin/health'),
    },
    footnote:
      'You get this because of your role. On that page, owners choose who gets which alerts.',
  };
};
var roleDoes = {
  owner: 'You will see and change everything, money and staff included.',
  editor: 'You will work on products, texts and colours, and publish them.',
  fulfilment: 'You will work on orders, stock and shipping.',
  support: 'You will answer customers: you read orders with names masked, and add notes.',
};
var invited = (fields) => {
  const from = fields.text('from') || 'The owner of the shop';
  const role = fields.text('role');
  return {
    subject: 'You are invited to work at Keywright',
    preview: `${from} invited you as ${role}.`,
    heading: 'You are invited to work at Keywright.',
    paragraphs: [
      `${from} invited you to work in the shop as ${role}. ${roleDoes[role] ?? ''}`,
      'Accept with the address that this e-mail went to. If it has no account yet, you create one on the way. Within a few days you also add an authenticator app.',
    ],
    facts: [['The link works until', fields.moment('expires_at')]],
    action: {
      label: 'See the invitation',
      url: `${fields.page('/user')}#invitation=${encodeURIComponent(fields.text('token'))}`,
    },
    footnote:
      'If you don’t expect this, do nothing: no one gets in with your address alone. The link works once.',
  };
};
var staffMails = {
  staff_invited: invited,
  shop_alerts: alerts,
  address_asked: addressAsked,
  order_message: message,
};
// src/languages/languages.ts
var english = {
  code: 'en',
  name: 'English',
  locale: 'en-GB',
  prefix: '',
  hasCapitalNouns: false,
};
var furtherLanguages = [
  {
    code: 'de',
    name: 'Deutsch',
    locale: 'de-DE',
    prefix: '/de',
    hasCapitalNouns: true,
  },
];
// src/languages/built-language.ts
var code = 'de';
var publishedCodes = [];
[...furtherLanguages.filter((language) => publishedCodes.includes(language.code))];
var builtLanguage = furtherLanguages.find((language) => language.code === code) ?? english;
// supabase/functions/_shared/mail/mail-layout.ts
var escapes = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
function escape(text) {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
var words = (text) =>
  escape(text).replaceAll(/\bKW-[A-Z]?\d+\b/g, '<span style="white-space:nowrap">$&</span>');
var styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f1ec; color: #1d1b18; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 28px; background: #ffffff; border: 1px solid #ddd6cb; border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 16px; }
table { width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px; }
td { padding: 10px 0; border-top: 1px solid #ddd6cb; vertical-align: top; }
td.picture { width: 72px; padding-right: 14px; }
td.picture img { display: block; width: 72px; height: auto; border-radius: 6px; }
td.amount { text-align: right; white-space: nowrap; padding-left: 12px; font-variant-numeric: tabular-nums; }
td small { color: #625c53; font-size: 14px; }
.totals td { padding: 4px 0; border: 0; }
.totals tr:last-child td { padding-top: 10px; border-top: 1px solid #ddd6cb; font-weight: 600; }
.facts td:first-child { padding-right: 12px; overflow-wrap: break-word; }
.code { table-layout: fixed; width: auto; margin: 0 0 6px; }
.code td { height: 4px; padding: 0; border: 0; font-size: 0; line-height: 0; }
.brand { margin: 0 0 24px; color: #625c53; font-size: 14px; font-weight: 600; letter-spacing: 0.08em; text-transform: uppercase; }
.action { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #8a3b12; color: #ffffff; font-weight: 600; text-decoration: none; }
.quiet { margin: 24px 0 0; color: #625c53; font-size: 14px; }
.preview { display: none; max-height: 0; overflow: hidden; }
@media (prefers-color-scheme: dark) {
  body { background: #171513; color: #eeeae3; }
  main { background: #211e1b; border-color: #38332d; }
  td, .totals tr:last-child td { border-color: #38332d; }
  .brand, .quiet, td small { color: #b4ada3; }
  a { color: #f0a878; }
  a.action { background: #f0a878; color: #1d1b18; }
}`;
function lineRow({ title, detail, amount, picture, url }) {
  return `<tr><td class="picture">${picture === null ? '' : `<img src="${escape(picture)}" alt="" width="72">`}</td><td>${url ? `<a href="${escape(url)}">${words(title)}</a>` : words(title)}${detail === '' ? '' : `<br><small>${words(detail)}</small>`}</td><td class="amount">${escape(amount)}</td></tr>`;
}
function pairTable(kind, pairs, valueClass) {
  if (pairs === void 0 || pairs.length === 0) return '';
  return `<table role="presentation" class="${kind}">${pairs.map(([label, value]) => `<tr><td>${words(label)}</td><td class="${valueClass}">${words(value)}</td></tr>`).join('')}</table>`;
}
function squareCode({ text, label }) {
  const { data, size } = encode(text, {
    ecc: 'M',
    border: 4,
  });
  const rows = data.map((cells) => {
    const runs = [];
    for (const isDark of cells) {
      const last = runs.at(-1);
      if (last?.isDark === isDark) last.length += 1;
      else
        runs.push({
          isDark,
          length: 1,
        });
    }
    return `<tr height="4">${runs.map(({ isDark, length }) => `<td${length > 1 ? ` colspan="${length}"` : ''} bgcolor="${isDark ? '#000000' : '#ffffff'}"></td>`).join('')}</tr>`;
  });
  const side = size * 4;
  return `<table class="code" role="img" aria-label="${escape(label)}" cellspacing="0" cellpadding="0" width="${side}" style="width:${side}px">${rows.join('')}</table><p><small>${words(label)}</small></p>`;
}
function htmlOf(content, shopUrl) {
  const { lines = [], action, footnote, ending } = content;
  const body = [
    `<p class="preview">${escape(content.preview)}</p>`,
    `<p class="brand">Keywright</p>`,
    `<h1>${words(content.heading)}</h1>`,
    ...content.paragraphs.map((paragraph) => `<p>${words(paragraph)}</p>`),
    lines.length === 0 ? '' : `<table role="presentation">${lines.map(lineRow).join('')}</table>`,
    pairTable('totals', content.totals, 'amount'),
    pairTable('facts', content.facts, 'value'),
    content.code ? squareCode(content.code) : '',
    action
      ? `<p><a class="action" href="${escape(action.url)}">${words(action.label)}</a></p>`
      : '',
    footnote ? `<p class="quiet">${words(footnote)}</p>` : '',
    ending
      ? `<p class="quiet"><a href="${escape(ending.url)}">${escape(ending.label)}</a></p>`
      : '',
    `<p class="quiet"><a href="${escape(shopUrl + builtLanguage.prefix)}">${escape(new URL(shopUrl).host)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${builtLanguage.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(content.subject)}</title>
<style>${styles}
</style>
</head>
<body>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}
function textOf(content, shopUrl) {
  const lines = (content.lines ?? []).map(({ title, detail, amount, url = '' }) =>
    [[title, detail, amount].filter((part) => part !== '').join(' · '), url].join('\n').trim(),
  );
  const pairLines = (pairs = []) => pairs.map(([label, value]) => `${label}: ${value}`).join('\n');
  return `${[
    content.heading,
    ...content.paragraphs,
    lines.join('\n'),
    pairLines(content.totals),
    pairLines(content.facts),
    content.action ? `${content.action.label}: ${content.action.url}` : '',
    content.footnote ?? '',
    content.ending ? `${content.ending.label}: ${content.ending.url}` : '',
    `Keywright, ${shopUrl}${builtLanguage.prefix}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
function layOutMail(content, shopUrl) {
  return {
    subject: content.subject.replaceAll(/\s+/g, ' ').trim(),
    html: htmlOf(content, shopUrl),
    text: textOf(content, shopUrl),
    endingUrl: content.ending?.url ?? null,
  };
}
// src/routes.ts
var routes = {
  home: '/',
  about: '/about',
  faq: '/faq',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  withdrawal: '/legal/withdrawal',
  imprint: '/legal/imprint',
  accessibility: '/legal/accessibility',
  countries: '/countries',
  calendar: '/calendar',
  follow: '/follow',
  cart: '/cart',
  checkout: '/cart/confirm',
  orders: '/orders',
  order: (number) => `/orders?order=${encodeURIComponent(number)}`,
  account: '/user',
  accountDetails: '/user/details',
  wishes: '/user/wishes',
  ownShelf: '/user/shelf',
  sharedShelf: '/shelf',
  colorpicker: '/colorpicker',
  design: (id) => `/colorpicker/${encodeURIComponent(id)}`,
  designSheet: (code, lineId) =>
    `/colorpicker/${encodeURIComponent(code)}?sheet=${encodeURIComponent(lineId)}`,
  keyboard: (url) => `/keyboards/${encodeURIComponent(url)}`,
  product: (url) => `/products/${encodeURIComponent(url)}`,
  guide: (productPath) => `${productPath}/guide`,
  artisans: '/products/artisans',
  allArtisans: '/shop/artisans',
  category: (slug) => `/shop/${encodeURIComponent(slug)}`,
  compare: (slug) => `/shop/${encodeURIComponent(slug)}/compare`,
  updates: '/updates',
  update: (url) => `/updates/${encodeURIComponent(url)}`,
  batchOrders: (id) => `/admin/orders?f=batch_id%3Ais%3A${encodeURIComponent(id)}`,
  adminProduct: (id) => `/admin/products?product=${encodeURIComponent(id)}`,
  batch: (id) => `/admin/batches?batch=${encodeURIComponent(id)}`,
  zone: (id) =>
    `/admin/shipping?tab=coverage${id === null ? '' : `&zone=${encodeURIComponent(id)}`}`,
  admin: {
    home: '/admin',
    batches: '/admin/batches',
    check: '/admin/check',
    health: '/admin/health',
    colorways: '/admin/colorways',
    content: '/admin/content',
    customers: '/admin/customers',
    designs: '/admin/designs',
    lists: '/admin/lists',
    media: '/admin/media',
    money: '/admin/money',
    orders: '/admin/orders',
    photos: '/admin/photos',
    products: '/admin/products',
    shipping: '/admin/shipping',
    staff: '/admin/staff',
    translations: '/admin/translations',
  },
};
new RegExp(
  `^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9][0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{9})$`,
);
// src/languages/addresses.ts
var firstWord = (address) => /^\/([\w.-]*)/.exec(address)?.[1] ?? '';
var readPlaces = () =>
  new Set([
    ...[
      ...Object.values(routes).filter((route) => typeof route === 'string'),
      routes.keyboard(''),
      routes.product(''),
      routes.category(''),
    ].map(firstWord),
    'calendar.ics',
    'drops.json',
    'drops.xml',
    'search',
  ]);
var places = null;
function addressIn(prefix, address) {
  places ??= readPlaces();
  const place = firstWord(address);
  if (
    !address.startsWith('/') ||
    address.startsWith('//') ||
    place === 'admin' ||
    !places.has(place)
  )
    return address;
  return prefix + address.replace(/^\/(?=$|[?#])/, '');
}
// supabase/functions/_shared/mail/mail-fields.ts
function isPayload(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function readFields(payload, shopUrl, currency) {
  const text = (name) => {
    const value = payload[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const own = text('currency') || currency || 'EUR';
  const isDate = (value) => value !== '' && !Number.isNaN(Date.parse(value));
  return {
    shopUrl,
    text,
    count: (name) => (Number.isSafeInteger(payload[name]) ? Number(payload[name]) : 0),
    flag: (name) => payload[name] === true,
    money: (name) =>
      Number.isSafeInteger(payload[name]) ? formatMoney(Number(payload[name]), own) : '',
    moment: (name) => (isDate(text(name)) ? momentWords(text(name), 'UTC') : ''),
    day: (name) => (isDate(text(name)) ? dayWords(text(name)) : ''),
    eta(name, precisionName) {
      const eta = parseEta(text(name), text(precisionName));
      return eta === null ? '' : etaWords(eta);
    },
    raw: (name) => payload[name],
    list(name) {
      const value = payload[name];
      if (!Array.isArray(value)) return [];
      return value.filter(isPayload).map((one) => readFields(one, shopUrl, own));
    },
    page(path, query = {}) {
      const search = new URLSearchParams(query).toString();
      return `${shopUrl}${addressIn('/de', path)}${search === '' ? '' : `?${search}`}`;
    },
  };
}
// supabase/functions/_shared/mail/mail-kinds.ts
var mailKinds = {
  ...orderMails,
  ...staffMails,
  ...listMails,
  ...batchMails,
  ...followMails,
  ...accountMails,
  ...safetyMails,
};
function contentOf(kind, payload, shopUrl) {
  const write = Object.hasOwn(mailKinds, kind) ? mailKinds[kind] : void 0;
  if (write === void 0) throw new Error(`No one wrote the mail ${kind}`);
  return write(readFields(payload, shopUrl));
}
function renderMail(kind, payload, shopUrl) {
  return layOutMail(contentOf(kind, payload, shopUrl), shopUrl);
}
function renderNotice(kind, payload, shopUrl) {
  const { subject, preview, action, lines = [] } = contentOf(kind, payload, shopUrl);
  const [only] = lines.length === 1 ? lines : [];
  const text = only?.detail ?? preview;
  return {
    title: subject,
    body: subject.includes(text.replace(/\.$/, '')) ? '' : text,
    url: only?.url ?? action?.url ?? shopUrl,
  };
}
export { mailKinds, renderMail, renderNotice };
