/**
 * What makes a PDF one that is kept (PDF/A-3b) and an e-invoice (Factur-X 1.0, EN 16931): its colours are
 * defined, its facts are told as XMP, and its XML lies in it. Invariant: the same facts are the same bytes.
 */
import {
  AFRelationship,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDocument,
} from '@cantoo/pdf-lib';

/** The colours of a screen (sRGB primaries, gamma 2.2), as the smallest profile that a reader takes. */
export function colourProfile(): Uint8Array {
  const text = (value: string) => new TextEncoder().encode(value);
  const words = (...values: readonly number[]) => {
    const bytes = new Uint8Array(values.length * 4);
    const view = new DataView(bytes.buffer);
    for (const [index, value] of values.entries()) view.setUint32(index * 4, value >>> 0);
    return bytes;
  };
  const join = (...parts: readonly Uint8Array[]) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const padded = (bytes: Uint8Array) => join(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
  const xyz = (...values: readonly number[]) =>
    join(text('XYZ '), words(0), words(...values.map((value) => Math.round(value * 65536))));
  const name = text('sRGB\0');
  const curve = join(text('curv'), words(0, 1), new Uint8Array([2, 51, 0, 0]));
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', join(text('desc'), words(0, name.length), name, new Uint8Array(78))],
    ['cprt', join(text('text'), words(0), text('Public domain\0'))],
    ['wtpt', xyz(0.9505, 1, 1.0891)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  let offset = 128 + 4 + tags.length * 12;
  const table: Uint8Array[] = [words(tags.length)];
  const bodies: Uint8Array[] = [];
  for (const [tag, body] of tags) {
    table.push(text(tag), words(offset, body.length));
    bodies.push(padded(body));
    offset += padded(body).length;
  }
  const header = new Uint8Array(128);
  header.set(words(offset), 0);
  header.set(words(0x02100000), 8);
  header.set(text('mntrRGB XYZ '), 12);
  header.set(new Uint8Array([7, 208, 0, 1, 0, 1]), 24);
  header.set(text('acsp'), 36);
  header.set(words(63190, 65536, 54061), 68);
  return join(header, ...table, ...bodies);
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const description = (
  title: string,
  author: string,
  at: string,
) => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escape(title)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${escape(author)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>Keywright</pdf:Producer></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>Keywright</xmp:CreatorTool><xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${[
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
]
  .map(
    ([name, meaning]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`,
  )
  .join(
    '',
  )}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;

export interface Archived {
  readonly title: string;
  readonly language: string;
  readonly author: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly xml: string;
  /** Hex; names these bytes. */
  readonly hash: string;
}

export async function makeArchivable(pdf: PDFDocument, facts: Archived): Promise<void> {
  const { context, catalog } = pdf;
  const at = new Date(`${facts.day}T00:00:00Z`);
  const profile = context.flateStream(colourProfile(), { N: 3 });
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB'),
    DestOutputProfile: context.register(profile),
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
  const xmp = new TextEncoder().encode(
    description(facts.title, facts.author, `${facts.day}T00:00:00Z`),
  );
  const metadata = context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  pdf.setTitle(facts.title, { showInWindowTitleBar: true });
  pdf.setAuthor(facts.author);
  pdf.setProducer('Keywright');
  pdf.setCreator('Keywright');
  pdf.setCreationDate(at);
  pdf.setModificationDate(at);
  pdf.setLanguage(facts.language);
  await pdf.attach(new TextEncoder().encode(facts.xml), 'factur-x.xml', {
    mimeType: 'text/xml',
    description: 'The facts of this document as an e-invoice',
    creationDate: at,
    modificationDate: at,
    afRelationship: AFRelationship.Alternative,
  });
  const id = PDFHexString.of(facts.hash.slice(0, 32));
  context.trailerInfo.ID = context.obj([id, id]);
}
