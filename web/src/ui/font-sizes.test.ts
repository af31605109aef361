import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const at = (path: string): URL => new URL(path, import.meta.url);
/** Pages for learners and visitors, and what they share. */
const memberPages =
  /^(?:ui\/|areas\/(?:open|home|shared)\/|features\/(?:auth\/(?:login|member-account)\/|ai\/talk\/|cards\/cards\/(?!story)|learning\/(?:home|playback)\/|site\/site\/|catalog\/courses\/courses\.|commerce\/orders\/buying\/))/;
const sheets = readdirSync(at('..'), { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.css') && memberPages.test(path));

/** Drawn text grows with its drawing, what lies over a video with the video. */
const isDrawn = (selector: string, size: string): boolean =>
  selector.endsWith(' text') || /clamp\(.*(?:vw|vmin)/.test(size);

it('texts of learners’ pages grow with the font size of the browser', () => {
  const inPixels = sheets.flatMap((sheet) => {
    const css = readFileSync(at(`../${sheet}`), 'utf8');
    return [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
      (body.match(/font(?:-size)?:[^;]*\dpx[^;]*/g) ?? [])
        .filter((size) => !isDrawn(selector.trim(), size))
        .map((size) => `${sheet}: ${size}`),
    );
  });
  expect(sheets).toContain('features/site/site/site.module.css');
  expect(inPixels).toEqual([]);
});
