import { expect, test } from 'vitest'
import { z } from 'zod'
import { about as aboutPage } from '#catalogue/pages/about.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { anonymousClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
// On a local run, the settings show all claims.
const { config } = world.systemOptions
config.site = { ...config.site, marketingClaims: [] }
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const cv = { kind: 'product', id: '2' }
const about = { kind: 'page', id: 'about' }
const documentSchema = z.looseObject({
	version: z.int(),
	content: z.record(z.string(), z.unknown()),
	changed_by: z.string(),
})
const read = async ({ kind, id }: { kind: string; id: string }) =>
	documentSchema.parse(
		(await readAdmin(world, `document?kind=${kind}&id=${id}`, { bearer: owner.accessToken })).body,
	)
const act = async (name: string, body: object, member = owner) =>
	await actAdmin(world, name, body, { bearer: await member.takeStep() })
const savedSchema = z.looseObject({ version: z.int(), faults: z.array(z.unknown()) })
const save = async (name: { kind: string; id: string }, change: object, member = owner) => {
	const { version, content } = await read(name)
	return savedSchema.parse(
		(await act('save-document', { ...name, version, content: { ...content, ...change } }, member)).body,
	)
}
const publish = async (name: { kind: string; id: string }) => {
	const { version } = await read(name)
	const { body } = await act('publish-document', { ...name, version, preview: true })
	return await act('publish-document', { ...name, version, plan: body.plan })
}
const titleOnOffer = async () =>
	(await anonymousClient(world).from('products').select('title').eq('id', '2').single()).data?.title
const log = async (command: string) =>
	await world.database.query(
		sql`select staff_id, details, before, after from shop.owner_acts where command = ${command} order by at`,
	)
const history = async (name: { kind: string; id: string }) =>
	z.object({ rows: z.array(z.looseObject({ version: z.int(), change: z.string(), by: z.string() })) }).parse(
		(
			await readAdmin(world, `document-history?kind=${name.kind}&id=${name.id}`, {
				bearer: owner.accessToken,
			})
		).body,
	).rows

test.each([
	['page', 'home', '/'],
	['page', 'free', '/free'],
	['page', 'Career', '/career'],
	['page', 'Business', '/categories/business'],
	['site', 'site', '/'],
])('the words of the %s %s are seen at %s', async (kind, id, path) => {
	expect(await read({ kind, id })).toMatchObject({ path })
})

test('the documents are listed by what they are, with who changed them', async () => {
	const { body } = await readAdmin(world, 'documents', { bearer: helper.accessToken })
	const rows = z.array(z.looseObject({ title: z.string() })).parse(body.rows)
	const titles = rows.map(({ title }) => title)
	expect(titles.slice(0, 6)).toEqual([
		...[
			'Every page: header, footer, notice bar',
			'Every email',
			'Home',
			'Free guides',
			'Premium guides',
			'Category Career',
		],
	])
	expect(titles.indexOf('Student Guide')).toBe(titles.indexOf('Accessibility') + 1)
	expect(rows.find(({ title }) => title === 'Home')).toMatchObject({
		is_edited: false,
		has_draft: false,
		is_published: true,
		changed_by: 'the release',
	})
	expect(await read(cv)).toMatchObject({ path: '/products/cv-secrets', differences: [], faults: [] })
	expect((await readAdmin(world, 'document?kind=page&id=basket', { bearer: owner.accessToken })).status).toBe(
		404,
	)
})

