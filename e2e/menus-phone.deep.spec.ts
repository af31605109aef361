import { looks, testBackOfficeMenus } from './support/menu-suite.ts';

// Every run has them on a desktop.
testBackOfficeMenus(looks.phone);
