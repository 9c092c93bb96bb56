import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { ShopState } from '#shared/shop-state.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { depositArticle } from '#test/articles.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
let owner: TestMember
let helper: TestMember
const states: ShopState[] = []
let pages: Awaited<ReturnType<typeof keepTestPages>>
beforeAll(async () => {
	owner = await signedInMember(world, 'owner')
	helper = await signedInMember(world, 'helper')
	pages = await keepTestPages({ database: world.database, show: async (state) => void states.push(state) })
})
afterAll(() => pages.stop())

const act = async (name: string, body: object, member = owner) =>
	await actAdmin(world, name, body, { bearer: await member.takeStep() })
const shown = async () => {
	await pages.refresh()
	return states.at(-1)?.articles ?? []
}
const idSchema = z.object({ id: z.string() })
const begin = async (title: string, change: object = {}) => {
	const { id } = idSchema.parse((await act('new-article', { title }, helper)).body)
	const content = { ...depositArticle, title, slug: `article-${id}`, ...change }
	return {
		id,
		saved: (await act('save-document', { kind: 'article', id, version: 1, content }, helper)).body,
	}
}
const publish = async (id: string, version: number) =>
	await act('publish-document', { kind: 'article', id, version })
const read = async (id: string) =>
	(await readAdmin(world, `document?kind=article&id=${id}`, { bearer: owner.accessToken })).body
const save = async (id: string, version: number, change: object) =>
	await act('save-document', {
		kind: 'article',
		id,
		version,
		content: { ...depositArticle, slug: `article-${id}`, ...change },
	})

test('a helper begins an article at an address made of its title, and an owner publishes it', async () => {
	const preview = await act('new-article', { title: 'Is it "fair"? £400!', preview: true }, helper)
	expect(preview.body.will).toEqual([
		expect.stringContaining('at /articles/is-it-fair-400. Visitors see nothing'),
	])
	const { body } = await act('new-article', { title: 'Is it "fair"? £400!' }, helper)
	const { id } = idSchema.parse(body)
	const begun = await read(id)
	expect(begun).toMatchObject({ path: '/articles/is-it-fair-400', is_published: false, published_at: null })
	expect((await publish(id, 1)).body.message).toMatch(
		/Summary: can’t be empty.*Author: can’t be empty.*Text: can’t be empty/,
	)
	const content = { ...depositArticle, slug: 'is-it-fair' }
	const name = { kind: 'article', id }
	expect((await act('save-document', { ...name, version: 1, content }, helper)).body).toMatchObject({
		faults: [],
	})
	expect((await act('publish-document', { ...name, version: 2 }, helper)).status).toBe(403)
	expect(await shown()).toEqual([])
	expect((await act('publish-document', { ...name, version: 2, preview: true })).body.will).toEqual([
		expect.stringContaining('Shows “What your deposit is for” at /articles/is-it-fair, in the list'),
		expect.stringContaining('within about ten seconds'),
	])
	expect((await publish(id, 2)).status).toBe(200)
	const [article] = await shown()
	expect(article).toMatchObject({ id, slug: 'is-it-fair', author: 'Priya Shah' })
	expect(article?.changedAt).toBe(article?.publishedAt)
	expect(await read(id)).toMatchObject({ is_published: true, published_at: article?.publishedAt })
})

test('its address stays once it is published, and its dates are those of its publications', async () => {
	const { id } = await begin('Rent')
	await publish(id, 2)
	const before = (await shown()).find((one) => one.id === id)
	expect((await save(id, 3, { slug: 'other' })).body.faults).toEqual([
		expect.objectContaining({ path: 'slug', says: 'can’t be changed here' }),
	])
	await save(id, 4, { title: 'Rent in advance' })
	const plan = await act('publish-document', { kind: 'article', id, version: 5, preview: true })
	expect(plan.body.will).toEqual([
		'Rent, Title: “Rent” becomes “Rent in advance”.',
		'The page says that it was changed today.',
		expect.any(String),
	])
	await publish(id, 5)
	const after = (await shown()).find((one) => one.id === id)
	expect(after).toMatchObject({ title: 'Rent in advance', publishedAt: before?.publishedAt })
	expect((after?.changedAt ?? '') > (before?.changedAt ?? '')).toBe(true)
	// An older version comes back with its words; the dates say when that was.
	await act('take-back-document', { kind: 'article', id, version: 6, restored: 3 })
	await publish(id, 7)
	expect((await shown()).find((one) => one.id === id)).toMatchObject({ title: 'Rent', slug: `article-${id}` })
})