test('a helper drafts, an owner publishes what the preview said, and the log has it; savings are in the history', async () => {
	const before = await titleOnOffer()
	await save(cv, { title: 'CV Secrts' }, helper)
	const { version } = await save(cv, { title: 'CV Secrets' }, helper)
	expect(await titleOnOffer()).toBe(before)
	expect((await act('publish-document', { ...cv, version }, helper)).body.code).toBe('access_denied')
	const preview = await act('publish-document', { ...cv, version, preview: true })
	expect(preview.body.will).toEqual([
		`${before}, Title: “${before}” becomes “CV Secrets”.`,
		// The title is part of what its claims say.
		expect.stringMatching(/^“CV Secrets: 4.8 from 120 ratings” is a claim: /),
		expect.stringMatching(/^“CV Secrets: 129 downloads” is a claim: /),
		expect.stringContaining('within about ten seconds'),
	])
	expect((await act('publish-document', { ...cv, version, plan: preview.body.plan })).status).toBe(200)
	expect(await titleOnOffer()).toBe('CV Secrets')
	expect(await log('publish-document')).toEqual([
		{
			staff_id: owner.id,
			details: { kind: 'product', id: '2', title: before, version: version + 1 },
			before: { version, Title: before },
			after: { version: version + 1, Title: 'CV Secrets' },
		},
	])
	expect(await log('save-document')).toEqual([])
	// The helper saved twice in a row, which is one line.
	expect((await history(cv)).map(({ change, by }) => [change, by])).toEqual([
		['published', owner.email],
		['saved', helper.email],
		['from the release', 'the release'],
	])
	expect((await act('publish-document', { ...cv, version: version + 1 })).body.message).toContain('no draft')
})

test('of two who edit, the second is told, and may then save over it; the first’s words are in the history', async () => {
	const { version } = await read(about)
	const write = async (story: string, from: number, member: TestMember) =>
		await act('save-document', { ...about, version: from, content: { ...aboutPage, story: [story] } }, member)
	expect((await write('By the owner.', version, owner)).status).toBe(200)
	const refused = await write('By the helper.', version, helper)
	expect([refused.status, refused.body.code]).toEqual([409, 'decision_refused'])
	expect(refused.body.message).toContain('Somebody else has changed this')
	const theirs = await read(about)
	expect(theirs).toMatchObject({ content: { story: ['By the owner.'] }, has_draft: true })
	expect((await write('By the helper.', theirs.version, helper)).status).toBe(200)
	expect((await act('publish-document', { ...about, version: theirs.version })).status).toBe(409)
	const [, first] = await history(about)
	const { body } = await readAdmin(
		world,
		`document-differences?kind=page&id=about&version=${first?.version}`,
		{ bearer: owner.accessToken },
	)
	expect(body.from_now).toContainEqual(
		expect.objectContaining({ field: 'Your story, 1', after: 'By the owner.' }),
	)
})

test('a price that is decided meanwhile hinders nobody who writes', async () => {
	const { version, content } = await read(cv)
	await world.database.asServer(async (tx) => {
		await lockProduct(tx, '2')
		await decide(tx, '2', { by: 'Ada', change: 'price set', decided: {} })
	})
	const saved = await act('save-document', { ...cv, version, content: { ...content, title: 'CV Tips' } })
	expect(saved.status).toBe(200)
	const { version: now } = savedSchema.parse(saved.body)
	await world.database.asServer(async (tx) => {
		await lockProduct(tx, '2')
		await decide(tx, '2', { by: 'Ada', change: 'price set', decided: {} })
	})
	expect((await act('publish-document', { ...cv, version: now })).status).toBe(200)
	expect(await titleOnOffer()).toBe('CV Tips')
})

test('a draft with faults is saved and not published, and each is named by the title of its field', async () => {
	const { faults } = await save(cv, {
		title: '',
		category: 'Cooking',
		slug: 'cv',
		shortTitle: 'x'.repeat(41),
	})
	expect(faults).toEqual([
		{ path: 'title', field: 'Title', says: 'can’t be empty' },
		{ path: 'shortTitle', field: 'Short title', says: 'is too long: 40 characters at most' },
		{ path: 'category', field: 'Category', says: expect.any(String) },
		{ path: 'slug', field: 'Last part of its address', says: 'can’t be changed here' },
	])
	const { version } = await read(cv)
	for (const preview of [true, false]) {
		const refused = await act('publish-document', { ...cv, version, preview })
		expect(refused.status).toBe(409)
		for (const words of ['Title: can’t be empty', 'Short title: is too long', 'Category: ', 'address: can’t'])
			expect(refused.body.message).toContain(words)
	}
	expect(await read(cv)).toMatchObject({ faults })
})

