import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actAdmin, createSaleAndOwner } from '#test/admin-api.ts'

const { world, sale, owner } = await createSaleAndOwner()
afterAll(async () => await world.close())

const detailsSchema = z.object({ will: z.array(z.string()), plan: z.string() })

test('if an act would now do something else, the refusal shows the new plan and its email, and that plan can be confirmed', async () => {
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
				will: [
					expect.stringContaining('Refunds £9.99'),
					expect.any(String),
					expect.stringMatching('not downloaded or read yet'),
				],
				mail: { subject: expect.any(String), text: expect.stringContaining('£9.99') },
			},
		},
	})
	const corrected = detailsSchema.parse(refused.body.details)
	const done = await actAdmin(world, 'refund', { ...refund, plan: corrected.plan }, { bearer })
	expect(done).toMatchObject({ status: 200, body: { refunded_pence: 999, left_pence: 0 } })
})
