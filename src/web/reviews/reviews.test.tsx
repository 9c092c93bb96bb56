import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { shelf } from '#web/site/shop.server.ts'
import { Reviews } from './reviews.tsx'

function render(moreAfter: number | null): string {
	const [product] = selectFrom({}, shelf)
	if (product === undefined) throw new Error('the shop has no products')
	return renderToStaticMarkup(
		<MemoryRouter>
			<AuthProvider>
				<Reviews product={product} newest={<p>Newest</p>} policy={<p>Policy</p>} moreAfter={moreAfter} />
			</AuthProvider>
		</MemoryRouter>,
	)
}

test('more reviews are offered between the newest and the policy, only if there are more', () => {
	expect(render(7)).toMatch(
		/Newest.*<button type="button" class="outlined-button">Show more reviews<.*Policy/s,
	)
	expect(render(null)).not.toContain('<button')
})
