import { wxConfig } from '@kaike/shared/contracts/start';
import { call } from '../api/client.ts';

type Ready = {
  ready: (done: () => void) => void;
  config: (options: object) => void;
  updateAppMessageShareData: (card: object) => void;
  updateTimelineShareData: (card: object) => void;
};
declare global {
  // An interface, because the platform's own is merged with it.
  interface Window {
    wx?: Ready;
  }
}

const script = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js';
/** iPhones check the address the page was opened with, whatever it is by now. */
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
  const { wxconfig, show } = await call(wxConfig, { query: { url: address.split('#')[0] ?? '' }, quiet: true });
  if (wxconfig.appId === '') return;
  const wx = await loadScript();
  if (!isApple || address === landing) wx.config({ ...wxconfig, openTagList: [] });
  if (!show) return;
  wx.ready(() => {
    wx.updateAppMessageShareData(show);
    wx.updateTimelineShareData(show);
  });
}

/** Inside the messenger a page is shared as a card of its own; `onMove` tells of every other page. Without it everything else works. */
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
