// `npm run validate`: what CI runs, which is all that `npm test` does.
import './test.mjs'
