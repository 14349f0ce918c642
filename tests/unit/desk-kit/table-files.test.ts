import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { csvLine, inertCell, parseCsv } from '#shared/csv.ts';
import { deskRow, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { fail, succeed } from '#shared/result.ts';
import {
  countLines,
  dryRun,
  jsonToCells,
  keysOfImport,
  type ImportColumn,
} from '#desk-kit/model/table-import.ts';
import { formulas } from '../../support/data/hostile-files.ts';

describe('a file that a desk writes', () => {
  test(`holds none of ${formulas.length} formulas as one`, () => {
    for (const formula of formulas) {
      const cell = csvLine([formula, 'x']).replace(/^"/, '');
      assert.ok(cell.startsWith("'"), JSON.stringify(cell));
    }
  });

  test('leaves numbers and words alone', () => {
    for (const plain of ['-12.50', '12', 'Fox', 'a=b', '2026-01-01', '']) {
      assert.equal(inertCell(plain), plain);
    }
  });

  test('reads back as it was, formulas and all', () => {
    const cells = fc.array(fc.oneof(fc.string(), fc.constantFrom(...formulas)), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(cells, (values) => {
        // A leading apostrophe before a formula is the mark itself.
        fc.pre(values.every((value) => !value.startsWith("'")));
        fc.pre(values.some((value) => value.trim() !== ''));
        const text = csvLine(values.map((_, index) => `c${index}`)) + csvLine(values);
        assert.deepEqual(parseCsv(text)[1], values);
      }),
    );
  });

  test('may come back with semicolons, tabs or a byte order mark', () => {
    assert.deepEqual(parseCsv('\uFEFFa;b\n1;"x;y"\n'), [
      ['a', 'b'],
      ['1', 'x;y'],
    ]);
    assert.deepEqual(parseCsv('a\tb\r\n1\t2')[1], ['1', '2']);
    assert.deepEqual(parseCsv('a,b\n\n,\n1,2').length, 2);
  });
});

describe('a dry run', () => {
  const columns: readonly ImportColumn[] = [
    { name: 'url', parse: succeed },
    { name: 'title', aliases: ['name'], parse: succeed },
    {
      name: 'position',
      title: 'Sort order',
      parse: (text) => (/^\d+$/.test(text) ? succeed(Number(text)) : fail('not a number')),
    },
  ];
  const stored = (url: string): [string, DeskRow] => {
    const row = deskRow({ id: url, version: 3, url, title: 'Old', position: 1 });
    assert.ok(row);
    return [url, row];
  };
  const known = new Map([stored('a'), stored('b'), stored('c')]);
  const run = (text: string) => dryRun(parseCsv(text), columns, 'url', known);

  test('says of every row what would change, or why it can’t', () => {
    const report = run(
      'url,Name,position,extra\na,New,1,x\nb,Old,1,\nc,Old,many,\nz,Old,1,\na,Old,1,',
    );
    assert.deepEqual(countLines(report), { change: 1, new: 0, same: 1, wrong: 3 });
    assert.deepEqual(report.ignoredColumns, ['extra']);
    const [first, , third, fourth, fifth] = report.lines;
    assert.deepEqual(first?.kind === 'change' && first.changes, [
      { column: 'title', before: 'Old', after: 'New' },
    ]);
    assert.deepEqual(third?.kind === 'wrong' && third.problems, ['Sort order: not a number']);
    assert.deepEqual(fourth?.kind === 'wrong' && fourth.problems, ['There is no “z”']);
    assert.deepEqual(fifth?.kind === 'wrong' && fifth.problems, ['“a” is in the file twice']);
  });

  test('knows a column by what the screens call it too, also the one that tells rows apart', () => {
    const named: readonly ImportColumn[] = [
      { name: 'url', title: 'URL', parse: succeed },
      ...columns.slice(1),
    ];
    const cells = parseCsv('URL,Sort order\na,2');
    assert.deepEqual(keysOfImport(cells, named, 'url'), ['a']);
    const report = dryRun(cells, named, 'url', known);
    assert.deepEqual(countLines(report), { change: 1, new: 0, same: 0, wrong: 0 });
    assert.equal(report.titles?.['position'], 'Sort order');
    assert.match(dryRun([['title']], named, 'url', known).problem ?? '', /no column “URL”/);
  });

  test('adds rows only where it was told what a new one begins with', () => {
    const cells = jsonToCells(
      '[{"url":"z","title":"New","position":7},{"url":"y","position":"x"}]',
    );
    assert.ok(cells);
    const report = dryRun(cells, columns, 'url', known, { status: 'planned' });
    assert.deepEqual(countLines(report), { change: 0, new: 1, same: 0, wrong: 1 });
    const [first] = report.lines;
    assert.deepEqual(first?.kind === 'new' && first.values, {
      status: 'planned',
      url: 'z',
      title: 'New',
      position: 7,
    });
    assert.equal(jsonToCells('url,title'), null);
  });

  test('refuses a file without the column that tells rows apart', () => {
    assert.match(run('title\nNew').problem ?? '', /no column “url”/);
  });
});
