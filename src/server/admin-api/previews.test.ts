import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { actAdmin, createShopAndOwner, newMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { sell, sellOnHold, tamper } from '#test/money-ledger.ts'

const { world, owner } = await createShopAndOwner()
afterAll(async () => await world.close())

const unconfirmed = async () => {
	const { id, email } = await confirmedUser(world)
	await world.database.query(sql`update auth.users set email_confirmed_at = null where id = ${id}`)
	return email
}
const emailOf = async (userId: string) =>
	String((await world.database.query(sql`select email from auth.users where id = ${userId}`))[0]?.email)

/** Acts that are refused, each with the inputs for which it is. */
const refused: [string, string, () => Promise<object>][] = [
	[
		'attach-purchase',
		'the address has no account',
		async () => ({ ...(await attachable()), email: 'nobody@student.test' }),
	],
	[
		'attach-purchase',
		'the address is not confirmed',
		async () => ({ ...(await attachable()), email: await unconfirmed() }),
	],
	[
		'attach-purchase',
		'the account has the guide',
		async () => ({ ...(await attachable()), email: await emailOf((await sell(world)).userId) }),
	],
	[
		'attach-purchase',
		'the purchase has an account',
		async () => ({
			purchase: (await sellOnHold(world, { hasAccount: true })).purchaseId,
			email: owner.email,
		}),
	],
	[
		'attach-purchase',
		'the purchase isn’t on hold',
		async () => ({ purchase: (await sell(world)).purchaseId, email: owner.email }),
	],
	[
		'release-purchase',
		'the purchase isn’t on hold',
		async () => ({ purchase: (await sell(world)).purchaseId }),
	],
	['release-purchase', 'the purchase has no account', async () => await attachable()],
	[
		'refund',
		'the purchase was never paid',
		async () => {
			const { purchaseId } = await sell(world)
			await tamper(world, `update public.purchases set status = 'expired' where id = $1`, [purchaseId])
			return { purchase: purchaseId }
		},
	],
	['remove-member', 'they are the last owner', async () => ({ id: owner.id })],
	['change-role', 'they are the last owner', async () => ({ id: owner.id, role: 'helper' })],
	['withdraw-invitation', 'there is none', async () => ({ email: 'nobody@student.test' })],
	['erase-customer', 'they are the last owner', async () => ({ customer: owner.id })],
]

async function attachable() {
	return { purchase: (await sellOnHold(world, { hasAccount: false })).purchaseId }
}

test.each(refused)('the preview of %s refuses what the act refuses: %s', async (name, _why, prepare) => {
	await newMember(world, 'helper')
	const input = { ...(await prepare()), reason: 'a test' }
	const bearer = await owner.takeStep()
	const preview = await actAdmin(world, name, { ...input, preview: true }, { bearer })
	const act = await actAdmin(world, name, input, { bearer })
	expect(act.status).toBeGreaterThanOrEqual(400)
	expect(act.status).toBeLessThan(500)
	expect([preview.status, preview.body.code, preview.body.message]).toEqual([
		...[act.status, act.body.code, act.body.message],
	])
})

test('the preview of a file that the store lacks refuses it, and does not give the upload up', async () => {
	const bearer = await owner.takeStep()
	const response = await world.adminRequest('/api/upload-edition?product=2', {
		method: 'POST',
		headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/zip' },
		body: `PK\u0003\u0004 a file of its own PK\u0005\u0006${'\0'.repeat(18)}`,
	})
	const { id } = z.object({ id: z.uuid() }).parse(await response.json())
	const [upload] = await world.database.query(
		sql`select file_name, sha256 from shop.editions where id = ${id}`,
		z.object({ file_name: z.string(), sha256: z.string() }),
	)
	const name = storedName(upload?.file_name ?? '', upload?.sha256 ?? '')
	const stored = await world.files.open(name)
	const bytes = stored && (await wholeFile(stored))
	await world.files.remove(name)
	const preview = async () =>
		await actAdmin(
			world,
			'publish-edition',
			{ id, changes: 'New rents.', tell: false, preview: true },
			{ bearer },
		)
	const gone = { status: 409, body: { message: 'The upload is gone. Upload the file again.' } }
	expect(await preview()).toMatchObject(gone)
	expect(await preview()).toMatchObject(gone)
	// As after the right DATA_DIR has been set again.
	await world.files.put(name, bytes ?? new Uint8Array())
	expect(await preview()).toMatchObject({ status: 200 })
})
