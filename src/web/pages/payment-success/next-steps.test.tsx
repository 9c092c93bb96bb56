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

function headings(fileNames: readonly string[], content: GuideContent, email?: string): string[] {
	const html = renderToStaticMarkup(
		<MemoryRouter>
			<AuthProvider>
				<NextSteps
					guides={fileNames.map((fileName) => ({
						catalogueId: fileName,
						title: `Guide ${fileName}`,
						fileName,
					}))}
					email={email}
					content={content}
					goToSignIn={() => {}}
				/>
			</AuthProvider>
		</MemoryRouter>,
	)
	return Array.from(html.matchAll(/<h2[^>]*>([^<]+)/g), ([, heading = '']) => heading)
}

// Which guide goes well with this one is shown only in a browser, once it is known what the user owns.
test('lists the files of a ZIP, and says what to open first of a guide without one', () => {
	expect(headings(['BudgetPlanner.zip'], budgetPlanner, 'ada@student.test')).toEqual([
		'Every file by itself',
		'Your receipt',
	])
	expect(headings(['Guide.pdf'], budgetPlanner)).toEqual(['Open first', 'Your receipt'])
	expect(headings(['Guide.pdf'], null)).toEqual(['Your receipt'])
})

test('lists the files of each ZIP of a bundle', () => {
	expect(headings(['a.zip', 'b.pdf', 'c.zip'], budgetPlanner, 'ada@student.test')).toEqual([
		'Guide a.zip',
		'Guide c.zip',
		'Your receipt',
	])
})

test('lists no files once the user has signed out', () => {
	expect(headings(['a.zip'], budgetPlanner)).toEqual(['Your receipt'])
})
