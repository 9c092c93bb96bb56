import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { isForDocument, withUnsentPieces } from './pieces.ts'
import { Prerendered } from './prerendered.tsx'

afterEach(() => {
	vi.unstubAllGlobals()
})

function render(children: string | null | undefined): string {
	return renderToStaticMarkup(
		<MemoryRouter>
			<Prerendered name="facts" as="ul" className="facts">
				{children}
			</Prerendered>
		</MemoryRouter>,
	)
}

test('a piece is rendered if its content is there, even if that is nothing', () => {
	expect(render('28 pages')).toBe('<ul data-markup="facts" class="facts">28 pages</ul>')
	expect(render(null)).toBe('<ul data-markup="facts" class="facts"></ul>')
})

test('a piece whose content was not loaded stays as the document has it', () => {
	const querySelector = vi.fn(() => ({ innerHTML: '<li>28 pages</li>' }))
	vi.stubGlobal('document', { querySelector })
	expect(render(undefined)).toBe('<ul data-markup="facts" class="facts"><li>28 pages</li></ul>')
	expect(querySelector).toHaveBeenCalledWith('[data-markup="facts"]')
})

test('the pieces that a loader has rendered are not sent with its data', () => {
	const data = withUnsentPieces({ title: 'CV' }, { facts: 'many words' })
	expect(data.pieces?.facts).toBe('many words')
	expect(JSON.stringify(data)).toBe('{"title":"CV"}')
	expect(Object.keys(data)).toEqual(['title'])
})

test.each([
	['text/html,application/xhtml+xml,*/*;q=0.8', true],
	['*/*', false],
	[null, false],
])('a request that accepts %s is for a document: %s', (accept, expected) => {
	const headers = new Headers(accept === null ? {} : { accept })
	expect(isForDocument(new Request('https://shop.test/', { headers }))).toBe(expected)
})
