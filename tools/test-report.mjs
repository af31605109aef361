import { writeFileSync } from 'node:fs';

/** A reporter of vitest: writes how many tests passed and failed, and how long each file took with its hooks, which the reporter `json` leaves out. */
export default class TestReport {
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state) => states.filter((one) => one === state).length;
    const files = modules.map((module) => ({ name: module.moduleId, ms: Math.round(module.diagnostic().duration) }));
    writeFileSync(
      process.env.KAIKE_TEST_REPORT,
      JSON.stringify({ passed: count('passed'), failed: count('failed'), files }),
    );
  }
}
