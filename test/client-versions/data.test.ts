import { beforeAll, describe, expect, test } from 'vitest'
import { clientOf, clientVersions, signedInUser } from '#test/client-versions/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { bucketOf, guide, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

// Rows, files and functions, with the newest client and one from a year ago.
const world = await useWorld()
beforeAll(async () => {
	await stockStore(world)
})

const freeGuide = {
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}

describe.each(clientVersions)('$name', (version) => {
	const newUser = () => signedInUser(version, world)
	const stranger = () => clientOf(version, world)
	const owner = () => clientOf(version, world, { key: world.keys.secretKey })

	test('selects rows by filters, sorts them, takes ranges of them, counts them, and selects single rows', async () => {
		const products = () => stranger().from('products')
		const all = await products().select('id, title', { count: 'exact' }).order('id')
		expect(all.error).toBeNull()
		expect(all.count).toBe(all.data?.length)
		const ids = (all.data ?? []).map(({ id }) => id)
		expect(ids.length).toBeGreaterThan(3)
		expect((await products().select('id').order('id').range(1, 2)).data).toEqual(
			ids.slice(1, 3).map((id) => ({ id })),
		)
		expect((await products().select('id').in('id', ['1', '2']).neq('id', '2')).data).toEqual([{ id: '1' }])
		expect((await products().select('id').or('id.eq.1,id.eq.2').order('id').limit(1)).data).toEqual([
			{ id: '1' },
		])
		expect(
			(
				await products()
					.select('id')
					.not('id', 'in', `(${ids.slice(1).join(',')})`)
			).data,
		).toEqual([{ id: ids[0] }])
		expect((await products().select('id').eq('id', '1').single()).data).toEqual({ id: '1' })
		expect(await products().select('id').eq('id', 'none').maybeSingle()).toMatchObject({
			data: null,
			error: null,
		})
		expect((await products().select('id').eq('id', 'none').single()).error?.code).toBe('PGRST116')
		expect((await products().select('*', { count: 'exact', head: true })).count).toBe(ids.length)
		expect((await products().select('nothing')).error).toMatchObject({ code: '42703' })
	})

	test('inserts rows, reads them back, updates them, and reads the errors of the REST API', async () => {
		const { client, person } = await newUser()
		const taken = await client
			.from('purchases')
			.insert({ user_id: person.id, ...freeGuide })
			.select('id, status')
			.single()
		expect(taken).toMatchObject({ status: 201, error: null, data: { status: 'completed' } })
		const same = await client
			.from('purchases')
			.update({ status: 'completed' })
			.eq('id', taken.data?.id)
			.select('status')
		expect(same).toMatchObject({ error: null, data: [{ status: 'completed' }] })
		const none = client.from('purchases').update({ status: 'completed' }).eq('id', person.id)
		expect(await none.select('status').maybeSingle()).toMatchObject({ error: null, data: null })
		const again = await client.from('purchases').insert({ user_id: person.id, ...freeGuide })
		expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
		expect(
			(await client.from('purchases').insert({ ...freeGuide, product_id: 'prod_cv_secrets' })).error,
		).toMatchObject({
			code: '42501',
		})
		expect((await client.from('purchases').delete().eq('id', taken.data?.id)).error?.code).toBe('42501')
		expect((await client.from('purchases').select('id')).data).toEqual([{ id: taken.data?.id }])
	})

	test('users get links to one file or several, but not to files they have not bought', async () => {
		const { client, person } = await newUser()
		const free = await bucketOf(client).createSignedUrl('StudentGuide.pdf', 60)
		expect(free.error).toBeNull()
		const file = await fetch(free.data?.signedUrl ?? '')
		expect(Buffer.from(await file.arrayBuffer()).equals(guide)).toBe(true)
		expect((await bucketOf(client).createSignedUrl('CV.zip', 60)).error?.message).toBe('Object not found')
		await onlySale(world, person.id)
		const many = await bucketOf(client).createSignedUrls(['CV.zip', 'none.pdf'], 60, { download: 'cv.zip' })
		expect(many.data).toMatchObject([
			{ path: 'CV.zip', error: null },
			{ path: 'none.pdf', signedUrl: null },
		])
		expect((await fetch(many.data?.[0]?.signedUrl ?? '')).headers.get('content-disposition')).toContain(
			'cv.zip',
		)
	})

	test('lists, uploads and removes files only with the secret key', async () => {
		const names = async () => (await bucketOf(owner()).list()).data?.map(({ name }) => name)
		expect(await names()).toContain('CV.zip')
		expect((await bucketOf(owner()).upload('versions.pdf', guide)).error).toBeNull()
		expect(await names()).toContain('versions.pdf')
		expect((await bucketOf(owner()).remove(['versions.pdf'])).data).toMatchObject([{ name: 'versions.pdf' }])
		const { client } = await newUser()
		expect((await bucketOf(client).list()).data?.map(({ name }) => name)).not.toContain('CV.zip')
		expect((await bucketOf(client).upload('mine.pdf', guide)).error).not.toBeNull()
	})

	test('invokes functions and reads their errors', async () => {
		const { client } = await newUser()
		const refused = await client.functions.invoke('create-payment', { body: { productName: 'Nothing' } })
		expect(refused.data).toBeNull()
		expect(refused.error).toBeInstanceOf(version.module.FunctionsHttpError)
		const answer: Response = refused.error.context
		expect({ status: answer.status, body: await answer.json() }).toMatchObject({
			status: 400,
			body: { code: 'validation_failed' },
		})
		const nobody = await stranger().functions.invoke('create-payment', { body: {} })
		expect(nobody.error.context.status).toBe(401)
		expect((await client.functions.invoke('no-such-function')).error.context.status).toBe(404)
	})

	test("cannot see another user's rows", async () => {
		const [{ client, person }, other] = [await newUser(), await newUser()]
		await runAsSuperuser(world, 'truncate public.purchases cascade')
		await client.from('purchases').insert({ user_id: person.id, ...freeGuide })
		expect((await client.from('purchases').select('id')).data).toHaveLength(1)
		expect((await other.client.from('purchases').select('id')).data).toEqual([])
		expect((await stranger().from('purchases').select('id')).data ?? []).toEqual([])
	})
})
