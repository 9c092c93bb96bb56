import { describe, expect, test } from 'vitest'
import { createClientAddress, networksOf } from '#server/platform/http/client-address.ts'

const behindProxy = createClientAddress(['10.0.0.0/8', '::ffff:192.0.2.7', '2001:db8:ffff::/48'])

test.each([
	['the header is ignored if no trusted proxy sent it', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
	['through a trusted proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
	['through two trusted proxies', '10.0.0.2', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
	['a forged first hop does not count', '10.0.0.2', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
	['a proxy that hides its client: an earlier hop may be forged', '10.0.0.2', '1.1.1.1, unknown', '10.0.0.2'],
	['a proxy written as IPv6', '::ffff:10.0.0.2', '203.0.113.9', '203.0.113.9'],
	['a visitor written as IPv6', '10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
	['with the visitor’s port', '10.0.0.2', '203.0.113.9:51234', '203.0.113.9'],
	['with the port of another proxy', '10.0.0.2', '203.0.113.9:51234, 192.0.2.7:443', '203.0.113.9'],
	['IPv6 in brackets', '10.0.0.2', '[2001:db8:0:1::5]', '2001:db8:0:1::/64'],
	['IPv6 with a port', '10.0.0.2', '[2001:db8:0:1::5]:80', '2001:db8:0:1::/64'],
	['through an IPv6 proxy', '2001:db8:ffff::1', '203.0.113.9', '203.0.113.9'],
	['IPv6 counts as its network, however it is spelled', '2001:DB8:0:1::5', null, '2001:db8:0:1::/64'],
	['IPv6: a neighbour is the same visitor', '2001:db8:0:1:aaaa:bbbb:cccc:dddd', null, '2001:db8:0:1::/64'],
	['IPv6 with a zone', 'fe80::1%eth0', null, 'fe80:0:0:0::/64'],
	['IPv6: loopback', '::1', null, '0:0:0:0::/64'],
	['rubbish instead of an address', '10.0.0.2', 'rubbish', '10.0.0.2'],
	['a port without an address', '10.0.0.2', ':80', '10.0.0.2'],
	['a number that some programs read as an address', '10.0.0.2', '3405803785', '10.0.0.2'],
	['no header', '10.0.0.2', null, '10.0.0.2'],
	['no connection', undefined, '1.2.3.4', ''],
])('finds the client’s address: %s', (_name, connection, header, expected) => {
	expect(behindProxy(connection, header)).toBe(expected)
})

describe('the networks that an address counts towards are', () => {
	test.each([
		['the address alone, for IPv4', '203.0.113.9', ['203.0.113.9']],
		[
			'the /64, /56 and /48, for IPv6',
			'2001:db8:0:1ff::/64',
			['2001:db8:0:1ff::/64', '2001:db8:0:100::/56', '2001:db8:0::/48'],
		],
		['the empty address alone, without a connection', '', ['']],
	])('%s', (_name, address, expected) => {
		expect(networksOf(address).map(({ network }) => network)).toEqual(expected)
	})
})
