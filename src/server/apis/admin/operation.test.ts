import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let sale: Sale
let owner: TestMember
beforeAll(async () => {
	world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
	// Sells first, as signing in moves the shop's clock forward, but not the provider's.
	sale = await sell(world)
	owner = await signedInMember(world, 'owner')
})
afterAll(async () => await world.close())

const detailsSchema = z.object({ will: z.array(z.string()), plan: z.string() })

test('if something else would happen by now, the refusal shows the new plan and its email, and that plan can be confirmed', async () => {
	const refund = { purchase: sale.purchaseId, reason: 'a page was missing' }
	const bearer = await owner.takeStep()
	const preview = await actAdmin(world, 'refund', { ...refund, preview: true }, { bearer })
	expect(preview.body.mail).toMatchObject({ text: expect.stringContaining('£14.99') })
	const { plan } = detailsSchema.parse(preview.body)

	expect((await actAdmin(world, 'refund', { ...refund, amount_pence: 500 }, { bearer })).status).toBe(200)
	const refused = await actAdmin(world, 'refund', { ...refund, plan }, { bearer })
	expect(refused).toMatchObject({
		status: 409,
		body: {
			code: 'plan_changed',
			details: {
				will: [expect.stringContaining('Refunds £9.99'), expect.any(String)],
				mail: { subject: expect.any(String), text: expect.stringContaining('£9.99') },
			},
		},
	})
	const corrected = detailsSchema.parse(refused.body.details)
	const done = await actAdmin(world, 'refund', { ...refund, plan: corrected.plan }, { bearer })
	expect(done).toMatchObject({ status: 200, body: { refunded_pence: 999, left_pence: 0 } })
})
