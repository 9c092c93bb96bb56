import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type PaidCheckout, paidCheckout } from '#test/checkout.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => await world.close())

const none = async () => {}

async function complete(checkout: PaidCheckout, totalPence: number): Promise<void> {
	const session = { ...checkout.session, totalPence }
	await world.database.asServer((tx) =>
		fulfil(tx, {
			session,
			cause: 'event',
			followUps: { sendReceipt: none, refundDuplicate: none, handleEvent: none },
		}),
	)
}

const send = ({ purchaseId }: PaidCheckout) => world.jobHandlers['send-receipt']({ purchaseId })

test('a receipt tells what was really paid and on which day, however long before the buying had begun', async () => {
	const checkout = await paidCheckout(world)
	await world.database.query(
		sql`update public.purchases set created_at = now() - interval '3 days' where id = ${checkout.purchaseId}`,
	)
	await complete(checkout, 749)
	await send(checkout)
	const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
	expect(world.mails.at(-1)?.text).toContain('£7.49')
	expect(world.mails.at(-1)?.text).toContain(`Paid on ${today.format(new Date())}`)
})

test('a buyer who has since deleted their account gets none, and the job is done', async () => {
	const checkout = await paidCheckout(world)
	await complete(checkout, 1499)
	await world.database.query(sql`delete from auth.users where id = ${checkout.userId}`)
	const before = world.mails.length
	await send(checkout)
	expect(world.mails).toHaveLength(before)
})
