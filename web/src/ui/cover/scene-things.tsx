import type { ReactNode } from 'react';
import type { CoverColor } from '@kaike/shared/domain/catalog/covers/cover-colors';
import type { ScenePicture } from '@kaike/shared/domain/ai/scene/scene-picture';
import type { Palette } from './palettes.ts';

/** Draws in a square of 60, standing on its lower edge. */
type Draw = (palette: Palette) => ReactNode;

const paper = '#fffaf0';

const line = (d: string, stroke: string, width: number) => (
  <path d={d} fill="none" stroke={stroke} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
);

const talk: Draw = ({ pop }) => (
  <>
    <path d="M4 38V20A14 14 0 0 1 18 6h10a14 14 0 0 1 0 28H12z" fill={paper} />
    <path d="M56 60V44a12 12 0 0 0-12-12h-6a12 12 0 0 0 0 24h10z" fill={pop} />
  </>
);
const cafe: Draw = () => (
  <>
    {line('M20 4q-4 5 0 10M31 4q-4 5 0 10', paper, 2.5)}
    {line('M44 27h4a8 8 0 0 1 0 16h-7', paper, 4)}
    <path d="M6 22h39v14a16 16 0 0 1-16 16h-7A16 16 0 0 1 6 36z" fill={paper} />
    <rect x={2} y={55} width={47} height={5} rx={2.5} fill={paper} />
  </>
);
const restaurant: Draw = ({ pop }) => (
  <>
    <circle cx={30} cy={17} r={5} fill={pop} />
    <path d="M6 49a24 27 0 0 1 48 0z" fill={paper} />
    {line('M15 42a15 15 0 0 1 9-11', '#d9d0bd', 3)}
    <rect y={53} width={60} height={7} rx={3.5} fill={paper} />
  </>
);
const street: Draw = ({ pop }) => (
  <>
    <rect x={28} y={4} width={5} height={56} rx={2} fill={paper} />
    <path d="M22 9h26l9 8-9 8H22z" fill={pop} />
    <path d="M39 29H13l-9 8 9 8h26z" fill={paper} />
  </>
);
const shop: Draw = ({ pop }) => (
  <>
    <path d="M19 8 3 18l7 14 8-5v33h24V27l8 5 7-14L41 8q-11 9-22 0z" fill={paper} />
    <path d="M18 38h24v8H18z" fill={pop} />
  </>
);
const office: Draw = ({ pop, deep }) => (
  <>
    <rect x={9} y={14} width={42} height={34} rx={4} fill={paper} />
    <rect x={14} y={19} width={32} height={23} rx={2} fill={deep} />
    {line('M20 26h14M20 33h20', pop, 3)}
    <path d="M3 52h54l-4 8H7z" fill={paper} />
  </>
);
const hotel: Draw = ({ pop }) => (
  <>
    <rect y={16} width={6} height={44} rx={3} fill={paper} />
    <rect x={9} y={29} width={17} height={11} rx={5} fill={paper} />
    <path d="M4 42h46a10 10 0 0 1 10 10v2H4z" fill={pop} />
    <path d="M54 52h6v8h-6z" fill={paper} />
  </>
);
const airport: Draw = ({ pop }) => (
  <>
    <g transform="rotate(48 30 26)">
      <path
        d="M30-6c4 0 6 5 6 11v11l23 14v7l-23-7v13l7 6v5l-13-4-13 4v-5l7-6V30L1 37v-7l23-14V5c0-6 2-11 6-11z"
        fill={paper}
      />
    </g>
    {line('M2 57h14', pop, 4)}
  </>
);
const clinic: Draw = () => (
  <>
    {line('M21 17v-7h18v7', paper, 5)}
    <rect x={3} y={18} width={54} height={42} rx={6} fill={paper} />
    <path d="M25 27h10v8h8v10h-8v8H25v-8h-8V35h8z" fill="#c8412c" />
  </>
);
const bank: Draw = ({ pop }) => (
  <>
    <path d="M1 24 30 6l29 18v4H1z" fill={paper} />
    <path d="M7 31h7v21H7zM20 31h7v21h-7zM33 31h7v21h-7zM46 31h7v21h-7z" fill={paper} />
    <rect y={54} width={60} height={6} fill={paper} />
    <circle cx={30} cy={19} r={4} fill={pop} />
  </>
);
const house: Draw = ({ pop }) => (
  <>
    <path d="M41 8h8v14h-8z" fill={paper} />
    <path d="M1 34 30 8l29 26z" fill={pop} />
    <path d="M8 34h44v26H8z" fill={paper} />
    <path d="M32 42h10v18H32z" fill={pop} />
    <path d="M15 42h11v9H15z" fill={pop} />
  </>
);
const school: Draw = ({ pop }) => (
  <>
    <path d="M29 20C20 12 10 10 1 12v42c9-2 19 0 28 6z" fill={paper} />
    <path d="M31 20c9-8 19-10 28-8v42c-9-2-19 0-28 6z" fill={paper} />
    {line('M8 24q8 0 14 4M8 34q8 0 14 4M38 28q6-4 14-4M38 38q6-4 14-4', pop, 3)}
  </>
);
const interview: Draw = ({ pop }) => (
  <>
    {line('M21 19v-7h18v7', paper, 5)}
    <rect x={2} y={19} width={56} height={41} rx={6} fill={paper} />
    <path d="M2 36q28 14 56 0v4q-28 14-56 0z" fill={pop} />
    <rect x={25} y={37} width={10} height={11} rx={3} fill={pop} />
  </>
);
const meeting: Draw = ({ pop, deep }) => (
  <>
    <rect x={3} y={4} width={54} height={40} rx={4} fill={paper} />
    <path d="M12 27h8v11h-8zM26 19h8v19h-8z" fill={deep} />
    <path d="M40 11h8v27h-8z" fill={pop} />
    {line('M23 46l-5 12M37 46l5 12', paper, 4)}
  </>
);

/** What each picture shows, and the colour it is drawn in. */
export const sceneThings: Readonly<Record<ScenePicture, { color: CoverColor; draw: Draw; has_awning?: true }>> = {
  talk: { color: 'dailan', draw: talk },
  cafe: { color: 'zhuqing', draw: cafe, has_awning: true },
  restaurant: { color: 'zhusha', draw: restaurant, has_awning: true },
  street: { color: 'zheshi', draw: street },
  shop: { color: 'ouhe', draw: shop, has_awning: true },
  office: { color: 'dailan', draw: office },
  hotel: { color: 'qiezi', draw: hotel },
  airport: { color: 'tianqing', draw: airport },
  clinic: { color: 'zhuqing', draw: clinic },
  bank: { color: 'mohui', draw: bank },
  house: { color: 'songhua', draw: house },
  school: { color: 'tuohe', draw: school },
  interview: { color: 'yanzhi', draw: interview },
  meeting: { color: 'mohui', draw: meeting },
};
