import { useState } from 'react';
import { avatarShape, cropPicture, type CropArea, type CropShape } from './crop-picture.ts';

export type Crop = {
  place: { x: number; y: number };
  zoom: number;
  is_broken: boolean;
  /** Why the last attempt to use the part failed: its message, which may be empty; null when it did not. */
  failure: string | null;
  busy: boolean;
  is_ready: boolean;
  shape: CropShape;
  move: (place: { x: number; y: number }) => void;
  setZoom: (zoom: number) => void;
  choose: (area: CropArea) => void;
  refuse: () => void;
  /** Hands over the selected part; what goes wrong is then in `failure`. */
  use: () => Promise<void>;
};

/** State of cropping the picture at `url`; an avatar unless another shape is requested. */
export function useCrop(url: string, cropped: (picture: Blob) => Promise<void>, shape: CropShape = avatarShape): Crop {
  const [place, move] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, choose] = useState<CropArea | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const use = async (): Promise<void> => {
    if (!area) return;
    setBusy(true);
    setFailure(null);
    try {
      const picture = await cropPicture(url, area, shape).catch(() => null);
      if (picture) await cropped(picture);
      else setIsBroken(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  };
  return {
    place,
    zoom,
    is_broken: isBroken,
    failure,
    busy,
    is_ready: area !== null && !isBroken,
    shape,
    move,
    setZoom,
    choose,
    refuse: () => setIsBroken(true),
    use,
  };
}
