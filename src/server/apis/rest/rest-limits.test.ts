import { expect, test } from 'vitest'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ rateLimitScale: 1 })

test('a user can update rows thirty times a minute; other users and the service role are not affected', async () => {
	const ada = await signedInClient(world)
	const { data: row } = await ada.from('purchases').insert(freeGuide()).select('id').single()
	const touch = async (client = ada) =>
		await client
			.from('purchases')
			.update({ status: 'completed' })
			.eq('id', row?.id ?? '')
	for (let round = 0; round < 30; round++) expect((await touch()).status).toBe(204)
	const refused = await touch()
	expect(refused).toMatchObject({ status: 429, error: { code: 'over_request_rate_limit' } })
	expect((await ada.from('purchases').select('id')).data).toHaveLength(1)
	expect((await touch(await signedInClient(world))).status).toBe(204)
	expect((await touch(serviceRoleClient(world))).status).toBe(204)
	expect((await touch(anonymousClient(world))).status).toBe(401)
})

test('writing and editing reviews has its own limit of twenty an hour', async () => {
	const ben = await signedInClient(world)
	await ben.from('purchases').insert(freeGuide())
	await ben.from('reviews').insert({ catalogue_id: '1', rating: 3 })
	const edit = async (body: string) => await ben.from('reviews').update({ body }).eq('catalogue_id', '1')
	for (let round = 1; round < 20; round++) expect((await edit(`Round ${round}`)).status).toBe(204)
	expect((await edit('One too many')).status).toBe(429)
	expect((await ben.from('purchases').update({ status: 'completed' }).eq('product_id', '1')).status).toBe(204)
})
