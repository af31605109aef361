import { addDays, longestOf, missedDays, streakOf } from './calendar-days.mjs';

/** The badges that the school awards, the easiest first. */
const badgesOf = (kaike) => kaike.query('select name, days from badges where is_open order by days, id limit 50');

async function daysOf(kaike, memberId) {
  const rows = await kaike.query('select day, source from days where member_id = $1 order by day', [memberId]);
  return rows;
}

const insert = (kaike, { member_id: memberId, day, source }) =>
  kaike.query('insert into days (member_id, day, source) values ($1, $2, $3) on conflict do nothing returning day', [
    memberId,
    day,
    source,
  ]);

async function readMonth({ member, query, today }, kaike) {
  const month = (query.month ?? today).slice(0, 7);
  const rows = await daysOf(kaike, member.id);
  const days = rows.map(({ day }) => day);
  const { make_up_days: most } = await kaike.settings();
  const longest = longestOf(days);
  const badges = await badgesOf(kaike);
  return {
    month,
    today,
    done_today: days.includes(today),
    days: rows.filter(({ day }) => day.startsWith(`${month}-`)),
    may_make_up: missedDays(days, today, most),
    streak: streakOf(days, today),
    longest,
    total: days.length,
    badges: badges.map(({ name, days: count }) => ({ name, days: count, is_reached: longest >= count })),
  };
}

async function checkIn({ member, body, today, locale }, kaike) {
  const { make_up_days: most } = await kaike.settings();
  const isToday = body.day === today;
  if (!isToday && !(body.day < today && body.day >= addDays(today, -most)))
    throw kaike.refuse(kaike.t(locale, 'not_this_day', { days: most }));
  await insert(kaike, { member_id: member.id, day: body.day, source: isToday ? 'self' : 'made_up' });
  const rows = await daysOf(kaike, member.id);
  return {
    day: body.day,
    streak: streakOf(
      rows.map(({ day }) => day),
      today,
    ),
  };
}

async function readOverview({ today }, kaike) {
  const from = addDays(today, -29);
  const counts = await kaike.query('select day, count(*)::int as count from days where day >= $1 group by day', [from]);
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const [{ count: members }] = await kaike.query(
    'select count(distinct member_id)::int as count from days where day >= $1',
    [from],
  );
  return {
    today: byDay.get(today) ?? 0,
    members,
    days: Array.from({ length: 30 }, (_, index) => {
      const day = addDays(from, index);
      return { day, count: byDay.get(day) ?? 0 };
    }),
  };
}

export const routes = {
  'GET /home/days': readMonth,
  'POST /home/days': checkIn,
  'GET /admin/overview': readOverview,
};

export const hooks = {
  async 'lesson.completed'({ data, today }, kaike) {
    const { from_lessons: isOn } = await kaike.settings();
    if (isOn) await insert(kaike, { member_id: data.member_id, day: today, source: 'lesson' });
  },
};