test('everything that is wrong with an article is named', async () => {
	const { id } = await begin('Faulty')
	const { body } = await save(id, 2, {
		title: '',
		slug: 'feed',
		summary: 'x'.repeat(201),
		author: 'Pri\u202Eya',
		text: [{ kind: 'paragraph', text: [{ text: 'x', link: 'javascript:alert(1)' }] }],
		picture: [{ ...picture, name: 'cover' }],
		sources: [{ name: '', address: 'http://example.org', read: '31 November' }],
		related: ['student-guide', 'student-guide'],
		extra: true,
	})
	const faults = z.array(z.looseObject({ path: z.string(), says: z.string() })).parse(body.faults)
	expect(faults.map(({ path, says }) => `${path}: ${says}`)).toEqual(
		expect.arrayContaining([
			'title: can’t be empty',
			'slug: is kept for the site itself',
			'summary: is too long: 200 characters at most',
			expect.stringContaining('author: can’t have line breaks'),
			expect.stringContaining('text: has a link to “javascript:alert(1)”'),
			'picture: comes from Media',
			'sources.0.name: can’t be empty',
			'sources.0.address: begins with https://',
			'sources.0.read: is a day, such as 2026-11-28',
			'related: has a guide twice',
			expect.stringContaining('extra'),
		]),
	)
	for (const slug of ['404', 'a b', 'Ä', '../x', 'a--b', 'x'.repeat(81)])
		expect([slug, (await act('new-article', { title: 'X', slug })).status]).toEqual([slug, 400])
	const { body: unknown } = await save(id, 3, { related: ['no-such-guide'], picture: [picture] })
	expect(unknown.faults).toEqual([
		expect.objectContaining({ path: 'picture.0', says: expect.stringContaining('no longer in Media') }),
		expect.objectContaining({ path: 'related.0', says: 'no guide has this address' }),
	])
})

const picture = {
	name: '0'.repeat(32),
	kind: 'page',
	source: 'Media',
	page: 1,
	alt: 'A key',
	caption: null,
	width: 640,
	height: 480,
}

test('no two articles have one address', async () => {
	const { id } = await begin('First', { slug: 'the-address' })
	const second = await begin('Second', { slug: 'the-address' })
	await publish(id, 2)
	expect((await publish(second.id, 2)).body.message).toContain('another article has it already: First')
	expect((await act('new-article', { title: 'Third', slug: 'the-address' })).body.message).toBe(
		'Another article has the address /articles/the-address.',
	)
	const again = await act('new-article', { title: 'The address!', preview: true })
	expect(again.body.will).toEqual([expect.stringContaining('at /articles/the-address-2.')])
	const reserved = await act('new-article', { title: 'Feed', preview: true })
	expect(reserved.body.will).toEqual([expect.stringContaining('at /articles/feed-2.')])
})

test('of six articles that are begun at the same moment, each is made or says why not', async () => {
	const bearer = await owner.takeStep()
	const six = async (body: (index: number) => object) =>
		await Promise.all(
			Array.from(
				{ length: 6 },
				async (_, index) => await actAdmin(world, 'new-article', body(index), { bearer }),
			),
		)
	const made = await six((index) => ({ title: `Number ${index}` }))
	expect(made.map(({ status }) => status)).toEqual(Array(6).fill(200))
	expect(new Set(made.map(({ body }) => idSchema.parse(body).id)).size).toBe(6)
	const same = await six((index) => ({ title: `One of six, ${index}`, slug: 'one-of-six' }))
	expect(same.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
	for (const { status, body } of same)
		if (status === 409) expect(body.message).toMatch(/Something has changed|Another article has/)
})

test('an article that is taken off the site is shown again once it is put back or published', async () => {
	const { id } = await begin('Off')
	const isShown = async () => (await shown()).some((one) => one.id === id)
	expect((await act('take-off-article', { id })).body.message).toBe('It hasn’t been published yet.')
	await publish(id, 2)
	expect((await act('take-off-article', { id }, helper)).status).toBe(403)
	expect((await act('take-off-article', { id })).status).toBe(200)
	expect(await isShown()).toBe(false)
	expect(await read(id)).toMatchObject({ is_published: false, published_at: expect.any(String) })
	expect((await act('take-off-article', { id, preview: true })).body.will).toEqual([])
	// Its address stays its own.
	expect((await act('new-article', { title: 'X', slug: `article-${id}` })).status).toBe(409)
	expect((await act('put-back-article', { id })).status).toBe(200)
	expect(await isShown()).toBe(true)
	await act('take-off-article', { id })
	const { version } = z.looseObject({ version: z.int() }).parse(await read(id))
	await save(id, version, { title: 'On again' })
	const plan = await act('publish-document', { kind: 'article', id, version: version + 1, preview: true })
	expect(plan.body.will).toContain(`Shows it at /articles/article-${id} again.`)
	await publish(id, version + 1)
	expect(await isShown()).toBe(true)
})

test('a draft that was never published can be discarded for good, which frees its address', async () => {
	const { id } = await begin('Gone', { slug: 'gone' })
	expect((await act('discard-draft', { kind: 'article', id, version: 2 })).status).toBe(200)
	expect(
		(await readAdmin(world, `document?kind=article&id=${id}`, { bearer: owner.accessToken })).status,
	).toBe(404)
	expect((await save(id, 3, {})).status).toBe(409)
	const again = await act('new-article', { title: 'Gone', preview: true })
	expect(again.body.will).toEqual([expect.stringContaining('at /articles/gone.')])
})
