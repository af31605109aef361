import { looks, testBackOfficeMenus } from './support/menu-suite.ts';

// On a desktop they run every time.
testBackOfficeMenus(looks.phone);
