import { expect, test } from 'vitest'
import { listAll } from '#server/adapters/payments/list-all.ts'
import type { ProviderCalls } from '#server/adapters/payments/provider-calls.ts'

const calls: ProviderCalls = { run: (work) => work({ timeout: 1_000 }) }

test('a list is read to its last page, each page starting after the last object of the one before', async () => {
	const charges = Array.from({ length: 250 }, (_, index) => ({ id: `ch_${index}` }))
	const asked: (string | undefined)[] = []
	const list = async ({ limit, starting_after }: { limit: number; starting_after?: string }) => {
		asked.push(starting_after)
		const from = charges.findIndex(({ id }) => id === starting_after) + 1
		return { data: charges.slice(from, from + limit), has_more: from + limit < charges.length }
	}
	const read: { id: string }[] = []
	for await (const charge of listAll(calls, list)) read.push(charge)
	expect(read).toEqual(charges)
	expect(asked).toEqual([undefined, 'ch_99', 'ch_199'])
})
