import { catalogue } from '../catalogue/index.ts'
import { type CheckedFigure, isOld, readCheckedFigures } from './checked-figures.ts'

// `npm run figures` lists the checks that are more than 12 months old today, or on the date given as an argument.
const today = process.argv[2] ?? new Date().toISOString().slice(0, 10)

const all = (await Promise.all(catalogue.map(({ slug }) => readCheckedFigures(slug)))).flat()
const old = all.filter((figure) => isOld(figure, today))
for (const figure of old) console.log(lineOf(figure))
console.log(`${old.length} of ${all.length} checks are more than 12 months old on ${today}.`)

function lineOf({ place, checked, pages }: CheckedFigure): string {
	return `workshop/${place}  ${checked ?? 'no date'}  ${pages.join(', ')}`
}
