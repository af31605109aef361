const dayMs = 86_400_000;
const perPage = 200;
/** More belongs into an export of the back office. */
const maxRows = 20_000;
const maxRecipients = 10;

const addDays = (day, count) => new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Last week, Monday to Sunday, seen from any day of this one. */
export function lastWeek(today) {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const monday = addDays(today, 1 - weekday - 7);
  return { from: monday, to: addDays(monday, 6) };
}

/** All records of a span, page by page; the school's calendar is eight hours ahead of UTC. */
async function readRecords({ from, to }, kaike) {
  const where = { last_at: { from: `${from}T00:00:00+08:00`, to: `${to}T23:59:59+08:00` } };
  const rows = [];
  for (let page = 1; rows.length < maxRows; page += 1) {
    const { data } = await kaike.read('learning-records', { where, order: { id: 'asc' }, page, per_page: perPage });
    rows.push(...data);
    if (data.length < perPage) break;
  }
  return rows;
}

const columns = ['member', 'mobile', 'course', 'lesson', 'percent', 'minutes', 'last_at', 'completed'];

const labelOf = (row, field) => row.labels[field] ?? row[field] ?? '';

function toCells(row, t) {
  const last = new Date(Date.parse(row.last_at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  return [
    labelOf(row, 'member_id'),
    row.member_mobile ?? '',
    labelOf(row, 'course_id'),
    row.lesson_title ?? '',
    row.percent,
    Math.round(row.study_sec / 60),
    last,
    t(row.completed_at ? 'yes' : 'no'),
  ].map((value) => (typeof value === 'number' ? value : String(value)));
}

export const jobs = {
  async weekly({ today }, kaike) {
    const { to, language } = await kaike.settings();
    const recipients = to.slice(0, maxRecipients);
    if (recipients.length === 0) return kaike.log('no recipients');
    const t = (key, params) => kaike.t(language, key, params);
    const week = lastWeek(today);
    const records = await readRecords(week, kaike);
    const sheet = {
      name: t('sheet', week),
      rows: [columns.map((key) => t(key)), ...records.map((row) => toCells(row, t))],
    };
    for (const address of recipients)
      await kaike.mail({
        to: address,
        subject: t('subject', week),
        text: t('text', { ...week, count: records.length }),
        sheets: [sheet],
      });
    return kaike.log(`${records.length} records to ${recipients.length} recipients`);
  },
};
