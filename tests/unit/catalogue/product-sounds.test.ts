import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  fileProblem,
  heardProblem,
  mostSoundBytes,
  soundKindOf,
  titleOfFile,
} from '#features/catalogue/model/sound-file.ts';
import { peakCount, peaksOf } from '#features/catalogue/model/sound-peaks.ts';
import { addPart, emptyForm } from '#features/catalogue/model/form/product-form.ts';
import { blockingProblems } from '#features/catalogue/model/form/product-problems.ts';
import { lengthWords, wavePath } from '#ui/sound-wave.ts';
import { demoSounds } from '../../../scripts/demo/sounds.ts';
import { sampleRate, typingSound, waveFile } from '../../../scripts/demo/typing-sound.ts';

describe('the waveform of a sound', () => {
  test('has the loudest moment of each part, the loudest of all being 100', () => {
    const ramp = Float32Array.from({ length: 7200 }, (_, at) => Math.floor(at / 100) / 144);
    const peaks = peaksOf([ramp]);
    assert.equal(peaks?.length, peakCount);
    assert.deepEqual([peaks?.[0], peaks?.[36], peaks?.at(-1)], [0, 51, 100]);
  });

  test('counts what is below the line and what one of two ears hears', () => {
    const [left, right] = [Float32Array.of(0, 0, -1, 0), Float32Array.of(0.5, 0, 0, 0)];
    assert.deepEqual(peaksOf([left, right], 2), [50, 100]);
  });

  test('is none where nothing is heard', () => {
    assert.equal(peaksOf([new Float32Array(1000)]), null);
    assert.equal(peaksOf([Float32Array.of(Number.NaN)]), null);
    assert.equal(peaksOf([]), null);
  });

  test('of a moment shorter than its parts is still whole numbers', () => {
    const peaks = peaksOf([Float32Array.of(1, 0.5)]) ?? [];
    assert.ok(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100));
  });

  test('is drawn about its middle, silence too', () => {
    assert.equal(wavePath([100, 50, 0]), 'M2 1v46M6 12v23M10 23v2');
    assert.deepEqual([400, 3400, 59_700].map(lengthWords), ['0:01', '0:03', '1:00']);
  });
});

describe('a file that is to be a sound', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

  test('is known by what it begins with, whatever its name says', () => {
    const kinds = [
      'RIFF\x24\0\0\0WAVE',
      'OggS\0\x02\0\0\0\0\0\0',
      '\0\0\0\x20ftypM4A ',
      'ID3\x04\0\0\0\0\0\0\0\0',
      '\xff\xfb\x90\0',
      '\xff\xf1\x50\x80',
      'RIFF\x24\0\0\0WEBP',
      '<!doctype htm',
      'fLaC\0\0\0\x22',
      '',
    ].map((head) => soundKindOf(bytes(head))?.ending ?? null);
    assert.deepEqual(kinds, ['wav', 'ogg', 'm4a', 'mp3', 'mp3', 'aac', null, null, null, null]);
  });

  test('is refused with what to do for its type, size, length and silence', () => {
    const wav = soundKindOf(bytes('RIFF\x24\0\0\0WAVE'));
    assert.match(
      fileProblem('a.flac', 10, null) ?? '',
      /^a\.flac: use an MP3, M4A, AAC, Ogg or WAV/,
    );
    assert.equal(fileProblem('a.wav', mostSoundBytes, wav), null);
    assert.match(fileProblem('a.wav', 5_300_000, wav) ?? '', /has 5\.1 MB\. The maximum is 3 MB/);
    assert.match(
      heardProblem('a.wav', 60.2, [100]) ?? '',
      /is 61 seconds long\. The maximum is 60/,
    );
    assert.match(heardProblem('a.wav', 0.05, [100]) ?? '', /shorter than a tenth/);
    assert.match(heardProblem('a.wav', 3, null) ?? '', /silent/);
    assert.equal(heardProblem('a.wav', 60, [100]), null);
  });

  test('lends its name to a title that can be saved', () => {
    const names = ['pebble_on-brass.WAV', 'x.mp3', `${'long '.repeat(40)}.ogg`, '<b>loud</b>.wav'];
    const titles = names.map(titleOfFile);
    assert.deepEqual(titles.slice(0, 2), ['Pebble on brass', 'Typing']);
    assert.equal(titles[2]?.length, 119);
    assert.equal(titles[3], '<b>loud</b>');
  });

  test('is not saved without a title', () => {
    const form = addPart(emptyForm('p'), 'sounds', 's', { title: ' ' });
    const found = blockingProblems(form).find(({ field }) => field === 'sounds s');
    assert.equal(found?.message, 'A sound needs a title of two letters or more.');
  });
});

/** The share of a signal's energy above a frequency: what is left of it after a high pass, twice. */
function brightness(samples: Float32Array, hertz: number): number {
  const keep = 1 / (1 + (2 * Math.PI * hertz) / sampleRate);
  const highPass = (given: Float32Array) => {
    let [last, out] = [0, 0];
    return given.map((sample) => {
      out = keep * (out + sample - last);
      last = sample;
      return out;
    });
  };
  const energy = (given: Float32Array) => given.reduce((sum, each) => sum + each * each, 0);
  return energy(highPass(highPass(samples))) / energy(samples);
}

describe('the demo’s switches', () => {
  const sounds = new Map(
    demoSounds.map(({ file, of }, index) => [file as string, typingSound(of, index + 1)]),
  );
  const soundOf = (file: string) => sounds.get(file) ?? new Float32Array();
  const loudness = (file: string) =>
    Math.sqrt(soundOf(file).reduce((sum, each) => sum + each * each, 0) / soundOf(file).length);

  test('sound like themselves: a click is bright, a soft plate dull, a silent switch quiet', () => {
    const bright = (file: string) => brightness(soundOf(file), 3000);
    assert.ok(bright('clicky-aluminium') > 2 * bright('tactile-aluminium'));
    assert.ok(bright('tactile-aluminium') > 1.5 * bright('linear-aluminium'));
    assert.ok(bright('linear-aluminium') > 1.5 * bright('linear-polycarbonate'));
    assert.ok(loudness('silent-aluminium') < loudness('linear-aluminium') / 2);
  });

  test('are made the same each time, small, and of a few seconds that are heard', () => {
    const [first] = demoSounds;
    const file = waveFile(typingSound(first.of, 7));
    assert.deepEqual(file, waveFile(typingSound(first.of, 7)));
    assert.equal(soundKindOf(file)?.type, 'audio/wav');
    assert.ok(file.length < 200_000);
    for (const [name, samples] of sounds) {
      const peaks = peaksOf([samples]) ?? [];
      assert.ok(peaks.filter((peak) => peak > 30).length > 12, name);
      assert.ok(
        samples.every((sample) => Math.abs(sample) < 1),
        name,
      );
    }
  });
});
