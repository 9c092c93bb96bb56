import { moneyFigures } from './money-figures.ts'

// `npm run bench:money`. Exit status 1 where a figure is not held.
const held = await moneyFigures()
console.log(held ? 'All figures hold.' : 'Some figures are not held.')
process.exit(held ? 0 : 1)
