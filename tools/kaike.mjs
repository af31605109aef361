#!/usr/bin/env node
import { launch } from './launch.mjs';
import { main } from './steps.mjs';

// The console commands; `kaike --help` lists them.
await main(() => launch(process.argv.slice(2)));
