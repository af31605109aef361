import { h } from './dom.mjs';

/** 5 January 2026 is a Monday. */
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

const format = ({ locale }, options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });

/** Chinese dates have spaces around their numbers, as everywhere on the site. */
const spaced = (text) => text.replace(/(\d)(?=[年月日])/g, '$1 ').replace(/([年月])(?=\d)/g, '$1 ');
const write = (kaike, options, day) => spaced(format(kaike, options).format(new Date(`${day}T00:00:00Z`)));
const longDay = (kaike, day) => write(kaike, { month: 'long', day: 'numeric' }, day);

function shiftMonth(month, by) {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month, Monday first; null before its first and after its last day. */
function weeksOf(month) {
  const [year, number] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, index) => index + 1),
  ];
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The days in a row, and the button for today. */
export function summary(kaike, data, { checkIn }) {
  const { t } = kaike;
  const { streak, total, longest, today, done_today: isDone } = data;
  const press = ({ currentTarget }) => checkIn(data, today, currentTarget);
  return h(
    'section',
    { class: 'card top' },
    h(
      'div',
      {},
      h('p', { class: 'streak', role: 'status' }, streak > 0 ? t('streak', { days: streak }) : t('no_streak')),
      h('p', { class: 'muted' }, `${t('total', { days: total })} · ${t('longest', { days: longest })}`),
    ),
    h('button', { class: 'main', disabled: isDone, onclick: press }, isDone ? t('checked') : t('check_in')),
  );
}

function cell(kaike, { month, today }, done, number) {
  if (number === null) return h('td');
  const day = `${month}-${String(number).padStart(2, '0')}`;
  const isDone = done.has(day);
  const kind = isDone ? 'done' : day > today ? 'late' : 'day';
  const label = longDay(kaike, day);
  return h(
    'td',
    {
      class: day === today ? `${kind} today` : kind,
      'aria-label': isDone ? kaike.t('done_day', { day: label }) : label,
      'aria-current': day === today ? 'date' : null,
    },
    String(number),
  );
}

function bar(kaike, { month, today }, title, load) {
  const { t } = kaike;
  const step = (label, sign, by, disabled = false) =>
    h('button', { class: 'step', 'aria-label': label, disabled, onclick: () => load(shiftMonth(month, by)) }, sign);
  return h(
    'div',
    { class: 'bar' },
    step(t('previous'), '‹', -1),
    h('h2', {}, title),
    step(t('next'), '›', 1, month >= today.slice(0, 7)),
  );
}

/** A month with the days that were checked in, and buttons for those that can be made up. */
export function calendar(kaike, data, { load, checkIn }) {
  const done = new Set(data.days.map(({ day }) => day));
  const title = write(kaike, { year: 'numeric', month: 'long' }, `${data.month}-01`);
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    format(kaike, { weekday: 'narrow' }).format(new Date(monday + index * dayMs)),
  );
  const late = data.may_make_up.map((day) =>
    h(
      'button',
      { class: 'plain', onclick: ({ currentTarget }) => checkIn(data, day, currentTarget) },
      kaike.t('make_up', { day: longDay(kaike, day) }),
    ),
  );
  const rows = weeksOf(data.month).map((week) =>
    h(
      'tr',
      {},
      week.map((number) => cell(kaike, data, done, number)),
    ),
  );
  return h(
    'section',
    { class: 'card' },
    bar(kaike, data, title, load),
    h(
      'table',
      { 'aria-label': title },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          weekdays.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h('tbody', {}, rows),
    ),
    late.length > 0 ? h('div', { class: 'made' }, late) : null,
  );
}

/** The badges, earned or with the days that are left. */
export function badges(kaike, { badges: all, streak }) {
  const { t } = kaike;
  const item = ({ name, days, is_reached: isReached }) => {
    const state = isReached ? t('reached') : t('open', { days: days - streak });
    const label = `${name}, ${t('badge', { days })}, ${state}`;
    return h(
      'li',
      { class: isReached ? 'on' : null, 'aria-label': label },
      h('b', {}, String(days)),
      h('span', {}, name),
      state,
    );
  };
  return h('section', { class: 'card' }, h('h2', {}, t('badges')), h('ul', { class: 'badges' }, all.map(item)));
}
