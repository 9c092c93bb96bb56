import { expect, test } from 'vitest'
import { campusIdentity } from '#server/apis/auth/sso/campus-identity.ts'

const provider = { id: 'one', entityId: 'https://campus.test/idp', domains: ['campus.test'], mapping: {} }

/** Returns what the shop makes of a user who is named by an address and has another one as an attribute. */
function identityOf(value: string, mail = 'other@campus.test') {
	const nameId = { value, format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }
	const attributes = new Map([['mail', [mail]]])
	return campusIdentity({ nameId, attributes, sessionNotAfter: undefined }, provider)
}

test('a name with a Kelvin sign is not the name with a k', () => {
	const kim = identityOf('kim@campus.test').providerId
	expect(identityOf('KIM@campus.test').providerId).toBe(kim)
	expect(identityOf('\u212aim@campus.test').providerId).not.toBe(kim)
	expect(identityOf('x', 'Kim@Campus.test').email).toBe('kim@campus.test')
	expect(() => identityOf('x', '\u212aim@campus.test')).toThrow('does not contain an email address')
})
