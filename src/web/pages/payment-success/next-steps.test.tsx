import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { contentOf, productBySlug } from '#web/pages/product/content.server.ts'
import type { GuideContent } from '#web/products/guide-content.ts'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { NextSteps } from './next-steps.tsx'

const budgetPlanner = selectFrom({}, () => {
	const product = productBySlug('budget-planner')
	return product && contentOf(product)
})

function headings(fileName: string | null, content: GuideContent): string[] {
	const html = renderToStaticMarkup(
		<MemoryRouter>
			<AuthProvider>
				<NextSteps fileName={fileName} email="ada@student.test" content={content} />
			</AuthProvider>
		</MemoryRouter>,
	)
	return Array.from(html.matchAll(/<h2[^>]*>([^<]+)/g), ([, heading = '']) => heading)
}

// Which guide goes well with this one is shown only in a browser, once it is known what the user owns.
test('says what to open first and where the receipt is', () => {
	expect(headings('BudgetPlanner.zip', budgetPlanner)).toEqual(['Open first', 'Your receipt'])
})

test('for a bundle, leaves out what to open first, because each guide has its own file', () => {
	expect(headings(null, budgetPlanner)).toEqual(['Your receipt'])
})

test('shows the heading for what to open first while the content is loading', () => {
	expect(headings('Guide.pdf', undefined)).toEqual(['Open first', 'Your receipt'])
})

test('leaves out a heading whose content can’t be loaded', () => {
	expect(headings('Guide.pdf', null)).toEqual(['Your receipt'])
	expect(headings('Guide.zip', null)).toEqual(['Open first', 'Your receipt'])
})
