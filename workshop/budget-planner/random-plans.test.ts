import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { rhythms } from '../../src/shared/planner/choices.ts'
import { unpackArchive } from '../archive.ts'
import {
	digestOf,
	expectedLines,
	formulasDigest,
	hostileIn,
	keptPlansSchema,
} from '../planner/kept-random-plans.ts'
import { says } from './check-words.ts'
import { expectedPlanner } from './expected-planner.ts'
import { hostilePlans } from './hostile-plans.ts'
import { emptyPlanner } from './planner-data.ts'
import { randomPlans } from './random-plans.ts'
import { verdicts } from './verdicts.ts'

const kept = keptPlansSchema.parse(
	JSON.parse(await readFile(new URL('random-plans.json', import.meta.url), 'utf8')),
)
const plans = randomPlans(kept.seed, kept.digests.length)
const outcomes = plans.map(({ plan, today }) => expectedPlanner(plan, today))
const hostileOutcomes = hostilePlans.map(({ plan, today }) => expectedPlanner(plan, today))

it('the results of the random plans come from the delivered formulas (if not, run `npm run catalogue`)', async () => {
	const archive = unpackArchive(await readFile(new URL('../../goods/MonthlyBudget.zip', import.meta.url)))
	const workbook = archive.find(({ name }) => name === emptyPlanner.fileName)
	expect(kept.by).toMatch(/^LibreOffice \d/)
	expect(kept.formulas).toBe(formulasDigest(workbook?.bytes ?? new Uint8Array()))
})

it('LibreOffice’s results for the random plans match the values calculated without formulas', () => {
	const wrong = plans.flatMap((plan, index) =>
		digestOf(expectedLines(plan)) === kept.digests[index] ? [] : [index],
	)
	expect(wrong).toEqual([])
	expect(plans.length).toBeGreaterThanOrEqual(1000)
})

it.each(Object.entries(kept.hostile))(
	'LibreOffice in %s answers every hostile plan as the rules do',
	(locale, digests) => {
		expect(digests).toEqual(hostileIn(locale).map((hostile) => digestOf(expectedLines(hostile))))
	},
)

it('the planner shows “check these” instead of amounts while anything in the plan needs checking', () => {
	const unknown = plans.filter((_, index) => outcomes[index]?.isKnown === false)
	for (const plan of unknown) {
		const figures = expectedLines(plan).filter((_, row) => row < 16 || row > 21)
		expect(figures.join()).not.toMatch(/#/)
		expect(figures).toContain('check these')
	}
})

it('the random and the hostile plans include every rhythm, verdict and mistake', () => {
	const known = outcomes.flatMap((outcome) => (outcome.isKnown ? [outcome.figures] : []))
	expect(known.length).toBeGreaterThan(400)
	expect(outcomes.length - known.length).toBeGreaterThan(400)
	const soundPlans = plans.filter((_, index) => outcomes[index]?.isKnown)
	for (const list of ['income', 'costs'] as const) {
		const used = new Set(soundPlans.flatMap(({ plan }) => plan[list].map(({ rhythm }) => rhythm)))
		expect(rhythms.filter((rhythm) => !used.has(rhythm))).toEqual([])
	}
	const { check, ...withNumber } = verdicts
	const hostileFigures = hostileOutcomes.flatMap((outcome) => (outcome.isKnown ? [outcome.figures] : []))
	const found = new Set([...known, ...hostileFigures].map(({ verdict }) => verdict))
	expect(Object.values(withNumber).filter((verdict) => !found.has(verdict))).toEqual([])
	// No plan causes these. They appear if somebody types over a formula, inserts a row or writes below the list.
	const ofTheSheet: string[] = [
		says.broken,
		says.deleted,
		says.formulaLost,
		says.rowsWithoutFormula,
		says.inserted,
	]
	const named = new Set(
		[...outcomes, ...hostileOutcomes].flatMap(({ problems }) => problems.map(({ what }) => what)),
	)
	expect(Object.values(says).filter((what) => !named.has(what) && !ofTheSheet.includes(what))).toEqual([])
})
