import { useDetachedPlayer, isQuietPage, type DetachedSound } from './detached-player.ts';

/** Moved within the document, an element plays on; it is neither seen nor reached. */
function park(element: HTMLMediaElement): void {
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, { position: 'fixed', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none' });
  document.body.append(element);
}

/** Takes a playing sound along to the next page, unless that has one of its own. */
export function detachPlayer(sound: DetachedSound): void {
  const isPlaying = !sound.port.state().is_paused && sound.session.store.getState().phase === 'ready';
  if (!isPlaying || !isQuietPage(location.pathname)) return;
  park(sound.element);
  useDetachedPlayer.setState({
    sound: {
      ...sound,
      async stop() {
        await sound.stop();
        sound.element.remove();
      },
    },
  });
}
