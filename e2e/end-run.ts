import { teardown } from '../test/end-run.ts'

/** Playwright calls this after all journeys. */
export default teardown
