import { expect, test } from 'vitest'
import { z } from 'zod'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { emailsName } from '#shared/content/email-words.ts'
import { formOf } from '#shared/content/form.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'
import { withAddedFields } from './fixed-fields.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

const read = async (path: string) => (await readAdmin(world, path, { bearer: owner.accessToken })).body
const document = async () =>
	z
		.looseObject({ version: z.int(), content: z.record(z.string(), z.record(z.string(), z.string())) })
		.parse(await read('document?kind=site&id=emails'))
const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })
const write = async (email: string, change: object) => {
	const { version, content } = await document()
	const changed = { ...content, [email]: { ...content[email], ...change } }
	return (await act('save-document', { ...emailsName, version, content: changed })).body
}
const publish = async (body: object = {}) =>
	await act('publish-document', { ...emailsName, version: (await document()).version, ...body })

test('every text of every email has a field with words for it, and no two emails share a title', () => {
	const emails = formOf(emailsName).fields ?? []
	expect(emails.map(({ name }) => name)).toEqual(Object.keys(standardMailTexts))
	expect(new Set(emails.map(({ title }) => title)).size).toBe(emails.length)
	for (const { name, fields = [] } of emails)
		for (const field of fields)
			expect([name, field.name, field.title]).not.toEqual([name, field.name, field.name])
})

test('an owner changes the words of an email, sees and receives the draft, and publishes it', async () => {
	const evil = 'Hello <b>{address}</b> & </style><script>alert(1)</script>'
	const welcome = `Welcome <to> ${new URL(world.url).host}`
	await write('confirmation', { subject: 'Welcome <to> {site}', lead: evil })
	const shown = await read('message?name=confirmation&words=draft')
	expect(shown).toMatchObject({ subject: welcome, fixed: null })
	expect(shown.html).toContain(
		'&lt;b&gt;priya.natarajan@student.example&lt;/b&gt; &amp; &lt;/style&gt;&lt;script&gt;',
	)
	expect(String(shown.html)).not.toMatch(/<b>|<script|<to>/)
	expect((await read('message?name=confirmation')).subject).toBe(standardMailTexts.confirmation.subject)
	expect((await read('message?name=receipt')).fixed).toMatch(/^Tax law decides/)

	expect((await act('send-test-message', { name: 'confirmation', words: 'draft' })).status).toBe(200)
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: owner.email, subject: `Test: ${welcome}` })
	const before = await confirmedUser(world)
	expect(world.mails.find(({ to }) => to === before.email)?.subject).toBe(
		standardMailTexts.confirmation.subject,
	)

	const { body } = await publish({ preview: true })
	expect(body.will).toContainEqual(expect.stringMatching(/^Emails have these words from now on/))
	expect((await publish({ plan: body.plan })).status).toBe(200)
	const after = await confirmedUser(world)
	expect(world.mails.find(({ to }) => to === after.email)).toMatchObject({
		subject: welcome,
		html: expect.stringContaining('&lt;/style&gt;&lt;script&gt;'),
	})
})

test.each([
	[{ subject: 'Hello\r\nBcc: all@example.com' }, 'line breaks'],
	[{ subject: 'Hello\u2028Bcc: all@example.com' }, 'line breaks'],
	[{ subject: 'x'.repeat(151) }, '150 characters at most'],
	[{ subject: ' ' }, 'has no words'],
	[{ why: 'Because of {amount}.' }, 'may have {address}, {site} in braces'],
	[{ why: 'Because of {address' }, 'may have {address}, {site} in braces'],
	[{ button: '' }, 'can’t be empty'],
	[{ colour: 'red' }, 'colour'],
])('%j is saved as a draft, but neither shown nor published', async (change, says) => {
	const { faults } = z
		.looseObject({ faults: z.array(z.object({ says: z.string() })) })
		.parse(await write('recovery', change))
	expect(faults).toMatchObject([{ says: expect.stringContaining(says) }])
	expect((await read('message?name=recovery&words=draft')).subject).toBe(standardMailTexts.recovery.subject)
	const refused = await publish()
	expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(says)])
	const { version } = await document()
	await act('discard-draft', { ...emailsName, version })
})

test('new claims in emails are asked about, and no page is shown for them', async () => {
	await write('review_request', { lead: 'Tell us about the best guide, {product}.' })
	expect((await publish()).body.message).toContain('Is this a claim?')
	expect((await read('preview-document?kind=site&id=emails')).message).toContain('No page shows these words')
})

test('a text that a release adds to an email is added to the owner’s words', () => {
	const { why: _why, ...recovery } = { ...standardMailTexts.recovery, subject: 'Mine' }
	expect(withAddedFields(emailsName, { ...standardMailTexts, recovery }, standardMailTexts)).toEqual({
		...standardMailTexts,
		recovery: { ...standardMailTexts.recovery, subject: 'Mine' },
	})
})
