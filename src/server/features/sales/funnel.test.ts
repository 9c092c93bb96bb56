import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { homeApi } from '#shared/admin/home.ts'
import { adminContextOf, runAdmin, runForJson } from '#test/admin-cli.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()
const { database } = world
beforeEach(async () => {
	await database.query(sql`update shop.page_views set day = '2020-01-01', path = gen_random_uuid()::text`)
	await database.query(sql`update shop.daily_steps set day = '2020-01-01', step = gen_random_uuid()::text`)
})

const clock = { now: () => new Date('2026-11-22T23:30:00Z') }
const admin = { ...adminContextOf(world), clock }
const funnel = async (wanted = '30') =>
	homeApi.funnel.output.parse(await runForJson(admin, 'funnel', `--period=${wanted}`))

type Funnel = Awaited<ReturnType<typeof funnel>>

async function addViews(day: string, path: string, views: number): Promise<void> {
	await database.query(sql`insert into shop.page_views (day, path, views) values (${day}, ${path}, ${views})`)
}

async function addSteps(day: string, step: string, catalogueId: string | null, count: number): Promise<void> {
	await database.query(sql`
		insert into shop.daily_steps (day, step, catalogue_id, count) values (${day}, ${step}, ${catalogueId}, ${count})`)
}

const columnsOf = ({ tables }: Funnel, wanted: string) =>
	tables.find(({ title }) => title === wanted)?.columns.map(({ label }) => label)
const row = ({ tables }: Funnel, wanted: string) =>
	tables.flatMap(({ rows }) => rows).find(({ name }) => name === wanted)

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
	const found = await funnel()
	expect(found).toMatchObject({
		period: { from: '2026-10-24', to: '2026-11-22' },
		before: { from: '2026-09-24', to: '2026-10-23' },
	})
	expect(columnsOf(found, 'Paid guides')).toEqual(['Seen', 'Checkout begun', 'Paid', 'Downloaded or read'])
	expect(row(found, 'CV Secrets')).toEqual({
		name: 'CV Secrets',
		counts: [1234, 87, 61, 61],
		shares: [null, 7.1, 70.1, 100],
		before: [100, 10, 5, 4],
		shares_before: [null, 10, 50, 80],
	})
	expect((await runAdmin(admin, 'funnel', '30')).join('\n')).toMatch(
		/^ +CV Secrets +1,234, 87, 61, 61 +–, 7\.1, 70\.1, 100 +100, 10, 5, 4 +–, 10, 50, 80$/m,
	)
})

test('a free guide has the step “Taken”, and both addresses of its page count as seen', async () => {
	await addViews('2026-11-22', '/products/startup-blueprint', 30)
	await addViews('2026-11-21', '/startup-blueprint', 10)
	await addSteps('2026-11-22', 'taken', '7', 10)
	await addSteps('2026-11-22', 'downloaded', '7', 11)
	const found = await funnel('7')
	expect(columnsOf(found, 'Free guides')).toEqual(['Seen', 'Taken', 'Downloaded or read'])
	expect(row(found, 'Startup Blueprint')).toMatchObject({ counts: [40, 10, 11], shares: [null, 25, 110] })
})

test('an account created through OAuth does not count towards the conversion rate of the sign-up form', async () => {
	await addViews('2026-11-22', '/auth/sign-up-begun', 40)
	await addSteps('2026-11-22', 'confirmed by email', null, 30)
	await addSteps('2026-11-22', 'joined by OAuth', null, 12)
	expect(row(await funnel(), 'New accounts')).toMatchObject({
		counts: [40, 30, 12],
		shares: [null, 75, null],
	})
})

test('page views that were not counted are not known, and neither is a share that would divide by zero', async () => {
	await addSteps('2026-11-22', 'paid', '2', 1)
	const shares = [null, null, null, 0]
	expect(row(await funnel('1'), 'CV Secrets')).toMatchObject({ counts: [null, 0, 1, 0], shares })
	await addViews('2026-11-22', '/', 1)
	expect(row(await funnel('1'), 'CV Secrets')).toMatchObject({ counts: [0, 0, 1, 0], shares })
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
		const found = await funnel('2026-03')
		expect(found.period).toEqual({ from: '2026-03-01', to: '2026-03-31' })
		expect(found.before).toEqual({ from: '2026-02-01', to: '2026-02-28' })
		expect(row(found, 'Student Guide')).toMatchObject({
			counts: [null, 6, 0],
			shares: [null, null, 0],
			before: [null, 17, 0],
		})
	})

	test('of January is compared with December', async () => {
		expect((await funnel('2026-01')).before).toEqual({ from: '2025-12-01', to: '2025-12-31' })
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
	await expect(funnel(wanted)).rejects.toThrow('A period is a number of days')
})
