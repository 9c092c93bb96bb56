import { expect, test } from 'vitest'
import { z } from 'zod'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { useWorld } from '#test/world.ts'
import { publishPlanned } from './planned-publications.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const about = { kind: 'page', id: 'about' }
type Name = typeof about
const documentSchema = z.looseObject({ version: z.int(), content: z.record(z.string(), z.unknown()) })
const get = async (path: string) => (await readAdmin(world, path, { bearer: helper.accessToken })).body
const read = async ({ kind, id }: Name) => documentSchema.parse(await get(`document?kind=${kind}&id=${id}`))
const act = async (name: string, document: Name, body: object) => {
	const { version } = await read(document)
	return await actAdmin(world, name, { ...document, version, ...body }, { bearer: await owner.takeStep() })
}
const write = async (document: Name, change: object) => {
	const { content } = await read(document)
	return (await act('save-document', document, { content: { ...content, ...change } })).status
}
const publish = async (document: Name, body: object = {}) => await act('publish-document', document, body)
const asked = async (document: Name) => {
	const { version } = await read(document)
	return (await get(`draft-claims?kind=${document.kind}&id=${document.id}&version=${version}`)).rows
}
const history = async ({ kind, id }: Name) =>
	z
		.object({ rows: z.array(z.looseObject({ change: z.string(), claims: z.array(z.unknown()) })) })
		.parse(await get(`document-history?kind=${kind}&id=${id}`)).rows

const passed = '95% of students <b>passed</b>.'
const best = 'It is the best.'
const both = { lead: `${passed} ${best} It has 28 pages.` }
const lead = 'Sentences below the headline'
const answers = [
	{ sentence: passed, evidence: ' Counted on 3 May:\nfile 12. ' },
	{ sentence: best, evidence: null },
]
const kept = [
	{ field: lead, sentence: passed, evidence: 'Counted on 3 May:\nfile 12.' },
	{ field: lead, sentence: best, evidence: null },
]

test('a draft with new claims is published once each has an answer, which the history keeps with the version', async () => {
	expect(await write(about, both)).toBe(200)
	expect(await asked(about)).toEqual([
		{ field: lead, sentence: passed },
		{ field: lead, sentence: best },
	])
	for (const [claims, says] of [
		[undefined, `“${passed}” (${lead}); “${best}” (${lead}).`],
		[answers.slice(1), `or that it isn’t one: “${passed}” (${lead}).`],
		[[...answers, { sentence: 'It has 28 pages.', evidence: null }], 'asks about “It has 28 pages.”'],
		[[...answers, { sentence: best, evidence: 'All say so.' }], 'has two answers'],
	] as const)
		for (const preview of [true, false]) {
			const refused = await publish(about, { claims, preview })
			expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(says)])
		}
	for (const evidence of ['', ' ', 'x'.repeat(2_001)])
		expect((await publish(about, { claims: [{ sentence: passed, evidence }] })).status).toBe(400)

	const { body } = await publish(about, { claims: answers, preview: true })
	expect(body.will).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^Keeps with this version what shows “95%.*: Counted on 3 May/),
			`Keeps with this version that “${best}” isn’t a claim.`,
		]),
	)
	// An answer that the preview didn't show is not kept.
	const other = [{ sentence: passed, evidence: 'Something else.' }, ...answers.slice(1)]
	expect((await publish(about, { claims: other, plan: body.plan })).status).toBe(409)
	const { version } = await read(about)
	const done = await Promise.all(
		Array.from(
			{ length: 6 },
			async () =>
				await actAdmin(
					world,
					'publish-document',
					{ ...about, version, claims: answers, plan: body.plan },
					{ bearer: owner.accessToken },
				),
		),
	)
	expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
	const [newest, ...older] = await history(about)
	expect(newest).toMatchObject({ change: 'published', claims: kept })
	expect(older.flatMap(({ claims }) => claims)).toEqual([])
})

test('what is published already or came with the shop is not asked again, wherever it stands', async () => {
	expect(await write(about, { title: 'It is the best.', lead: passed })).toBe(200)
	expect(await asked(about)).toEqual([])
	expect((await publish(about)).status).toBe(200)
	expect(await write(about, { lead: '96% of students passed.', title: 'About' })).toBe(200)
	expect(await asked(about)).toEqual([{ field: lead, sentence: '96% of students passed.' }])

	const cv = { kind: 'product', id: '2' }
	await runAsSuperuser(
		world,
		`update shop.documents set of_release = jsonb_set(of_release, '{description}', '"Guaranteed to help."') where id = '2'`,
	)
	const { content } = await read(cv)
	const previewContent = z.looseObject({ features: z.array(z.string()) }).parse(content.previewContent)
	expect(
		await write(cv, {
			description: 'Guaranteed to help.',
			previewContent: { ...previewContent, features: ['Half of students use it', 'Half of students use it'] },
		}),
	).toBe(200)
	expect(await asked(cv)).toEqual([
		{ field: expect.stringMatching(/Features, 1$/), sentence: 'Half of students use it' },
	])
})

test('the site, rich text and articles are asked about; addresses, and claims that are confirmed elsewhere, are not', async () => {
	const site = { kind: 'site', id: 'site' }
	const notice = {
		text: 'Rated 4.9/5.',
		link: { text: 'Why', address: 'https://example.com/the-best-100%' },
	}
	expect(await write(site, { notice })).toBe(200)
	expect(await asked(site)).toEqual([{ field: 'Notice bar, Text', sentence: 'Rated 4.9/5.' }])
	expect(await write(about, { story: ['It is the No. 1 guide.'], lead: passed })).toBe(200)
	expect(await asked(about)).toEqual([])
	const begun = await actAdmin(
		world,
		'new-article',
		{ title: 'On deposits' },
		{ bearer: await owner.takeStep() },
	)
	const article = { kind: 'article', id: String(begun.body.id) }
	const text = [{ kind: 'bullets', items: [['Yes'], [{ text: '9 out of', strong: true }, ' 10 readers']] }]
	expect(await write(article, { text })).toBe(200)
	expect(await asked(article)).toEqual([{ field: 'Text', sentence: '9 out of 10 readers' }])
})

test('the answers about a planned publication are kept with the version that it publishes', async () => {
	const free = { kind: 'page', id: 'free' }
	expect(await write(free, { intro: passed })).toBe(200)
	const at = `${yearOfNextJuly()}-07-01T09:00`
	expect((await publish(free, { at })).status).toBe(409)
	expect((await publish(free, { at, claims: answers.slice(0, 1) })).status).toBe(200)
	await runAsSuperuser(
		world,
		`update shop.documents set decisions = jsonb_set(decisions, '{publication,at}', to_jsonb(now())) where decisions ? 'publication'`,
	)
	expect(await publishPlanned(world.database)).toEqual([])
	const [published, planned] = await history(free)
	expect(published).toMatchObject({
		change: 'published',
		claims: [{ sentence: passed, evidence: kept[0]?.evidence }],
	})
	expect(planned).toMatchObject({ change: 'publication planned', claims: published?.claims })
})
