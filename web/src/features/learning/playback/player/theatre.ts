import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { useTheme } from '../../../../app/theme.ts';

const key = 'kaike.theatre';
/** Below this the video already has the whole width. */
const wide = window.matchMedia('(min-width: 1000px)');

/** Whether this browser shows videos in theatre mode: large, in the dark, with the transcript beside them. */
export const useTheatre = create(() => ({ is_on: localStorage.getItem(key) === 'on' }));

export function flipTheatre(): void {
  const isOn = !useTheatre.getState().is_on;
  localStorage.setItem(key, isOn ? 'on' : 'off');
  useTheatre.setState({ is_on: isOn });
}

function useWide(): boolean {
  const [isWide, setIsWide] = useState(wide.matches);
  useEffect(() => {
    const update = (): void => setIsWide(wide.matches);
    wide.addEventListener('change', update);
    return () => wide.removeEventListener('change', update);
  }, []);
  return isWide;
}

/** Turns the page into a theatre while it shows a video and the window is wide; style sheets read it from the root. */
export function useTheatrePage(isVideo: boolean): boolean {
  const isOn = useTheatre((state) => state.is_on);
  const isWide = useWide();
  const isTheatre = isVideo && isOn && isWide;
  useEffect(() => {
    if (!isTheatre) return undefined;
    const { dataset } = document.documentElement;
    dataset['theatre'] = 'on';
    useTheme.setState({ is_dimmed: true });
    return () => {
      delete dataset['theatre'];
      useTheme.setState({ is_dimmed: false });
    };
  }, [isTheatre]);
  return isTheatre;
}
