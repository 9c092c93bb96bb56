import { afterAll, expect, test, vi } from 'vitest'

const window = new EventTarget()
vi.stubGlobal('window', window)
afterAll(() => void vi.unstubAllGlobals())
const { hasActedSince } = await import('#admin/session/member-use.ts')

test.each(['keydown', 'input', 'pointerdown'])('a member acts once with each %s', (type) => {
	expect(hasActedSince()).toBe(false)
	window.dispatchEvent(new Event(type))
	expect([hasActedSince(), hasActedSince()]).toEqual([true, false])
})