test('a draft can be discarded, and found in the history', async () => {
	const { version } = await read(cv)
	const preview = await act('discard-draft', { ...cv, version, preview: true }, helper)
	expect(preview.body.will).toEqual([
		expect.stringContaining('differs in 4 places'),
		expect.stringContaining('Visitors see no change'),
	])
	expect((await act('discard-draft', { ...cv, version, plan: preview.body.plan }, helper)).status).toBe(200)
	expect(await read(cv)).toMatchObject({ has_draft: false, content: { title: 'CV Tips' } })
	const { version: now } = await read(cv)
	expect((await act('discard-draft', { ...cv, version: now, preview: true })).body.will).toEqual([])
	expect(await log('discard-draft')).toHaveLength(1)
})

test('an older version becomes the draft, and is published again', async () => {
	const release = (await history(cv)).at(-1)
	const { version } = await read(cv)
	const input = { ...cv, version, restored: release?.version }
	const preview = await act('take-back-document', { ...input, preview: true })
	expect(preview.body.will).toEqual([
		expect.stringContaining('Title: “CV Tips” becomes “CV Secrets No One Tells You”.'),
		'Visitors see no change until you publish it.',
	])
	expect((await act('take-back-document', { ...input, plan: preview.body.plan })).status).toBe(200)
	expect(await titleOnOffer()).toBe('CV Tips')
	expect((await publish(cv)).status).toBe(200)
	expect(await titleOnOffer()).toBe('CV Secrets No One Tells You')
	expect(await read(cv)).toMatchObject({ is_edited: false, has_draft: false })
	const { body } = await act('take-back-document', { ...cv, version: version + 9, restored: 1 })
	expect(body.code).toBe('decision_refused')
})

test('the new words of a release can be taken or refused', async () => {
	const offer = async () =>
		await runAsSuperuser(
			world,
			`update shop.documents set is_offered = true, of_release = jsonb_set(of_release, '{story}', '["Of the release."]') where id = 'about'`,
		)
	await publish(about)
	await offer()
	const { version } = await read(about)
	expect(await read(about)).toMatchObject({
		is_offered: true,
		offered: [{ before: 'By the helper.', after: 'Of the release.' }],
	})
	const keep = await act('keep-document', { ...about, version, preview: true })
	expect(keep.body.will).toEqual([expect.stringContaining('Keeps About as it is')])
	expect((await act('keep-document', { ...about, version, plan: keep.body.plan })).status).toBe(200)
	expect(await read(about)).toMatchObject({ is_offered: false, content: { story: ['By the helper.'] } })
	expect((await act('take-release', { ...about, version: version + 1 })).body.message).toContain(
		'nothing new',
	)

	await offer()
	const now = (await read(about)).version
	const take = await act('take-release', { ...about, version: now, preview: true })
	expect(take.body.will).toEqual([
		'About, Your story, 1: “By the helper.” becomes “Of the release.”.',
		expect.stringContaining('“Of the release.” is a claim'),
		expect.stringContaining('follows the releases again'),
		expect.stringContaining('within about ten seconds'),
	])
	expect((await act('take-release', { ...about, version: now, plan: take.body.plan })).status).toBe(200)
	expect(await read(about)).toMatchObject({ is_edited: false, content: { story: ['Of the release.'] } })
})

test('words that the database can’t store, documents that don’t exist and huge drafts are refused', async () => {
	const { version } = await read(about)
	for (const story of ['a\0b', 'a\ud800b']) {
		const refused = await act('save-document', { ...about, version, content: { story: [story] } })
		expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('cannot be stored')])
	}
	for (const name of [
		{ kind: 'page', id: 'basket' },
		{ kind: 'product', id: 'x' },
	])
		expect((await act('save-document', { ...name, version: 1, content: {} })).status).toBe(409)
	const long = await act('save-document', { ...about, version, content: { story: ['x'.repeat(300_000)] } })
	expect(long.status).toBe(413)
})
