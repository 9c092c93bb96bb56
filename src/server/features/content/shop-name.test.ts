import { expect, test } from 'vitest'
import { z } from 'zod'
import { readPlainShopName } from '#server/shop/shop-name.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { callAuth, confirmedUser } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const name = { kind: 'site', id: 'site' }

test('once an owner has published a name, emails, text messages, keys and the admin say it', async () => {
	const owner = await signedInMember(world, 'owner')
	const bearer = await owner.takeStep()
	const act = async (which: string, body: object) =>
		await actAdmin(world, which, { ...name, ...body }, { bearer })
	const read = async () => {
		const { body } = await readAdmin(world, 'document?kind=site&id=site', { bearer: owner.accessToken })
		return z.looseObject({ version: z.int(), content: z.record(z.string(), z.unknown()) }).parse(body)
	}
	const { version, content } = await read()
	const renamed = { ...content, name: 'Tom & Ana’s' }
	expect((await act('save-document', { version, content: renamed })).status).toBe(200)
	const draft = await confirmedUser(world)
	expect(world.mails.find(({ to }) => to === draft.email)?.subject).toBe('Confirm your email for Headstart')

	const shown = await act('publish-document', { version: (await read()).version, preview: true })
	expect(
		(await act('publish-document', { version: (await read()).version, plan: shown.body.plan })).status,
	).toBe(200)
	const person = await confirmedUser(world)
	expect(world.mails.find(({ to }) => to === person.email)).toMatchObject({
		subject: 'Confirm your email for Tom & Ana’s',
		fromName: 'Tom & Ana’s',
		html: expect.stringMatching(/>Tom &amp; Ana’s<[\s\S]*>Tom &amp; Ana’s, </),
		text: expect.stringContaining(`\n\nTom & Ana’s, ${world.url}\n`),
	})
	expect(await readPlainShopName(world.database)).toBe("Tom & Ana's")
	const me = await readAdmin(world, 'who-am-i', { bearer: owner.accessToken })
	expect(me.body.shop_name).toBe('Tom & Ana’s')
	const { body } = await callAuth(world, '/passkeys/registration/options', {
		bearer: person.accessToken,
		body: {},
	})
	expect(body).toMatchObject({ options: { rp: { name: 'Tom & Ana’s' } } })
})
