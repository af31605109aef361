import { clearImports } from '../data.ts';
import type { Shot } from '../loader.ts';
import type { Side } from '../people.ts';

/** Work of many requests, one after the other. */
export type Job = {
  name: string;
  max_seconds: number;
  max_cpu_ratio: number;
  /** Sends the requests; throws unless all of the work was done. */
  run: (send: (shot: Shot) => Promise<Record<string, unknown>>, side: Side) => Promise<void>;
  /** Statements after each turn, which is not measured. */
  undo: readonly string[];
};
const chunkRows = 1000;

const teachers = Array.from({ length: 10_000 }, (_, index) => ({
  name: `导入老师 ${index}`,
  english_name: `Teacher ${index}`,
  gender: '女',
  title: '高级讲师',
  country: '中国',
  intro: '十年教龄',
  sort: String(index % 100),
  remark: '',
}));
const courses = Array.from({ length: 4000 }, (_, index) => ({
  title: `导入课程 ${index}`,
  subtitle: '每天二十分钟',
  subject_id: `科目 ${1 + (index % 20)}`,
  teacher_ids: `老师 ${1 + (index % 50)}，老师 ${1 + ((index + 7) % 50)}`,
  list_price: '199.00',
  sale_price: '99.00',
  sort: String(index % 100),
  remark: '',
}));

const importing =
  (resource: string, rows: readonly object[]): Job['run'] =>
  async (send, side) => {
    let saved = 0;
    for (let at = 0; at < rows.length; at += chunkRows) {
      const path = side === 'product' ? `/web-api/admin/${resource}/import` : `/import-${resource}`;
      const answer = await send({ method: 'POST', path, body: { datas: rows.slice(at, at + chunkRows) } });
      saved += Number(answer['success']);
    }
    if (saved !== rows.length) throw new Error(`${saved} of ${rows.length} rows of ${resource} were saved`);
  };

/** Page after page as the browser asks for them, until the last. */
const exporting: Job['run'] = async (send, side) => {
  const path = side === 'product' ? '/web-api/admin/members/export' : '/export-members';
  let place = { page: 1, id: 0 };
  let count = 0;
  for (let size = chunkRows; size >= chunkRows;) {
    const answer = await send({ method: 'GET', path: `${path}?page=${place.page}&id=${place.id}` });
    const data = answer['data'];
    if (!Array.isArray(data)) throw new Error('a page without rows');
    // The product's first page begins with the keys and the labels.
    size = data.length - (side === 'product' && place.page === 1 ? 2 : 0);
    count += size;
    place = { page: place.page + 1, id: Number(answer['max_id']) };
  }
  if (count < 100_000) throw new Error(`${count} rows were exported`);
};

export const jobs: readonly Job[] = [
  { name: 'export of 100,000 members as JSON pages', max_seconds: 1.2, max_cpu_ratio: 3, run: exporting, undo: [] },
  {
    name: 'import of 10,000 teachers',
    max_seconds: 1,
    max_cpu_ratio: 4,
    run: importing('teachers', teachers),
    undo: clearImports,
  },
  {
    name: 'import of 4,000 courses',
    max_seconds: 2.5,
    max_cpu_ratio: 4,
    run: importing('courses', courses),
    undo: clearImports,
  },
];
