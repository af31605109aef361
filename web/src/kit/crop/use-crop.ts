import { useState } from 'react';
import { avatarShape, cropPicture, type CropArea, type CropShape } from './crop-picture.ts';

export type Crop = {
  place: { x: number; y: number };
  zoom: number;
  is_broken: boolean;
  busy: boolean;
  is_ready: boolean;
  shape: CropShape;
  move: (place: { x: number; y: number }) => void;
  setZoom: (zoom: number) => void;
  choose: (area: CropArea) => void;
  refuse: () => void;
  /** Returns the selected part. */
  use: () => Promise<void>;
};

/** State of cropping the picture at `url`; an avatar unless another shape is requested. */
export function useCrop(url: string, cropped: (picture: Blob) => Promise<void>, shape: CropShape = avatarShape): Crop {
  const [place, move] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, choose] = useState<CropArea | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    if (!area) return;
    setBusy(true);
    try {
      await cropped(await cropPicture(url, area, shape));
    } finally {
      setBusy(false);
    }
  };
  return {
    place,
    zoom,
    is_broken: isBroken,
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
