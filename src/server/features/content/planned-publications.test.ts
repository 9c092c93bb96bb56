import { expect, test } from 'vitest'
import { z } from 'zod'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { useWorld } from '#test/world.ts'
import { publishPlanned } from './planned-publications.ts'

const world = await useWorld({ admin: 'public' })
const year = yearOfNextJuly()
const nextJuly = `${year}-07-01T09:00`
const plannedFor = `${year}-07-01T08:00:00.000Z`
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const about = { kind: 'page', id: 'about' }
const documentSchema = z.looseObject({
	version: z.int(),
	content: z.record(z.string(), z.unknown()),
	has_draft: z.boolean(),
	planned_for: z.string().nullable(),
	change: z.string(),
	changed_by: z.string(),
})
const read = async () =>
	documentSchema.parse(
		(await readAdmin(world, 'document?kind=page&id=about', { bearer: owner.accessToken })).body,
	)
const act = async (name: string, body: object, member = owner) =>
	await actAdmin(
		world,
		name,
		{ ...about, version: (await read()).version, ...body },
		{
			bearer: await member.takeStep(),
		},
	)
const write = async (lead: string, member = owner) =>
	await act('save-document', { content: { ...(await read()).content, lead } }, member)

/** Lets the planned time come. */
const letCome = async () =>
	await runAsSuperuser(
		world,
		`update shop.documents set decisions = jsonb_set(decisions, '{publication,at}', to_jsonb(now())) where decisions ? 'publication'`,
	)

test('a draft is published by itself at the time that an owner has planned, once, on every page', async () => {
	const shown: unknown[] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async (state) => void shown.push(state.pages.about.lead),
	})
	try {
		await pages.refresh()
		const before = shown.at(-1)
		expect((await write('Published in July.')).status).toBe(200)
		const preview = await act('publish-document', { at: nextJuly, preview: true })
		expect(preview.body.will).toContain(
			`Visitors see it from 1 July ${year} at 09:00, London time, on. You can cancel that until then.`,
		)
		expect((await act('publish-document', { at: nextJuly })).status).toBe(200)
		expect(await read()).toMatchObject({
			has_draft: true,
			planned_for: plannedFor,
			change: 'publication planned',
		})
		await pages.refresh()
		expect(shown.at(-1)).toBe(before)

		await letCome()
		// Six servers see it at the same moment.
		const failures = await Promise.all(Array.from({ length: 6 }, () => publishPlanned(world.database)))
		expect(failures.flat()).toEqual([])
		const { version } = await read()
		expect(await read()).toMatchObject({
			has_draft: false,
			planned_for: null,
			change: 'published',
			changed_by: owner.email,
		})
		expect(await publishPlanned(world.database)).toEqual([])
		expect((await read()).version).toBe(version)
		await pages.refresh()
		expect(shown.at(-1)).toBe('Published in July.')
	} finally {
		pages.stop()
	}
})

test.each([
	['someone changes the draft', () => write('Not what was checked.', helper)],
	['the draft is discarded', () => act('discard-draft', {})],
	['an owner cancels it', () => act('cancel-publication', {})],
	['an owner publishes it before', () => act('publish-document', {})],
])('a planned publication ends if %s', async (_what, change) => {
	await write(`Planned ${Math.random()}.`)
	expect((await act('publish-document', { at: nextJuly })).status).toBe(200)
	expect((await change()).status).toBe(200)
	const after = await read()
	expect(after.planned_for).toBeNull()
	expect(await publishPlanned(world.database)).toEqual([])
	expect((await read()).version).toBe(after.version)
	expect((await act('cancel-publication', {})).body.message).toContain('No publication is planned')
})

test('a draft that has become faulty by its time stays a draft, and the shop says why', async () => {
	await write('Faulty later.')
	expect((await act('publish-document', { at: nextJuly })).status).toBe(200)
	await runAsSuperuser(
		world,
		`update shop.documents set draft = draft || '{"lead": 3}' where kind = 'page' and id = 'about'`,
	)
	await letCome()
	expect(await publishPlanned(world.database)).toEqual([
		expect.objectContaining({
			message: expect.stringContaining('page about could not be published at its time'),
		}),
	])
	expect(await read()).toMatchObject({ has_draft: true, change: 'publication planned' })
	expect((await act('cancel-publication', {})).status).toBe(200)
	expect(await publishPlanned(world.database)).toEqual([])
	expect((await act('discard-draft', {})).status).toBe(200)
})

test.each([
	['a time that has passed', { at: '2020-01-01T09:00' }, 409, 'has passed'],
	['a time more than a year away', { at: '2090-01-01T09:00' }, 409, 'a year'],
	['a day that does not exist', { at: '2027-02-31T09:00' }, 400, 'a time such as'],
])('a publication is not planned for %s', async (_what, body, status, says) => {
	await write('Ready.')
	const refused = await act('publish-document', body)
	expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(says)])
})

test('helpers plan and cancel no publication', async () => {
	await write('Ready.')
	expect((await act('publish-document', { at: nextJuly }, helper)).status).toBe(403)
	expect((await act('publish-document', { at: nextJuly })).status).toBe(200)
	expect((await act('cancel-publication', {}, helper)).status).toBe(403)
	expect((await read()).planned_for).toBe(plannedFor)
})
