import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { meaningOf, noFailure, requestsAnswered, watchedFetch, watchFailures } from './failed-requests.ts'

/** The network's responses by path. A path without one is unreachable. */
let answers: Record<string, Response>

beforeEach(() => {
	answers = {}
	vi.stubGlobal('window', { location: { origin: 'http://shop.test' } })
	vi.stubGlobal('fetch', async (input: string) => {
		const answer = answers[new URL(input).pathname]
		if (answer === undefined) throw new TypeError('Failed to fetch')
		return answer
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

function refused(reference: string): Response {
	return new Response('{}', { status: 400, headers: { 'x-request-id': reference } })
}

test.each([
	['what is written through the REST API', '/rest/v1/purchases', 'POST', true],
	['what is read', '/rest/v1/purchases', 'GET', false],
	['a refresh of the session, whose answer must not be lost', '/auth/v1/token', 'POST', false],
])('%s (%s %s) is sent even if the visitor leaves the page: %j', async (_what, path, method, survives) => {
	const sent = vi.fn(async () => new Response('{}'))
	vi.stubGlobal('fetch', sent)
	await watchedFetch(`http://shop.test${path}`, { method })
	const [, init] = z.tuple([z.string(), z.looseObject({})]).parse(sent.mock.calls[0])
	expect([init.keepalive === true, init.method]).toEqual([survives, method])
})

test('a sign-out waits until every earlier request has been answered or has failed', async () => {
	const answer: { give: (value: Response) => void; fail: (reason: Error) => void }[] = []
	vi.stubGlobal('fetch', () => new Promise<Response>((give, fail) => void answer.push({ give, fail })))
	const sent = ['a', 'b'].map((path) => watchedFetch(`http://shop.test/${path}`).catch(() => undefined))
	let isOver = false
	const waiting = requestsAnswered(Promise.resolve()).then(() => {
		isOver = true
	})
	answer[0]?.give(new Response('{}'))
	await sent[0]
	await new Promise((resolve) => setTimeout(resolve, 5))
	expect(isOver).toBe(false)
	answer[1]?.fail(new TypeError('Failed to fetch'))
	await waiting
	await requestsAnswered(Promise.reject(new Error('offline')))
})

test('offline, the client library does not repeat a read', async () => {
	const sent = vi.fn(async () => {
		throw new TypeError('Failed to fetch')
	})
	vi.stubGlobal('fetch', sent)
	vi.stubGlobal('navigator', { onLine: false })
	const client = createClient('http://shop.test', 'key', {
		auth: { persistSession: false },
		global: { fetch: watchedFetch },
	})
	const { error, failure } = await watchFailures('/rest/v1/purchases', async (currentFailure) => {
		const { error } = await client.from('purchases').select()
		return { error, failure: currentFailure() }
	})
	expect(error).not.toBeNull()
	expect(failure.unreachable).toBe(true)
	expect(sent).toHaveBeenCalledTimes(1)
})

test('a rejected call gets the reference of its own response', async () => {
	answers['/storage/v1/object/sign/pdfs/CV.zip'] = refused('ref-1')
	const failure = await watchFailures('/storage/v1/object/sign/', async (currentFailure) => {
		await watchedFetch('http://shop.test/storage/v1/object/sign/pdfs/CV.zip')
		return currentFailure()
	})
	expect(failure).toEqual({ reference: 'ref-1', unreachable: false })
})

test('two concurrent calls do not get each other’s reference', async () => {
	answers['/rest/v1/purchases'] = refused('ref-rest')
	answers['/storage/v1/object/sign/pdfs/CV.zip'] = refused('ref-storage')
	const [rest, storage] = await Promise.all([
		watchFailures('/rest/v1/purchases', async (currentFailure) => {
			await watchedFetch('http://shop.test/rest/v1/purchases?select=id')
			await new Promise((resolve) => setTimeout(resolve, 5))
			return currentFailure()
		}),
		watchFailures('/storage/v1/', async (currentFailure) => {
			await watchedFetch('http://shop.test/storage/v1/object/sign/pdfs/CV.zip')
			return currentFailure()
		}),
	])
	expect(rest.reference).toBe('ref-rest')
	expect(storage.reference).toBe('ref-storage')
})

test('a sign-in does not report the failure of a refresh in the background', async () => {
	answers['/auth/v1/token'] = refused('ref-refresh')
	const failure = await watchFailures('/auth/v1/token?grant_type=password', async (currentFailure) => {
		await watchedFetch('http://shop.test/auth/v1/token?grant_type=refresh_token')
		return currentFailure()
	})
	expect(failure).toEqual(noFailure)
})

test('a call without a response counts as unreachable, and still rejects', async () => {
	const failure = await watchFailures('/auth/v1/', async (currentFailure) => {
		await expect(watchedFetch('http://shop.test/auth/v1/user')).rejects.toThrow('Failed to fetch')
		return currentFailure()
	})
	expect(failure).toEqual({ reference: null, unreachable: true })
})

test('a call that the page aborted does not count as unreachable', async () => {
	vi.stubGlobal('fetch', async () => {
		throw new DOMException('The user aborted a request.', 'AbortError')
	})
	const failure = await watchFailures('/auth/v1/', async (currentFailure) => {
		await expect(watchedFetch('http://shop.test/auth/v1/user')).rejects.toThrow('aborted')
		return currentFailure()
	})
	expect(failure).toEqual(noFailure)
	vi.stubGlobal('fetch', async () => {
		throw new DOMException('The operation timed out.', 'TimeoutError')
	})
	const timedOut = await watchFailures('/auth/v1/', async (currentFailure) => {
		await expect(watchedFetch('http://shop.test/auth/v1/user')).rejects.toThrow('timed out')
		return currentFailure()
	})
	expect(timedOut.unreachable).toBe(true)
})

test.each([
	['too early', 429, 'over_email_send_rate_limit'],
	['with a weak password', 422, 'weak_password'],
])('a call rejected because it came %s has no reference to quote', async (_why, status, code) => {
	const headers = { 'x-request-id': 'ref-1', 'x-sb-error-code': code }
	answers['/auth/v1/signup'] = new Response('{}', { status, headers })
	const failure = await watchFailures('/auth/v1/signup', async (currentFailure) => {
		await watchedFetch('http://shop.test/auth/v1/signup')
		return currentFailure()
	})
	expect(failure).toEqual(noFailure)
})

test('a call that succeeds records no failure', async () => {
	answers['/rest/v1/purchases'] = new Response('[]', { headers: { 'x-request-id': 'ref-ok' } })
	const failure = await watchFailures('/rest/v1/', async (currentFailure) => {
		await watchedFetch('http://shop.test/rest/v1/purchases')
		return currentFailure()
	})
	expect(failure).toEqual(noFailure)
})

test.each([
	['/auth/v1/user', 403, 'session_not_found', 'over'],
	['/auth/v1/account/sessions', 403, 'user_not_found', 'over'],
	['/auth/v1/factors', 403, 'user_banned', 'over'],
	['/auth/v1/token', 400, 'refresh_token_not_found', 'refresh-refused'],
	['/rest/v1/purchases', 401, null, 'doubtful'],
	['/functions/v1/create-payment', 401, null, 'doubtful'],
	['/auth/v1/user', 422, 'weak_password', null],
	['/auth/v1/user', 403, 'insufficient_aal', null],
	['/auth/v1/token', 400, 'invalid_credentials', null],
	['/auth/v1/verify', 403, 'user_banned', null],
	['/auth/v1/logout', 403, 'session_not_found', null],
	['/rest/v1/purchases', 403, null, null],
])('%s rejected with %i %s means %j for the session', (pathname, status, code, meaning) => {
	expect(meaningOf({ pathname, status, code })).toBe(meaning)
})
