import { expect, test } from 'vitest'
import type { z } from 'zod'
import { homeApi } from '#shared/admin/home.ts'
import { readAdmin, signedInMember } from '#test/admin-api.ts'
import { tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
const owner = await signedInMember(world, 'owner')

async function read(query = ''): Promise<z.output<(typeof homeApi)['needs-you']['output']>> {
	const { status, body } = await readAdmin(world, `needs-you${query}`, { bearer: owner.accessToken })
	expect(status, JSON.stringify(body)).toBe(200)
	return homeApi['needs-you'].output.parse(body)
}

test('five of a kind are listed, with the number of the others, and all of a kind if asked for', async () => {
	const mails = (count: number) =>
		tamper(
			world,
			`insert into shop.refused_mails (job, reference, reason)
			select 'send-receipt', 'no purchase ' || n, '550' from generate_series(1, ${count}) n`,
		)
	const listed = ({ items }: Awaited<ReturnType<typeof read>>) =>
		items.filter(({ kind }) => kind === 'mail').length
	await mails(5)
	expect([listed(await read()), (await read()).more]).toEqual([5, []])
	await tamper(world, 'delete from shop.refused_mails')
	await mails(48)
	expect([listed(await read()), (await read()).more]).toEqual([5, [{ kind: 'mail', count: 43 }]])
	expect([listed(await read('?all=mail')), (await read('?all=mail')).more]).toEqual([48, []])
	expect((await read('?all=held')).more).toEqual([{ kind: 'mail', count: 43 }])
	// What nothing else is like stays in the list.
	expect((await read()).items.filter(({ kind }) => kind === 'trouble').length).toBeGreaterThan(0)
})
