import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAskedTrouble } from '#server/operations/alerts/asked-trouble.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const editor = await signedInMember(world, 'editor')

const about = { kind: 'page', id: 'about' }
const documentSchema = z.looseObject({
	version: z.int(),
	content: z.record(z.string(), z.unknown()),
	asked: z.unknown(),
	change: z.string(),
})
const read = async () =>
	documentSchema.parse(
		(await readAdmin(world, 'document?kind=page&id=about', { bearer: editor.accessToken })).body,
	)
const act = async (name: string, body: object = {}, member = editor) =>
	await actAdmin(
		world,
		name,
		{ ...about, version: (await read()).version, ...body },
		{ bearer: await member.takeStep() },
	)
const write = async (lead: string, member = editor) => {
	const { status } = await act('save-document', { content: { ...(await read()).content, lead } }, member)
	expect(status).toBe(200)
}
const needsOf = async (member: TestMember) =>
	(await readAdmin(world, 'needs-you', { bearer: member.accessToken })).body.items

test('an editor asks, the owners are told with the note, and publishing answers it', async () => {
	await write('Written by an editor.')
	expect((await act('publish-document')).status).toBe(403)
	const preview = await act('ask-to-publish', { note: 'For <b>Monday</b>', preview: true })
	expect(preview.body.will).toEqual([
		'Asks the owners to publish the draft of About. They’re emailed, and it stands on their first page.',
		'If anyone changes the draft before then, that takes it back, so only what you’ve finished is published.',
	])
	expect((await read()).asked).toBeNull()
	expect((await act('ask-to-publish', { note: 'For <b>Monday</b>' })).status).toBe(200)
	expect(await read()).toMatchObject({
		asked: { by: editor.email, at: expect.any(String), note: 'For <b>Monday</b>' },
		change: 'publication requested',
	})
	const trouble = await readAskedTrouble(world.database)
	expect(trouble).toMatchObject({
		title: 'A draft waits for you',
		facts: [{ label: 'About', value: expect.stringMatching(/^.+@.+: For <b>Monday<\/b>$/) }],
	})
	expect((await act('publish-document', {}, owner)).status).toBe(200)
	expect((await read()).asked).toBeNull()
	expect(await readAskedTrouble(world.database)).toBeUndefined()
})

test('whoever changes the draft takes the request back', async () => {
	await write('Nearly finished.')
	await act('ask-to-publish')
	await write('Finished.', owner)
	expect((await read()).asked).toBeNull()
})

test('asked six times at the same moment, there is one request, and its history says so once', async () => {
	const { version } = await read()
	const answers = await Promise.all(Array.from({ length: 6 }, () => act('ask-to-publish', { version })))
	expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
	expect((await read()).version).toBe(version + 1)
	expect((await act('ask-to-publish', { preview: true })).body.will).toEqual([])
})

test('a request can be ended by its writer and by an owner, and then there is none', async () => {
	const preview = await act('end-request', { preview: true }, owner)
	expect(preview.body.will).toEqual([
		expect.stringMatching(`^Doesn’t publish the draft of About, for which ${editor.email} asked on `),
		'The draft stays as it is. Visitors see no change.',
	])
	expect((await act('end-request', {}, owner)).status).toBe(200)
	expect((await act('end-request')).body).toMatchObject({ message: 'Nobody asks for it any more.' })
	await act('ask-to-publish')
	expect((await act('end-request')).status).toBe(200)
	expect((await read()).asked).toBeNull()
})

test('a planned publication answers a request', async () => {
	await act('ask-to-publish')
	await act('publish-document', { at: `${yearOfNextJuly()}-07-01T09:00` }, owner)
	expect(await read()).toMatchObject({ asked: null, planned_for: expect.any(String) })
})

test('what can’t be published can’t be asked for: no draft, or one with a fault', async () => {
	await write('')
	expect((await act('ask-to-publish')).body.message).toMatch('Sentences below the headline: can’t be empty.')
	await act('discard-draft')
	expect((await act('ask-to-publish')).body.message).toBe('There is no draft to publish.')
})

test('an editor sees no customer and no sale, and nobody else’s needs', async () => {
	for (const name of [
		'needs-you',
		'customers',
		'sales',
		'held-purchases',
		'sales-figures',
		'products',
		'members',
	])
		expect((await readAdmin(world, name, { bearer: editor.accessToken })).status, name).toBe(403)
	await write('Asked for.')
	await act('ask-to-publish')
	const helper = await signedInMember(world, 'helper')
	expect(await needsOf(owner)).toContainEqual(expect.objectContaining({ id: 'asked' }))
	expect(await needsOf(helper)).not.toContainEqual(expect.objectContaining({ id: 'asked' }))
})
