import { sql } from 'kysely';
import { shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Db } from '../../../../db/pool.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import { sendXlsx } from '../../../../kit/transfer/xlsx/send-xlsx.ts';
import type { Cell } from '../../../../kit/transfer/cells.ts';

const chunkSize = 500;
const heads = ['course', 'lesson', 'percent', 'minutes', 'last_at', 'completed_at'];

type Row = {
  id: number;
  course_title: string;
  lesson_title: string;
  percent: number;
  study_sec: number;
  last_at: Date;
  completed_at: Date | null;
};

async function readChunk(db: Db, memberId: number, after: number): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select r.id, c.title as course_title, l.title as lesson_title, r.percent, r.study_sec, r.last_at, r.completed_at
    from learning_records r join lessons l on l.id = r.lesson_id join courses c on c.id = r.course_id
    where r.member_id = ${memberId} and r.id > ${after} order by r.id limit ${chunkSize}`.execute(db);
  return rows;
}

async function* sheetRows(call: MemberCall): AsyncGenerator<Cell[][]> {
  const time = (moment: Date | null): string | null =>
    moment ? formatDateTime(moment, { timeZone: call.time_zone }) : null;
  yield [heads.map((head) => call.t(`account.sheet.${head}`))];
  let after = 0;
  for (;;) {
    const rows = await readChunk(call.ctx.db, call.actor.member.id, after);
    yield rows.map((row) => [
      row.course_title,
      row.lesson_title,
      shownPercent(row),
      Math.round(row.study_sec / 6) / 10,
      time(row.last_at),
      time(row.completed_at),
    ]);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < chunkSize) return;
  }
}

/** Streams the member's own records as a sheet. */
export async function exportRecords(call: MemberCall): Promise<HttpReply> {
  return sendXlsx({ title: call.t('account.sheet.title'), rows: sheetRows(call) });
}
