import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { contrastOf } from '@kaike/shared/domain/cards/faces/card-layout-check';
import { scenePictures } from '@kaike/shared/domain/ai/scene/scene-picture';
import { coverColorNames, coverMotifs } from '@kaike/shared/domain/catalog/covers/cover-style';
import { Book } from './book.tsx';
import { CardFront } from './cards/card-front.tsx';
import { Poster, posterCode, posterSize } from './cards/poster.tsx';
import { Face } from './face.tsx';
import { paletteOf, paper } from './palettes.ts';
import { SceneBand, SceneThing } from './scene.tsx';
import { plainTitle, slipCells, titleRows, widthOf } from './title.ts';
import { placeTitle, Wide } from './wide.tsx';

const titles = [
  '二胡',
  '手冲咖啡',
  '零基础英语开口课',
  '英语语法地图',
  '雅思口语 7 分班',
  '消防设施操作员考证冲刺',
  'Python 数据分析从入门到实践（2026 春）',
  'Everyday English for Busy People',
  'Internationalization',
  '一门名字非常非常长的课程讲给每一位愿意听完全部内容并且不嫌麻烦的同学',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'a',
];
const wide = (title: string, style = '', small = false): ReactElement => (
  <Wide title={title} style={style} small={small} level="A1" subject="英语口语" teacher="林晓彤" />
);
const draw = (element: ReactElement): string => renderToStaticMarkup(element);

