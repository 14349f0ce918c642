import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepPhotos } from '../../../supabase/functions/_shared/photos/sweep-files.ts';

test('files that nobody needs are removed bucket by bucket, and none of others', async () => {
  const calls: string[] = [];
  const files = [
    { bucket: 'photo-inbox', path: 'a.webp' },
    { bucket: 'customer-photos', path: 'a.webp' },
    { bucket: 'photo-inbox', path: 'b.jpg' },
  ];
  const swept = await sweepPhotos(
    (name) => {
      calls.push(name);
      return Promise.resolve(files);
    },
    (bucket, paths) => {
      calls.push(`${bucket}: ${paths.join(' ')}`);
      return Promise.resolve();
    },
  );
  assert.deepEqual(swept, { removed: 3 });
  assert.deepEqual(calls, [
    'photo_files_to_remove',
    'photo-inbox: a.webp b.jpg',
    'customer-photos: a.webp',
  ]);
});

test('where there is none, storage is asked for nothing', async () => {
  const asked = () => Promise.reject(new Error('storage was asked'));
  assert.deepEqual(await sweepPhotos(() => Promise.resolve([]), asked), { removed: 0 });
});
