import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { readFunnel } from '#server/features/sales/read-funnel.ts'
import { periodsOf, UsageError } from '#server/operations/admin-cli/command.ts'
import { linesOfFunnel } from '#server/operations/admin-cli/lines-of-funnel.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
	testDatabase = await createTestDatabase(inject('databaseUrl'))
	database = openDatabase({ ...testDatabase.logins, onError: () => {} })
	await syncCatalogue(database, await readStarterShop())
})
afterAll(async () => {
	await database.close()
	await testDatabase.drop()
})
beforeEach(async () => {
	await database.query(sql`update shop.page_views set day = '2020-01-01', path = gen_random_uuid()::text`)
	await database.query(sql`update shop.daily_steps set day = '2020-01-01', step = gen_random_uuid()::text`)
})

const clock = { now: () => new Date('2026-11-22T23:30:00Z') }
const funnel = async (wanted = '30') =>
	linesOfFunnel(await readFunnel({ database }, periodsOf(wanted, clock.now())))

async function addViews(day: string, path: string, views: number): Promise<void> {
	await database.query(sql`insert into shop.page_views (day, path, views) values (${day}, ${path}, ${views})`)
}

async function addSteps(day: string, step: string, catalogueId: string | null, count: number): Promise<void> {
	await database.query(sql`
		insert into shop.daily_steps (day, step, catalogue_id, count) values (${day}, ${step}, ${catalogueId}, ${count})`)
}

/** Returns the cells of the first line that begins with `name`, and those of the line below. */
function row(lines: readonly string[], name: string): [string[], string[]] {
	const index = lines.findIndex((line) => line.startsWith(name))
	const words = (line = '') => line.trim().split(/\s{2,}/)
	return [words(lines[index]), words(lines[index + 1])]
}

test('each step is shown as a share of the step before, and compared with the period before', async () => {
	await addViews('2026-11-22', '/products/cv-secrets', 1000)
	await addViews('2026-10-24', '/products/cv-secrets', 234)
	await addViews('2026-10-23', '/products/cv-secrets', 100)
	for (const [step, now, before] of [
		['checkout begun', 87, 10],
		['paid', 61, 5],
		['downloaded', 61, 4],
	] as const) {
		await addSteps('2026-11-22', step, '2', now)
		await addSteps('2026-10-23', step, '2', before)
	}
	const lines = await funnel()
	expect(lines[0]).toMatch(/^24 Oct\s–\s22 Nov 2026 \(before: 24 Sept?\s–\s23 Oct 2026\)/)
	expect(row(lines, 'Paid guides')[0]).toEqual([
		'Paid guides',
		'Seen',
		'Checkout begun',
		'Paid',
		'Downloaded or read',
	])
	expect(row(lines, 'CV Secrets')).toEqual([
		['CV Secrets', '1,234', '87', '7.1%', '61', '70.1%', '61 100.0%'],
		['before', '100', '10', '10.0%', '5', '50.0%', '4', '80.0%'],
	])
	expect(new Set(lines.slice(2, 7).map((line) => line.length)).size).toBe(1)
})

test('a free guide has the step “Taken”, and both addresses of its page count as seen', async () => {
	await addViews('2026-11-22', '/products/startup-blueprint', 30)
	await addViews('2026-11-21', '/startup-blueprint', 10)
	await addSteps('2026-11-22', 'taken', '7', 10)
	await addSteps('2026-11-22', 'downloaded', '7', 11)
	const lines = await funnel('7')
	expect(row(lines, 'Free guides')[0]).toEqual(['Free guides', 'Seen', 'Taken', 'Downloaded or read'])
	expect(row(lines, 'Startup Blueprint')[0]).toEqual(['Startup Blueprint', '40', '10', '25.0%', '11 110.0%'])
})

test('an account created through OAuth does not count towards the conversion rate of the sign-up form', async () => {
	await addViews('2026-11-22', '/auth/sign-up-begun', 40)
	await addSteps('2026-11-22', 'confirmed by email', null, 30)
	await addSteps('2026-11-22', 'joined by OAuth', null, 12)
	expect(row(await funnel(), 'New accounts')[0]).toEqual(['New accounts', '40', '30', '75.0%', '12'])
})

test('a dash stands for page views that were not counted, and for a share that would divide by zero', async () => {
	await addSteps('2026-11-22', 'paid', '2', 1)
	expect(row(await funnel('1'), 'CV Secrets')[0]).toEqual([
		'CV Secrets',
		'–',
		'0',
		'–',
		'1',
		'–',
		'0',
		'0.0%',
	])
	await addViews('2026-11-22', '/', 1)
	expect(row(await funnel('1'), 'CV Secrets')[0]).toEqual([
		'CV Secrets',
		'0',
		'0',
		'–',
		'1',
		'–',
		'0',
		'0.0%',
	])
})

describe('a month', () => {
	test('is compared with the month before', async () => {
		for (const [day, count] of [
			['2026-02-28', 1],
			['2026-03-01', 2],
			['2026-03-31', 4],
			['2026-04-01', 8],
			['2026-02-01', 16],
			['2026-01-31', 32],
		] as const)
			await addSteps(day, 'taken', '1', count)
		const lines = await funnel('2026-03')
		expect(lines[0]).toMatch(/^1\s–\s31 Mar 2026 \(before: 1\s–\s28 Feb 2026\)/)
		expect(row(lines, 'Student Guide')).toEqual([
			['Student Guide', '–', '6', '–', '0', '0.0%'],
			['before', '–', '17', '–', '0', '0.0%'],
		])
	})

	test('of January is compared with December', async () => {
		expect((await funnel('2026-01'))[0]).toContain('Dec 2025')
	})
})

test.each([
	'0',
	'-1',
	'1.5',
	'week',
	'2026-13',
	'99999',
	'',
	'2026-11-02..2026-11-01',
	'2026-02-30..2026-03-01',
])('%j is not accepted as a period', async (wanted) => {
	await expect(funnel(wanted)).rejects.toThrow(UsageError)
})
