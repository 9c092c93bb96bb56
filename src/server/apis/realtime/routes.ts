import { Hono } from 'hono'
import { z } from 'zod'
import { deliverBroadcast } from '#server/apis/realtime/broadcast.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { broadcastForbidden, endpointNotFound } from '#server/apis/realtime/errors.ts'
import { maySend } from '#server/apis/realtime/private-channels.ts'
import { type Broadcast, isName, longestName } from '#server/apis/realtime/serializer.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { tooManyRequests, validationFailed } from '#server/platform/errors.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import { InvalidBody, readBody, readBytes, readJson } from '#server/platform/http/body.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/** The format of errors, for the documentation of the APIs. */
export const realtimeErrors = z.strictObject({ message: z.string() })

export const formatError: FormatError = (error) => {
	if (error instanceof AppError) return { status: error.status, body: { message: error.message } }
	return { status: 500, body: { message: 'Something went wrong on our side' } }
}

const name = z
	.string()
	.min(1)
	.refine((text) => isName(text, longestName - 'realtime:'.length), 'longer than 246 bytes, or with a NUL')
const names = z.object({ topic: name, event: name })
const batch = z.object({
	messages: z
		.array(z.object({ topic: name, event: name, payload: z.looseObject({}), private: z.boolean().nullish() }))
		.min(1)
		.max(100),
})

/** Formats errors like the other APIs, but with the reference server's status 422 for messages that it can't send. */
const renderBroadcastError = createErrorHandler((error, requestId, header) => {
	const formatted = formatError(error, requestId, header)
	return error instanceof InvalidBody ? { ...formatted, status: 422 } : formatted
})

/** Serves the part of the Realtime API that needs no socket: sending broadcasts. */
export function createRealtimeRoutes(context: RealtimeContext): Hono<Env> {
	const { authenticate, database, limits } = context
	const routes = new Hono<Env>()
	routes.use(
		'*',
		apiFrame({
			methods: ['POST'],
			exposes: [],
		}),
	)

	async function requireSession(caller: Caller): Promise<void> {
		if (caller.role === 'authenticated') await database.requireSession(caller)
	}

	function deliver(address: string, topic: string, isPrivate: boolean, broadcast: Broadcast): void {
		if (!deliverBroadcast(context, { name: topic, isPrivate, address, broadcast }))
			throw tooManyRequests('You have exceeded your rate limit', 1)
	}

	routes.post(
		'/api/broadcast',
		handle({
			about: {
				does: 'Broadcasts messages.',
				for: 'callers',
				body: batch,
				answers: { 202: 'nothing' },
			},
			authenticate: (c) => authenticate(c.req.raw),
			parse: (c) => readBody(c.req.raw, batch, limits.messageBytes),
			act: async (c, caller, { messages }) => {
				await requireSession(caller)
				const privateTopics = new Set(
					messages.filter((one) => one.private === true).map(({ topic }) => topic),
				)
				if (privateTopics.size > limits.privateChannelsPerRequest)
					throw validationFailed(`More than ${limits.privateChannelsPerRequest} private topics`, {
						status: 422,
					})
				const allowed = new Set<string>()
				for (const topic of privateTopics)
					if (await maySend(database, caller, topic, 'broadcast')) allowed.add(topic)
				for (const { topic, event, payload, private: isPrivate } of messages) {
					if (isPrivate === true && !allowed.has(topic)) continue
					const text = JSON.stringify(payload)
					deliver(c.get('clientAddress'), topic, isPrivate === true, {
						event,
						payload: { kind: 'json', text },
					})
				}
				return c.body(null, 202)
			},
		}),
	)

	routes.post(
		'/api/broadcast/:topic/events/:event',
		handle({
			about: {
				does: 'Broadcasts one message.',
				for: 'callers',
				query: ['private'],
				body: 'any JSON',
				answers: { 202: 'nothing' },
			},
			authenticate: (c) => authenticate(c.req.raw),
			parse: async (c) => {
				const named = names.safeParse(c.req.param())
				if (!named.success)
					throw validationFailed('The name of the topic or the event is empty or too long', { status: 422 })
				const { topic, event } = named.data
				const isPrivate = c.req.query('private') === 'true'
				const type = c.req.header('content-type')?.split(';', 1)[0]
				if (type === 'application/octet-stream') {
					const bytes = await readBytes(c.req.raw, limits.messageBytes)
					const broadcast: Broadcast = { event, payload: { kind: 'bytes', bytes } }
					return { topic, isPrivate, broadcast }
				}
				const text = JSON.stringify(await readJson(c.req.raw, limits.messageBytes, limits.messageBytes))
				const broadcast: Broadcast = { event, payload: { kind: 'json', text } }
				return { topic, isPrivate, broadcast }
			},
			act: async (c, caller, { topic, isPrivate, broadcast }) => {
				await requireSession(caller)
				if (isPrivate && !(await maySend(database, caller, topic, 'broadcast'))) throw broadcastForbidden()
				deliver(c.get('clientAddress'), topic, isPrivate, broadcast)
				return c.body(null, 202)
			},
		}),
	)
	routes.all('*', () => {
		throw endpointNotFound()
	})
	routes.onError(renderBroadcastError)
	return routes
}
