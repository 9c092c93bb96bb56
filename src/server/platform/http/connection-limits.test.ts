import { expect, test } from 'vitest'
import { createConnectionCount } from '#server/platform/http/connection-limits.ts'

/** Opens connections from `addresses` in turn and returns how many were accepted. */
function accepted(count: ReturnType<typeof createConnectionCount>, addresses: readonly string[]): number {
	return addresses.filter((address) => count.open(address) !== undefined).length
}

const subnet = (number: number) => `2001:db8:0:${number.toString(16)}::/64`

test('an IPv6 /56 or /48 has a limit of its own, however many networks it contains', () => {
	const within56 = Array.from({ length: 100 }, (_, index) => subnet(index))
	expect(accepted(createConnectionCount(10), within56)).toBe(20)
	const within48 = Array.from({ length: 200 }, (_, index) => subnet(index * 0x100))
	const count = createConnectionCount(10)
	expect(accepted(count, within48)).toBe(40)
	expect(accepted(count, ['2001:db8:1:0::/64', '192.0.2.1'])).toBe(2)
})

test('closing a connection frees a place in every network it counted towards', () => {
	const count = createConnectionCount(1)
	const close = count.open(subnet(1))
	expect(count.open(subnet(2))).toBeDefined()
	expect(count.open(subnet(3))).toBeUndefined()
	close?.()
	expect(count.open(subnet(3))).toBeDefined()
})
