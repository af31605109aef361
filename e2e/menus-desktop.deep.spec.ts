import { looks, testMemberMenus } from './support/menu-suite.ts';

// Every run has them on a phone.
testMemberMenus(looks.desktop);
