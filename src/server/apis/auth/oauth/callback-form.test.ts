import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const send = (body: BodyInit, type = 'application/x-www-form-urlencoded') =>
	world.request('/auth/v1/callback', {
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': type },
		body,
		// A stream is sent without a Content-Length, so the server cannot check the size before it reads the body.
		...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
	})

/** Returns a form that never ends, and counts how much of it was read. */
function endlessForm() {
	let taken = 0
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (taken > 1 << 20) return controller.close()
			taken += 4_096
			controller.enqueue(Buffer.alloc(4_096, 'a'))
		},
	})
	return { body, taken: () => taken }
}

test('a provider’s form is redirected as a query string, unchanged', async () => {
	const form = new URLSearchParams({ state: 'a&b=c', code: 'é –+' })
	const answer = await send(form.toString())
	expect(answer.status).toBe(303)
	expect(new URL(answer.headers.get('location') ?? '').searchParams.toString()).toBe(form.toString())
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
	'a large form is refused after a few kilobytes (%s)',
	async (type) => {
		const { body, taken } = endlessForm()
		const answer = await send(body, type)
		expect(answer.status).toBe(413)
		expect(taken()).toBeLessThan(65_536)
	},
)
