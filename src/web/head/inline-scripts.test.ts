import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { badgeName } from '#web/session/badge-name.ts'

const code = readFileSync(new URL('./first-paint.js', import.meta.url), 'utf8')

const fonts = '/assets/display-1.woff2 /assets/text-1.woff2'
const currentScript = { dataset: { fonts } }

/** Runs the head script with these globals, at an address with this query. */
function runScript(globals: { document: unknown; localStorage: unknown }, search = '') {
	runInNewContext(code, { ...globals, location: { search } })
}

/** Runs the head script with this content of the browser's storage, and returns the attributes that it set on the document. */
function marksFor(stored: Record<string, string>) {
	const dataset: Record<string, string> = {}
	const properties: Record<string, string> = {}
	const style = {
		setProperty: (name: string, value: string) => {
			properties[name] = value
		},
	}
	const localStorage = storageWith({ 'headstart-fonts': fonts, ...stored })
	const document = { ...documentWith([]), documentElement: { dataset, style } }
	runScript({ document, localStorage })
	return { ...dataset, badge: properties['--badge-name'] }
}

function storageWith(stored: Record<string, string>) {
	return { getItem: (key: string) => stored[key] ?? null }
}

/** Returns a document that collects the elements which are inserted into its head. */
function documentWith(inserted: string[]) {
	return {
		currentScript,
		documentElement: { dataset: {} },
		head: { insertAdjacentHTML: (_: string, html: string) => inserted.push(html) },
	}
}

function signedInAs(user: unknown) {
	return { 'headstart-session': JSON.stringify({ access_token: 'a', user }) }
}

test('a visitor with nothing but the fonts stored gets the signed-out look and the system’s theme', () => {
	expect(marksFor({})).toEqual({ scripts: 'on', badge: undefined })
})

describe('the badge before first paint matches the badge after hydration', () => {
	test.each([
		{ email: 'amina@example.com', user_metadata: { display_name: '  Amina  Okafor ', full_name: 'Other' } },
		{ email: 'tom.reed@example.com', user_metadata: { display_name: ' ', full_name: 'Tom Reed' } },
		{ email: 'wei.chen@example.com', user_metadata: {} },
		{ email: 'wei.chen@example.com', user_metadata: null },
		{ email: 'wei.chen@example.com' },
		{ email: 7, user_metadata: { display_name: {}, full_name: null } },
		{ email: 'o@example.com', user_metadata: { display_name: 'O"Neill\\' } },
	])('%j', (user) => {
		expect(marksFor(signedInAs(user))).toEqual({
			scripts: 'on',
			session: 'in',
			badge: JSON.stringify(badgeName(user)),
		})
	})
})

test.each(['not json', 'null', '{}', '{"user":null}', '{"user":"amina"}', '[]'])(
	'ignores an invalid stored session (%s)',
	(stored) => {
		expect(marksFor({ 'headstart-session': stored })).toEqual({ scripts: 'on', badge: undefined })
	},
)

test('a chosen theme is set on the document if it is light or dark', () => {
	expect(marksFor({ 'headstart-theme': 'dark' })).toMatchObject({ theme: 'dark' })
	expect(marksFor({ 'headstart-theme': 'light' })).toMatchObject({ theme: 'light' })
	expect(marksFor({ 'headstart-theme': 'sepia' })).not.toHaveProperty('theme')
})

test('the browser’s toolbars take the colour of the chosen theme, or else of the system’s', () => {
	function firstColour(stored: Record<string, string>) {
		const head: string[] = []
		const document = {
			currentScript,
			documentElement: { dataset: {} },
			head: { prepend: (bar: { colour: string }) => head.push(bar.colour) },
			querySelector: (wanted: string) => ({
				cloneNode: () => ({ colour: `of ${wanted}`, removeAttribute: () => undefined }),
			}),
		}
		runScript({
			document,
			localStorage: storageWith({ 'headstart-fonts': 'of an earlier release', ...stored }),
		})
		return head
	}
	expect(firstColour({ 'headstart-theme': 'dark' })).toEqual(['of meta[media*="dark"]'])
	expect(firstColour({ 'headstart-theme': 'light' })).toEqual(['of meta[media*="light"]'])
	expect(firstColour({})).toEqual([])
})

test.each([
	['', {}],
	['?q=cv', { search: '' }],
	['?tab=sign-up', { signUp: '' }],
	['?redirect=/get/cv-secrets', { waiting: '' }],
	['?redirect=%2Fget%2Fcv-secrets&tab=sign-up', { waiting: '', signUp: '' }],
	['?redirect=/premium%23bundle-0a1b2c3d', { waiting: '' }],
	['?redirect=%2Fproducts%2Fbudget-planner%23bundle-0a1b2c3d', { waiting: '' }],
	['?redirect=/products/budget-planner', {}],
	['?redirect=/account/guides%23receipt-HS-000003', {}],
])('the query “%s” marks what the page begins with', (search, marks) => {
	const document = documentWith([])
	runScript({ document, localStorage: storageWith({ 'headstart-fonts': fonts }) }, search)
	expect(document.documentElement.dataset).toEqual({ scripts: 'on', ...marks })
})

test('a browser that blocks storage still gets a page', () => {
	const document = documentWith([])
	const refusing = {
		getItem() {
			throw new Error('denied')
		},
	}
	runScript({ document, localStorage: refusing })
	expect(document.documentElement.dataset).toEqual({ scripts: 'on' })
})

describe('fonts', () => {
	function visit(stored: Record<string, string>) {
		const inserted: string[] = []
		const document = documentWith(inserted)
		runScript({ document, localStorage: storageWith(stored) })
		return {
			requested: inserted.map((html) => /href="([^"]+)"/.exec(html)?.[1]),
			...document.documentElement.dataset,
		}
	}

	test('a browser that has loaded them requests them immediately', () => {
		expect(visit({ 'headstart-fonts': fonts })).toEqual({ requested: fonts.split(' '), scripts: 'on' })
	})

	test.each([{}, { 'headstart-fonts': '/assets/display-0.woff2 /assets/text-1.woff2' }])(
		'a browser that has not loaded these files paints with the stand-ins first (%j)',
		(stored) => {
			expect(visit(stored)).toEqual({ requested: [], scripts: 'on', standIn: fonts })
		},
	)
})
