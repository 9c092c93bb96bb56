import { expect } from 'vitest'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

/** A shop with two files, and a user who may have only one of them. */
export interface AttackedStore {
	world: World
	/** The user's access token. */
	token: string
	userId: string
	/** The user's link to the free guide. */
	honest: URL
	/** Requests a link as the user. */
	sign(path: string, body?: unknown): Promise<Response>
}

export const guide = Buffer.from('%PDF-1.7 the whole guide')
const kit = Buffer.from('PK\u0003\u0004 the paid kit')

export async function createAttackedStore(): Promise<AttackedStore> {
	const world = await createWorld()
	const owner = serviceRoleClient(world).storage.from('pdfs')
	for (const [name, bytes] of [
		['StudentGuide.pdf', guide],
		['CV.zip', kit],
	] as const) {
		expect((await owner.upload(name, bytes)).error).toBeNull()
	}
	const client = await signedInClient(world)
	const { data } = await client.auth.getSession()
	const token = data.session?.access_token ?? ''
	const signed = await client.storage.from('pdfs').createSignedUrl('StudentGuide.pdf', 300)
	return {
		world,
		token,
		userId: data.session?.user.id ?? '',
		honest: new URL(signed.data?.signedUrl ?? ''),
		sign: async (path, body = { expiresIn: 60 }) =>
			await fetch(`${world.url}/storage/v1/object/sign/${path}`, {
				method: 'POST',
				headers: {
					apikey: world.keys.publishableKey,
					authorization: `Bearer ${token}`,
					'content-type': 'application/json',
				},
				body: typeof body === 'string' ? body : JSON.stringify(body),
			}),
	}
}

/** Expects an error in the API's format that reveals nothing about the server. */
export async function expectRefused(response: Response, form: object): Promise<void> {
	expect(response.status).toBe(400)
	const body = await response.text()
	expect(JSON.parse(body)).toMatchObject({
		statusCode: expect.any(String),
		error: expect.any(String),
		message: expect.any(String),
		...form,
	})
	for (const secret of [
		'the paid kit',
		'the whole guide',
		'node_modules',
		'at async',
		'root:x:',
		'select ',
		'shop_api',
	])
		expect(body).not.toContain(secret)
}
