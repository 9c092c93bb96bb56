import { afterAll, expect, test, vi } from 'vitest'

const window = new EventTarget()
vi.stubGlobal('window', window)
afterAll(() => void vi.unstubAllGlobals())
const { hasActedSinceLastRequest } = await import('#admin/session/member-use.ts')

test.each(['keydown', 'input', 'pointerdown'])(
	'after a %s, only the first call reports that the member has acted',
	(type) => {
		expect(hasActedSinceLastRequest()).toBe(false)
		window.dispatchEvent(new Event(type))
		expect([hasActedSinceLastRequest(), hasActedSinceLastRequest()]).toEqual([true, false])
	},
)
