import { looks, testMemberMenus } from './support/menu-suite.ts';

// On a phone they run every time.
testMemberMenus(looks.desktop);
