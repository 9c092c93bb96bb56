import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { rootDir } from '../../scripts/setup/run.mjs'
import { unpackArchive } from '../archive.ts'
import { expectedPlanner } from '../budget-planner/expected-planner.ts'
import { hostilePlans, moreHostilePlans } from '../budget-planner/hostile-plans.ts'
import { emptyPlanner } from '../budget-planner/planner-data.ts'
import { type RandomPlan, randomPlans } from '../budget-planner/random-plans.ts'
import type { DeliveredFile } from '../built-data.ts'
import { officeVersion } from '../office.ts'
import { writeChanged } from '../write-file.ts'
import { drivePlans, type PlanOnDay } from './drive-plans.ts'
import { comparable, comparableRow, expectedRows } from './shown.ts'

const place = 'workshop/budget-planner/random-plans.json'
const seed = 8
const count = 1000
/** With a decimal point, a decimal comma, and spaces between thousands. */
const locales = ['en-GB', 'de-DE', 'fr-FR'] as const

/** Each locale gets the plans with an answer written by hand, and those of another context. */
export const hostileIn = (locale: string): readonly PlanOnDay[] => [
	...hostilePlans,
	...(moreHostilePlans[locales.findIndex((one) => one === locale)] ?? []),
]

/** What LibreOffice showed for each random plan, as a checksum. */
export const keptPlansSchema = z.strictObject({
	by: z.string().startsWith('LibreOffice'),
	/** A checksum of the formulas of the workbook that the plans were typed into. */
	formulas: z.hash('sha256'),
	seed: z.int(),
	digests: z.array(z.string().length(8)).min(1000),
	/** The same for each plan with one thing in it that could mislead, in each locale. */
	hostile: z.record(z.enum(locales), z.array(z.string().length(8)).min(180)),
})
type KeptPlans = z.infer<typeof keptPlansSchema>

/**
 * Types a thousand random plans into the delivered workbook with LibreOffice, and compares what the workbook shows with the
 * planner's rules. Writes checksums for the tests. This takes minutes, so it is done only if a formula or the rules have changed.
 * Without LibreOffice it keeps the existing result and says so.
 */
export async function keepRandomPlans(delivered: readonly DeliveredFile[]): Promise<void> {
	const file = delivered.find(({ name }) => name === emptyPlanner.fileName)
	if (file === undefined) throw new Error(`${emptyPlanner.fileName} was not built`)
	const plans = randomPlans(seed, count)
	const expected = plans.map(expectedLines)
	const hostile = (locale: string) => hostileIn(locale).map(expectedLines)
	const digests = (locale: string) => hostile(locale).map(digestOf)
	const wanted = {
		formulas: formulasDigest(file.bytes),
		seed,
		digests: expected.map(digestOf),
		hostile: { 'en-GB': digests('en-GB'), 'de-DE': digests('de-DE'), 'fr-FR': digests('fr-FR') },
	}
	const kept = await keptPlans()
	if (kept !== undefined && JSON.stringify({ ...kept, by: '' }) === JSON.stringify({ by: '', ...wanted }))
		return

	for (const locale of locales) {
		const answers = await drivePlans(file.bytes, hostileIn(locale), locale)
		if (answers !== undefined) refuseDifferences(hostile(locale), answers.map(shownLines))
	}
	const found = await drivePlans(file.bytes, plans, 'en-GB')
	if (found === undefined) {
		console.log(`kept     ${place}: typing plans needs LibreOffice (soffice)`)
		return
	}
	refuseDifferences(expected, found.map(shownLines))
	const by = (await officeVersion()) ?? 'LibreOffice'
	await writeChanged(place, laidOut({ ...wanted, by }))
}

function shownLines(rows: readonly string[][]): string[] {
	return rows.map(comparableRow)
}

/** Returns what the workbook must show for a plan, one line for each row. */
export function expectedLines({ plan, today }: Pick<RandomPlan, 'plan' | 'today'>): string[] {
	return expectedRows(expectedPlanner(plan, today)).map(comparable)
}

export function digestOf(lines: readonly string[]): string {
	return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 8)
}

/** Returns a checksum of every formula with its place. How the workbook looks does not matter. */
export function formulasDigest(workbook: Uint8Array): string {
	const decoder = new TextDecoder()
	const hash = createHash('sha256')
	for (const { name, bytes } of unpackArchive(workbook)) {
		if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(name)) continue
		const cells = decoder.decode(bytes).matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)<\/f>/g)
		for (const [, cell, formula] of cells) hash.update(`${name}!${cell}=${formula}\n`)
	}
	return hash.digest('hex')
}

async function keptPlans(): Promise<KeptPlans | undefined> {
	const text = await readFile(join(rootDir, place), 'utf8').catch(() => undefined)
	// A file of an older form counts as none.
	return text === undefined ? undefined : keptPlansSchema.safeParse(JSON.parse(text)).data
}

function refuseDifferences(expected: readonly string[][], shown: readonly string[][]): void {
	const wrong = expected.flatMap((lines, plan) =>
		lines.flatMap((line, row) =>
			line === shown[plan]?.[row]
				? []
				: [`plan ${plan}, row ${row} shows ${shown[plan]?.[row]}, and should show ${line}`],
		),
	)
	if (wrong.length > 0)
		throw new Error(`${wrong.length} rows of the random plans differ:\n${wrong.slice(0, 10).join('\n')}`)
}

function laidOut({ digests, hostile, by, formulas, seed: from }: KeptPlans): string {
	const inLocales = Object.entries(hostile).map(([locale, list]) => `"${locale}":${inTens(list)}`)
	return `{"by":${JSON.stringify(by)},"formulas":"${formulas}","seed":${from},"digests":${inTens(digests)},"hostile":{${inLocales.join(',\n')}}}\n`
}

/** Ten checksums a line, so that a changed plan changes few lines. */
function inTens(digests: readonly string[]): string {
	const lines = Array.from({ length: Math.ceil(digests.length / 10) }, (_, index) =>
		digests
			.slice(index * 10, index * 10 + 10)
			.map((digest) => JSON.stringify(digest))
			.join(','),
	)
	return `[\n${lines.join(',\n')}\n]`
}
