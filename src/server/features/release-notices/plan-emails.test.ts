import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { awaited, mailsTo, release, sendReleaseNotices, waitToBeTold } from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true })
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body = {}) =>
	await actAdmin(world, name, { product: awaited.id, ...body }, { bearer: await owner.takeStep() })
const told = async (email: string) =>
	(await mailsTo(world, email)).filter(({ subject }) => subject === `${awaited.title} is out`).length

test('release emails that the owner holds back are sent once, when the owner decides', async () => {
	const [ada, ben] = ['ada@student.test', 'ben@student.test']
	for (const email of [ada, ben]) await waitToBeTold(world, email)
	const early = await act('send-release-emails', { preview: true })
	expect(early).toMatchObject({
		status: 409,
		body: {
			message: expect.stringContaining('isn’t out yet'),
		},
	})
	expect((await act('hold-release-emails')).status).toBe(200)
	expect((await act('hold-release-emails', { preview: true })).body.will).toEqual([])
	expect(
		(await readAdmin(world, `product?id=${awaited.id}`, { bearer: owner.accessToken })).body,
	).toMatchObject({
		status: 'coming soon',
		waiting_people: 2,
		emails_wait: true,
	})

	await release(world)
	await sendReleaseNotices(world)
	expect([await told(ada), await told(ben)]).toEqual([0, 0])
	expect((await act('send-release-emails')).body.message).toContain('isn’t in the store')
	await world.database.query(
		sql`update public.products set file_name = 'StudentGuide.pdf' where id = ${awaited.id}`,
	)
	const preview = await act('send-release-emails', { preview: true })
	expect(preview.body.will).toEqual([
		expect.stringContaining('is out. 2 people have not been emailed yet.'),
		expect.stringContaining('can’t be recalled'),
	])
	await act('send-release-emails', { plan: preview.body.plan })
	for (let round = 0; round < 2; round += 1) await sendReleaseNotices(world)
	expect([await told(ada), await told(ben)]).toEqual([1, 1])
	expect((await act('send-release-emails')).status).toBe(409)
	expect((await act('hold-release-emails')).body.message).toContain('Everybody who asked')
	const log = await world.database.query(sql`select command, before, after from shop.owner_acts order by at`)
	expect(log).toEqual([
		{ command: 'hold-release-emails', before: { waits: false }, after: { waits: true } },
		{ command: 'send-release-emails', before: { waits: true }, after: { waits: false } },
	])
})
