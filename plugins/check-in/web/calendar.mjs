import { badges, calendar, summary } from './calendar-parts.mjs';
import { style } from './calendar-style.mjs';
import { h } from './dom.mjs';

/** The badge that came with the last check-in. */
const newBadge = (before, after) =>
  after.badges.findLast(
    ({ days, is_reached: isReached }) =>
      isReached && !before.badges.some((badge) => badge.days === days && badge.is_reached),
  );

/** The learner's page: today, the month, the badges. */
export async function mount(root, kaike) {
  const { t } = kaike;
  const view = h('div');
  root.append(h('style', {}, style), view);
  const read = (month) => kaike.call('GET', '/days', { query: month ? { month: `${month}-01` } : {} });
  const actions = { load, checkIn };

  function show(data) {
    view.replaceChildren(summary(kaike, data, actions), calendar(kaike, data, actions), badges(kaike, data));
  }

  function fail(error, month) {
    const again = h('button', { class: 'plain', onclick: () => load(month) }, t('again'));
    view.replaceChildren(h('div', { class: 'card', role: 'alert' }, h('p', {}, error.message || t('failed')), again));
  }

  async function load(month) {
    try {
      show(await read(month));
    } catch (error) {
      fail(error, month);
    }
  }

  async function checkIn(data, day, button) {
    button.disabled = true;
    try {
      await kaike.call('POST', '/days', { body: { day } });
      const fresh = await read(data.month);
      show(fresh);
      const badge = newBadge(data, fresh);
      kaike.toast(
        badge ? t('new_badge', { name: badge.name, days: badge.days }) : t(day === data.today ? 'checked' : 'made_up'),
      );
    } catch (error) {
      fail(error, data.month);
    }
  }

  await load(null);
}
