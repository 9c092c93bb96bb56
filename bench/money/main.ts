import { moneyFigures, moneyParts } from './money-figures.ts'

// `npm run bench:money`, or a part of it: `npm run bench:money -- events`, `checkouts`, `downloads`, `slow-readers`. Exit status
// 1 where a figure is not held.
const named = moneyParts.filter((part) => process.argv.includes(part))
const held = await moneyFigures(named.length === 0 ? moneyParts : named)
console.log(held ? 'All figures hold.' : 'Some figures are not held.')
process.exit(held ? 0 : 1)
