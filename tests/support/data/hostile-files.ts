/** What spreadsheets have been made to run. */
export const formulas: readonly string[] = [
  '=1+1',
  '=HYPERLINK("https://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1,1)',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00A0=1+1',
  '=IMPORTXML("https://evil.example","//a")',
  '=WEBSERVICE("https://evil.example")',
  '|calc',
  '%0A=1+1',
  '＝1+1',
  '＋1',
  '－1+1',
  '＠SUM(1)',
  '\u0000=1+1',
  '=DDE("cmd";"/C calc";"x")',
];

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const png = atob(image);

/** None is a layout, a table of rows or a carrier's list, though some begin as one. As a browser reads them: as text. */
export const hostileFiles: Readonly<Record<string, string>> = {
  nothing: '',
  'a byte order mark alone': '\uFEFF',
  'only lines': '\n'.repeat(10_000),
  'only commas': ','.repeat(50_000),
  'zero bytes': '\u0000'.repeat(20_000),
  'a picture': png,
  'a zip': `PK\u0003\u0004\u0014\u0000${'\u0000'.repeat(200)}`,
  'a workbook': `PK\u0003\u0004[Content_Types].xml${png}`,
  'an old workbook': '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1',
  'a program': `\u007FELF${'\u0001'.repeat(400)}`,
  'a page': '<!doctype html><script>__ran=1</script>',
  'a drawing with a script':
    '<svg xmlns="http://www.w3.org/2000/svg"><script>__ran=1</script></svg>',
  'a document': '%PDF-1.7\n1 0 obj\n<</JavaScript (app.alert(1))>>',
  'entities within entities': '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>',
  'UTF-16 read as UTF-8': '\uFFFD\uFFFDo\u0000r\u0000d\u0000e\u0000r\u0000',
  'half a letter': '\uD800\uDC00\uD800,\uDFFF',
  'a quote that never ends': `"${'a,'.repeat(20_000)}`,
  'quotes alone': '"'.repeat(99_999),
  'one line of a megabyte': 'x'.repeat(1_000_000),
  'fifty thousand columns': `${'a,'.repeat(50_000)}\n1`,
  'no JSON': '{"url": "a"',
  null: 'null',
  'a number': '1e999',
  'a word': '"url"',
  'an object': '{"url": "a"}',
  'rows that are none': '[1, null, "x", true]',
  'brackets ten thousand deep': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'objects five thousand deep': `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  'a prototype':
    '[{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}]',
  'a head of prototypes': '__proto__,constructor,toString\n1,2,3',
  'a statement': "'; drop table public.products; --",
  'a filter': '(eq.1,or=(id.gt.0))',
};
