import { afterEach, describe, expect, test, vi } from 'vitest'

class Kept {
	readonly texts = new Map<string, string>()
	getItem = (key: string) => this.texts.get(key) ?? null
	setItem = (key: string, text: string) => void this.texts.set(key, text)
	removeItem = (key: string) => void this.texts.delete(key)
}

class Full extends Kept {
	override setItem = () => {
		throw new Error('QuotaExceededError')
	}
}

const denied = 'denied'
type Given = Kept | typeof denied

/** Loads the module in a browser with these storages, as a new document does. */
async function openWith(local: Given, session: Given): Promise<typeof import('./browser-storage.ts')> {
	const give = (storage: Given) => () => {
		if (storage === denied) throw new Error('SecurityError')
		return storage
	}
	const page = Object.defineProperties(
		{},
		{ localStorage: { get: give(local) }, sessionStorage: { get: give(session) } },
	)
	vi.stubGlobal('window', page)
	vi.resetModules()
	return await import('./browser-storage.ts')
}

afterEach(() => {
	vi.unstubAllGlobals()
})

const browsers: [name: string, local: () => Given, session: () => Given, isKept: boolean][] = [
	['nothing denied', () => new Kept(), () => new Kept(), true],
	['localStorage denied', () => denied, () => new Kept(), true],
	['localStorage full', () => new Full(), () => new Kept(), true],
	['sessionStorage denied', () => new Kept(), () => denied, true],
	['both denied', () => denied, () => denied, false],
	['both full', () => new Full(), () => new Full(), false],
]

describe.each(browsers)('with %s', (_name, makeLocal, makeSession, isKept) => {
	test('a text is read until it is removed, and both storages are told apart', async () => {
		const { browserStorage, tabStorage, keepsSiteData } = await openWith(makeLocal(), makeSession())
		expect(browserStorage.read('a')).toBeNull()
		browserStorage.write('a', 'one')
		expect(browserStorage.read('a')).toBe('one')
		browserStorage.write('a', 'two')
		expect(browserStorage.read('a')).toBe('two')
		tabStorage.write('b', 'of the tab')
		expect(tabStorage.read('b')).toBe('of the tab')
		browserStorage.remove('a')
		expect(browserStorage.read('a')).toBeNull()
		expect(keepsSiteData()).toBe(isKept)
	})

	test('the next document of the tab finds what was kept', async () => {
		const [local, session] = [makeLocal(), makeSession()]
		const before = await openWith(local, session)
		expect(before.browserStorage.write('a', 'one')).toBe(isKept)
		const after = await openWith(local, session)
		expect(after.browserStorage.read('a')).toBe(isKept ? 'one' : null)
	})
})

test('a text that could not be kept replaces an older one that was', async () => {
	const local = new Kept()
	const { browserStorage } = await openWith(local, denied)
	browserStorage.write('a', 'old')
	local.setItem = () => {
		throw new Error('QuotaExceededError')
	}
	expect(browserStorage.write('a', 'new')).toBe(false)
	expect(browserStorage.read('a')).toBe('new')
})

test('a text is replaced without being gone for a moment, which other tabs would notice', async () => {
	const local = new Kept()
	const removed = vi.spyOn(local, 'removeItem')
	const { browserStorage } = await openWith(local, new Kept())
	browserStorage.write('session', 'one')
	browserStorage.write('session', 'two')
	expect(removed).not.toHaveBeenCalled()
	expect(browserStorage.read('session')).toBe('two')
})

test('a text that no longer fits where it was is not read from there', async () => {
	const [local, session] = [new Kept(), new Kept()]
	const { browserStorage } = await openWith(local, session)
	browserStorage.write('session', 'one')
	local.setItem = () => {
		throw new Error('QuotaExceededError')
	}
	browserStorage.write('session', 'two')
	expect(browserStorage.read('session')).toBe('two')
	expect([...local.texts, ...session.texts]).toEqual([['session', 'two']])
})
