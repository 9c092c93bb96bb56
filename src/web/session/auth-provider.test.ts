import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from './auth-provider.tsx'

function Told() {
	const { user, session, loading } = useAuth()
	return JSON.stringify({ user, session, loading })
}

test('the auth context cannot be used outside its provider', () => {
	expect(() => renderToString(createElement(Told))).toThrow('useAuth must be used within an AuthProvider')
})

test('on a page from the server there is no user, and the session counts as loading', () => {
	const page = renderToString(createElement(AuthProvider, null, createElement(Told)))
	expect(page.replaceAll('&quot;', '"')).toBe('{"user":null,"session":null,"loading":true}')
})
