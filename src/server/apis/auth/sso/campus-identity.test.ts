import { expect, test } from 'vitest'
import { campusIdentity } from '#server/apis/auth/sso/campus-identity.ts'

const provider = { id: 'one', entityId: 'https://campus.test/idp', domains: ['campus.test'], mapping: {} }

/** Returns the identity of a user whose assertion has `value` as its name id and `mail` as an attribute. */
function identityOf(value: string, mail = 'other@campus.test') {
	const nameId = { value, format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }
	const attributes = new Map([['mail', [mail]]])
	return campusIdentity({ nameId, attributes, sessionNotAfter: undefined }, provider)
}

test('a name with a Kelvin sign in place of a k is a different name', () => {
	const kim = identityOf('kim@campus.test').providerId
	expect(identityOf('KIM@campus.test').providerId).toBe(kim)
	expect(identityOf('\u212aim@campus.test').providerId).not.toBe(kim)
	expect(identityOf('x', 'Kim@Campus.test').email).toBe('kim@campus.test')
	expect(() => identityOf('x', '\u212aim@campus.test')).toThrow('does not contain an email address')
})
