import { looks, testMemberMenus } from './support/menu-suite.ts';

testMemberMenus(looks.phone);
