import type { ClientConfig } from '@kaike/shared/contracts/start';

function loadStatistics(url: string): void {
  if (!/^https:\/\//.test(url)) return;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  document.head.append(script);
}

function leaveAutomation(list: readonly string[]): void {
  const target = list[Math.floor(Math.random() * list.length)];
  if (navigator.webdriver && target) location.replace(target);
}

/** What the config asks of every page: grey, statistics in production only, elsewhere with automated browsers. */
export function applyConfig(config: ClientConfig): void {
  document.documentElement.classList.toggle('is-grey', config.page_gray === 1);
  if (config.env === 'production' && config.statistics_url) loadStatistics(config.statistics_url);
  leaveAutomation(config.automation_redirects);
}
