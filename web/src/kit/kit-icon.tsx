import { SpriteIcon } from './icons/sprite-icon.tsx';

/** Strokes of the back office's icons, on a 24 px grid. */
const paths: Record<string, string> = {
  pencil: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  more: 'M4.400 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0M11.400 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0M18.400 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0',
  view: 'M4 6h16M4 12h10M4 18h7M19 14l2 2-4 4-2-2',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M5 20h14',
  upload: 'M12 20V9m0 0 4 4m-4-4-4 4M5 4h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  open: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  'layout-dashboard': 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  'book-open': 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14',
  users: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M17 4a4 4 0 0 1 0 7M22 21c0-3-1.5-5.500-4-6.500',
  ticket: 'M3 8V6h18v2a3 3 0 0 0 0 6v4H3v-4a3 3 0 0 0 0-6zM14 6v12',
  bot: 'M5 9h14v10H5zM12 9V5M9 13v2M15 13v2',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  settings: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M5 19l3-3M16 8l3-3',
  palette: 'M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3a3 3 0 0 0 3-3c0-5-4-9-9-9zM8 11h.01M12 8h.01M16 11h.01',
  language: 'M4 6h10M9 4v2M6 14c4-1 6-4 6.500-8M6 8c1 3 3 5 6 6M13 20l4-9 4 9M14.500 17h5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-7 8-7s8 3 8 7',
  cross: 'M6 6l12 12M18 6 6 18',
  tree: 'M5 4v14h6M5 9h6M14 7h6v4h-6zM14 16h6v4h-6z',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  must: 'M12 8v5M12 16h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  should: 'M12 4 2.500 20h19zM12 10v4M12 17h.01',
  chevron: 'm9 6 6 6-6 6',
  down: 'm6 9 6 6 6-6',
};

/** A decorative icon, hidden from screen readers. */
export function KitIcon({ name, size = 16 }: { name: string; size?: number }) {
  const path = paths[name];
  // Icons picked for menu entries come from the sprite, loaded when first shown.
  if (path === undefined && name !== '') return <SpriteIcon name={name} size={size} />;
  return (
    <svg
      className="kk-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path ?? 'M5 5h14v14H5z'} />
    </svg>
  );
}