describe('a title', () => {
  it.each([
    ['零基础英语开口课', ['零基础英语', '开口课']],
    ['英语语法地图', ['英语语法', '地图']],
    ['二胡', ['二胡']],
    ['Everyday English for Busy People', ['Everyday', 'English for', 'Busy People']],
    ['雅思口语 7 分班', ['雅思口语', '7 分班']],
    ['《论语》精读（上）', ['论语精读']],
  ])('%s is cut between words', (title, rows) => {
    expect(titleRows(title)).toEqual(rows);
  });

  it.each(titles)('%s is cut without Intl.Segmenter, too, and loses nothing', (title) => {
    const rows = titleRows(title, 5, {});
    expect(rows.length).toBeLessThanOrEqual(4);
    const [all, parts] = [plainTitle(title).replace(/\s/g, ''), rows.join('').replace(/\s/g, '')];
    expect(parts.endsWith('…') ? all.startsWith(parts.slice(0, -1)) : parts === all).toBe(true);
  });

  it.each(titles)('%s stays left of the edge', (title) => {
    for (const small of [false, true]) {
      const { rows, size } = placeTitle(title, small);
      expect(26 + size * Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(192);
      expect(rows.length * size * 1.28).toBeLessThanOrEqual(150);
    }
  });

  it('stands on a slip only when it is short and has no words of letters', () => {
    expect(slipCells('英语发音精讲', 8)).toEqual(['英', '语', '发', '音', '精', '讲']);
    expect(slipCells('备考冲刺90天', 8)).toEqual(['备', '考', '冲', '刺', '90', '天']);
    expect(slipCells('Python 入门', 8)).toBeNull();
    expect(slipCells('一二三四五六七八九', 8)).toBeNull();
  });
});

describe('a picture', () => {
  it('has the ground that the page shows until it is drawn', async () => {
    const sheet = await readFile(join(import.meta.dirname, '../ui.module.css'), 'utf8');
    for (const color of coverColorNames)
      expect(sheet).toContain(`[data-style^='${color}'] {\n  background: ${paletteOf(color).ground};`);
  });

  it.each(coverColorNames)('in %s has ink that reads well on its ground, and a slip that reads well', (color) => {
    const { ground, ink } = paletteOf(color);
    expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(paper.pen, paper.sheet)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(paper.quiet, paper.sheet)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(coverMotifs)('with %s is the same each time, and another in another colour', (motif) => {
    const drawn = draw(wide('英语', `xiang-${motif}-row`));
    expect(draw(wide('英语', `xiang-${motif}-row`))).toBe(drawn);
    expect(draw(wide('英语', `mohui-${motif}-row`))).not.toBe(drawn);
    expect(drawn).not.toMatch(/NaN|undefined/);
  });

  it.each(coverMotifs)('with %s has no two parts of one key, of which a change would lose one', (motif) => {
    const warned = vi.spyOn(console, 'error').mockReturnValue();
    render(wide('英语', `xiang-${motif}-row`));
    expect(warned.mock.calls).toEqual([]);
  });

  it('of a course, a product, a card and a person follows from words alone', () => {
    for (const title of titles) {
      const all = [
        wide(title),
        wide(title, '', true),
        <Book key="b" title={title} over={false} above="3 门" school="开课" />,
        <CardFront key="c" title={title} school="开课" line="" serial="DM01" small={false} />,
        <Face key="f" name={title} gender={0} />,
      ].map(draw);
      expect(all).toEqual(all.map((drawn) => drawn.replace(/NaN|undefined/g, '!')));
      expect(all[0]).toContain('aria-hidden="true"');
    }
  });

  it('over an uploaded picture is its spine and its label', () => {
    const drawn = draw(<Wide title="英语" over="/a.webp" level="A1" teacher="林" owner="朱一诺" ownerLabel="姓名" />);
    expect(drawn).toContain('朱一诺');
    expect(drawn).not.toMatch(/英语|A1|林/);
    expect(draw(<Book title="英语" over above="3 门" school="开课" />)).not.toMatch(/英语|3 门|开课/);
  });

  it('with an unknown style is drawn by its title', () => {
    expect(draw(wide('英语', 'pink-ufo-row'))).toBe(draw(wide('英语')));
  });
});

describe('a scene', () => {
  it('has a picture of its own, in a list and behind its teacher', () => {
    const band = (picture: (typeof scenePictures)[number], avatar: string | null) =>
      draw(<SceneBand picture={picture} teacher={{ name: 'Mia', gender: 2, avatar }} />);
    const pictures = scenePictures.map((picture) => draw(<SceneThing picture={picture} />));
    expect(new Set(pictures).size).toBe(scenePictures.length);
    for (const picture of scenePictures) expect(band(picture, null)).not.toContain('NaN');
    expect(band('cafe', '/files/mia.webp')).toContain('src="/files/mia.webp"');
    expect(band('cafe', null)).not.toContain('<img');
  });
});

describe('a poster', () => {
  const teacher = { name: '林晓彤', gender: 2 };
  const poster = (title: string, style: string, { subtitle = '', above = 'A1', foot = '林晓彤' } = {}): string =>
    draw(
      <Poster
        title={title}
        subtitle={subtitle}
        style={style}
        above={above}
        teacher={teacher}
        foot={foot}
        note="长按识别"
        school="开课"
      />,
    );

  it.each(coverColorNames)('on %s the teacher stands out from the ground', (color) => {
    const { ground, deep } = paletteOf(color);
    const [cloth] = poster('口语', `${color}-hill-rows`).match(/(?<=c19 5 36 13 36 36z" fill=")#\w+/) ?? [];
    expect(cloth).toBe(deep);
    expect(contrastOf(deep, ground)).toBeGreaterThan(1.3);
  });

  it.each(titles)('%s stays on it', (title) => {
    const sizes = [...poster(title, '').matchAll(/<text x="34"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)/g)];
    expect(sizes.length).toBeGreaterThan(1);
    for (const [, size, row] of sizes) expect(34 + Number(size) * widthOf(row ?? '')).toBeLessThanOrEqual(340);
  });

  type Box = { left: number; right: number; top: number; bottom: number };
  const rowsOf = (drawn: string, x: number): Box[] =>
    [...drawn.matchAll(new RegExp(`<text x="${x}" y="([\\d.]+)" font-size="([\\d.]+)"[^>]*>([^<]+)`, 'g'))].map(
      ([, base, size, row]) => {
        const [middle, height] = [Number(base) - Number(size) * 0.36, Number(size)];
        return {
          left: x,
          right: x + height * widthOf(row ?? ''),
          top: middle - height / 2,
          bottom: middle + height / 2,
        };
      },
    );
  const bustOf = (drawn: string): Box => {
    const [, x, y, width, height] =
      drawn.match(/<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" viewBox="0 0 120 120"/) ?? [];
    return { left: Number(x), right: Number(x) + Number(width), top: Number(y), bottom: Number(y) + Number(height) };
  };

  it.each(
    titles.flatMap((title) =>
      ['', '每天二十分钟，三个月能聊', '从字母到流利表达'.repeat(12)].map((subtitle): [string, string] => [
        title,
        subtitle,
      ]),
    ),
  )('%s with “%s” leaves the teacher free, and no row lies on another', (title, subtitle) => {
    const drawn = poster(title, '', { subtitle });
    const [rows, bust] = [rowsOf(drawn, 34), bustOf(drawn)];
    expect(rows.length).toBe(titleRows(title).length + (subtitle === '' ? 1 : 2));
    for (const [at, row] of rows.entries()) {
      expect(row.right).toBeLessThanOrEqual(340);
      expect(row.top).toBeGreaterThanOrEqual(rows[at - 1]?.bottom ?? 0);
      expect(row.bottom).toBeLessThanOrEqual(bust.top);
    }
    expect(bust.bottom).toBe(380);
    expect(bust.right - bust.left).toBeGreaterThan(100);
  });

  it('has a code that a phone reads from another screen, on the paper and beside its words', () => {
    const { x, y, size } = posterCode;
    // Of a picture 1080 wide.
    expect(size * 3).toBeGreaterThanOrEqual(240);
    expect(y).toBeGreaterThan(380);
    expect(y + size).toBeLessThan(posterSize.height);
    expect(x + size).toBeLessThan(118);
  });

  it('cuts off what would be too small to read', () => {
    const long = '从字母到流利表达'.repeat(12);
    const drawn = poster('口语', '', { subtitle: long, above: long, foot: long });
    const sizes = [...drawn.matchAll(/<text x="(?:34|118)"[^>]*font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBe(5);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11);
    for (const foot of rowsOf(drawn, 118)) expect(foot.right).toBeLessThanOrEqual(298);
  });
});
