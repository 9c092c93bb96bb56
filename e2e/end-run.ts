import { teardown } from '../test/end-run.ts'

/** Playwright calls this once all journeys are over. */
export default teardown
