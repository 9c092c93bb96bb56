import { afterAll } from 'vitest'
import { serviceRoleClient } from '#test/clients.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
const bucket = serviceRoleClient(world).storage.from('pdfs')

async function empty(): Promise<void> {
	const { data } = await bucket.listV2()
	const names = data?.objects.map(({ name }) => name) ?? []
	if (names.length > 0) await bucket.remove(names)
}

Object.assign(globalThis, {
	officialSuite: { url: `${world.url}/storage/v1`, secretKey: world.keys.secretKey, empty },
})
afterAll(() => world.close())
