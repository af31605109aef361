// Lays the pictures of the tour side by side: a sheet for each stop and width in docs/tour/sheets, with those of other folders at its left.
//   node tools/tour-sheets.mjs [folder …]      a folder of pictures named <stop>-<width>…, from before a change or drawn as a plan
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { inRoot } from './project.mjs';
import { stops } from './tour-stops.mjs';

const gap = 24;
/** How wide a picture of this width is on a sheet. */
const shownWidths = { 375: 375, 1440: 720 };
const tour = inRoot('docs/tour');

/** The pictures of a folder of one stop at one width. */
const picturesIn = (folder, name) =>
  readdirSync(folder)
    .filter((file) => /\.(webp|png)$/.test(file) && new RegExp(`^${name}[-.]`).test(file))
    .toSorted()
    .map((file) => join(folder, file));

async function laySheet(files, width, target) {
  const pictures = await Promise.all(
    files.map((file) => sharp(file).resize({ width }).png().toBuffer({ resolveWithObject: true })),
  );
  const height = Math.max(...pictures.map(({ info }) => info.height));
  await sharp({
    create: {
      width: pictures.length * (width + gap) + gap,
      height: height + 2 * gap,
      channels: 3,
      background: '#8a8a86',
    },
  })
    .composite(pictures.map(({ data }, index) => ({ input: data, left: gap + index * (width + gap), top: gap })))
    .webp({ quality: 80 })
    .toFile(target);
}

const folders = [...process.argv.slice(2).map((folder) => resolve(folder)), tour];
mkdirSync(join(tour, 'sheets'), { recursive: true });
for (const stop of stops)
  for (const [width, shown] of Object.entries(shownWidths)) {
    const name = `${stop.name}-${width}`;
    const files = folders.flatMap((folder) => picturesIn(folder, name));
    if (files.length > 0) await laySheet(files, shown, join(tour, 'sheets', `${name}.webp`));
  }
