import { type ClientInstrumentation, RouterContextProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { reloadWithoutData } from './recovery.ts'

type Route = Parameters<NonNullable<ClientInstrumentation['route']>>[0]
type Loader = NonNullable<Parameters<Route['instrument']>[0]['loader']>
type Load = Parameters<Loader>[0]
type Info = Parameters<Loader>[1]

const info: Info = {
	request: { method: 'GET', url: 'https://shop.test/free', headers: new Headers() },
	url: new URL('https://shop.test/free'),
	pattern: '/free',
	params: {},
	context: new RouterContextProvider(),
}

const reload = vi.fn()

beforeEach(() => {
	reload.mockClear()
	vi.stubGlobal('window', { location: { reload } })
})

/** Loads a page whose loader ends like this. Returns whether the navigation goes on. */
async function goesOn(error: Error | undefined): Promise<boolean> {
	let loader: Loader | undefined
	reloadWithoutData.route?.({
		id: 'free',
		index: false,
		path: 'free',
		instrument: (given) => (loader = given.loader),
	})
	const load: Load = async () =>
		error === undefined ? { status: 'success', error } : { status: 'error', error }
	const loading = loader?.(load, info).then(() => true)
	return (
		(await Promise.race([loading, new Promise<false>((resolve) => setTimeout(resolve, 20, false))])) ?? false
	)
}

test('a page whose data cannot be fetched is loaded as a document instead', async () => {
	expect(await goesOn(new TypeError('Failed to fetch'))).toBe(false)
	expect(reload).toHaveBeenCalledOnce()
})

test('a page whose data arrived is shown, and one that the visitor has left is not loaded again', async () => {
	const abort = new DOMException('The user aborted a request.', 'AbortError')
	expect(await goesOn(undefined)).toBe(true)
	expect(await goesOn(abort)).toBe(true)
	expect(await goesOn(new Error('Unable to decode', { cause: abort }))).toBe(true)
	expect(reload).not.toHaveBeenCalled()
})
