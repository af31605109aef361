import * as start from '@kaike/shared/contracts/auth/start';
import { call } from '../api/client.ts';

type Ready = {
  ready: (done: () => void) => void;
  config: (options: object) => void;
  updateAppMessageShareData: (card: object) => void;
  updateTimelineShareData: (card: object) => void;
};
declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    wx?: Ready;
  }
}

const script = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js';
/** iPhones check the URL the page was opened with, whatever it is now. */
const landing = location.href;
const isApple = /iPhone|iPad|Macintosh/i.test(navigator.userAgent);

let loading: Promise<Ready> | null = null;

function loadScript(): Promise<Ready> {
  loading ??= new Promise((resolve, reject) => {
    const tag = document.createElement('script');
    tag.src = script;
    tag.addEventListener('load', () => (window.wx ? resolve(window.wx) : reject(new Error('no functions came'))));
    tag.addEventListener('error', () => reject(new Error('the script did not come')));
    document.head.append(tag);
  });
  return loading;
}

async function prepare(address: string): Promise<void> {
  const { wxconfig, show } = await call(start.getWxConfig, {
    query: { url: address.split('#')[0] ?? '' },
    quiet: true,
  });
  if (wxconfig.appId === '') return;
  const wx = await loadScript();
  if (!isApple || address === landing) wx.config({ ...wxconfig, openTagList: [] });
  if (!show) return;
  wx.ready(() => {
    wx.updateAppMessageShareData(show);
    wx.updateTimelineShareData(show);
  });
}

/** In WeChat, shares each page as its own card; `onMove` subscribes to navigation. Everything else works without it. */
export function shareInMessenger(onMove: (moved: () => void) => void): void {
  let last = '';
  const show = (): void => {
    if (location.href === last) return;
    last = location.href;
    void prepare(location.href).catch(() => undefined);
  };
  onMove(show);
  show();
}
