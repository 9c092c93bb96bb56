import { authFigures } from './auth-figures.ts'

// `npm run bench:auth`. Exit status 1 where a figure is not held.
const held = await authFigures()
console.log(held ? 'All figures hold.' : 'Some figures are not held.')
process.exit(held ? 0 : 1)
