import { expect, test } from 'vitest'
import { createClientAddress } from '#server/http/client-address.ts'

const behindProxy = createClientAddress(['10.0.0.0/8', '192.0.2.7'])

test.each([
	['nobody’s proxy: the header is anyone’s invention', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
	['through a trusted proxy: the visitor it saw', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
	['through two trusted proxies', '10.0.0.2', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
	['a forged first hop does not count', '10.0.0.2', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
	['an address written as IPv6', '::ffff:10.0.0.2', '203.0.113.9', '203.0.113.9'],
	['IPv6: the network, however it is spelled', '2001:DB8:0:1::5', null, '2001:db8:0:1::/64'],
	['IPv6: a neighbour is the same visitor', '2001:db8:0:1:aaaa:bbbb:cccc:dddd', null, '2001:db8:0:1::/64'],
	['IPv6: loopback', '::1', null, '0:0:0:0::/64'],
	['rubbish instead of an address', '10.0.0.2', 'rubbish', '10.0.0.2'],
	['no header', '10.0.0.2', null, '10.0.0.2'],
])('%s', (_name, connection, header, expected) => {
	expect(behindProxy(connection, header)).toBe(expected)
})
