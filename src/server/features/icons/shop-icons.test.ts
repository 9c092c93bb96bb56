import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { site } from '#catalogue/site.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withMark } from '#server/shop/emails/with-mark.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'
import { iconSides } from '#shared/icon-files.ts'
import { signedInMember } from '#test/admin-api.ts'
import { uploadPicture } from '#test/pictures.ts'
import { useWorld } from '#test/world.ts'
import { createShopIcons } from './shop-icons.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const icons = () => createShopIcons(world)

async function publish(change: object): Promise<void> {
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = ${JSON.stringify({ ...site, ...change })}::jsonb
		where kind = 'site' and id = 'site'`)
}
const logo = (name: string) => ({
	logo: [{ name, kind: 'page', source: 'Media', page: 1, alt: 'A', caption: null, width: 320, height: 320 }],
})

test('a shop has the icon it came with, until it has another name or a logo', async () => {
	expect(await icons().read('icon-192.png')).toBeUndefined()
	await publish({ name: 'Tom & Ana’s' })
	const letter = await icons().read('icon-192.png', 'T')
	expect(letter && imageSize(letter)).toMatchObject({ type: 'png', width: 192, height: 192 })
	expect(await icons().read('icon-192.png', 'H')).toBeUndefined()

	const { id } = await uploadPicture(world, owner, 1, 320, 320)
	await publish(logo(id))
	const drawn = icons()
	for (const [file, side] of Object.entries(iconSides)) {
		const answer = await world.request(`/icons/${id}/${file}`)
		expect([answer.status, imageSize(new Uint8Array(await answer.arrayBuffer()))]).toEqual([
			200,
			expect.objectContaining({ type: 'png', width: side, height: side }),
		])
	}
	expect(await drawn.read('icon-192.png', id)).not.toEqual(letter)
	for (const path of [`/icons/${'f'.repeat(32)}/tab.png`, '/icons/T/tab.png', `/icons/${id}/other.png`])
		expect((await world.request(path)).status).toBe(404)
})

test('emails show the shop’s own icon, or the one it came with if that can’t be drawn', async () => {
	const mail = writeMail({
		to: 'ada@student.test',
		subject: 'A',
		messageId: '<a@shop.test>',
		shop: 'Tom',
		siteUrl: 'https://shop.test',
		title: 'A',
		preheader: 'A',
		body: [],
		closing: 'A',
	})
	const bytes = new Uint8Array([1])
	expect((await withMark(mail, async () => bytes)).pictures).toEqual([
		expect.objectContaining({ cid: 'mark@headstart', bytes }),
	])
	expect(await withMark(mail, async () => await Promise.reject(new Error('busy')))).toBe(mail)
})
