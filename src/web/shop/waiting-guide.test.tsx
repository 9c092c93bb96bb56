import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { selectFrom } from '#test/shop-state.ts'
import { shelf } from '#web/site/shop.server.ts'
import { useWaiting } from './waiting-guide.ts'
import type { Waiting } from './waiting-guide-panel.tsx'

const bundle: OfferedBundle = {
	id: 'bundle-1f2e3d4c',
	title: 'Job and money',
	sentence: 'Get the job.',
	price_pence: 1699,
	sum_pence: 2098,
	guides: [
		{ id: '2', title: 'CV Secrets No One Tells You', slug: 'cv-secrets', price_pence: 1499 },
		{ id: '3', title: 'Student Budget Planner', slug: 'budget-planner', price_pence: 599 },
	],
}

let waiting: Waiting | null

/** A step of signing in, whose location has the target. */
function Step() {
	waiting = useWaiting(useLocation().state)
	return null
}

/** Returns what waits at a target for a visitor who signs in, with this bundle on sale. */
function waitingAt(target: string): Waiting | null {
	const Stub = createRoutesStub([{ id: 'step', path: '/auth', Component: Step }])
	const loaderData = { step: { shelf: selectFrom({}, shelf), bundles: [bundle] } }
	renderToStaticMarkup(
		<Stub initialEntries={[{ pathname: '/auth', state: target }]} hydrationData={{ loaderData }} />,
	)
	return waiting
}

test('a bundle waits with its price, its guides and the cover of the first', () => {
	expect(waitingAt('/premium?code=SPRING25#bundle-1f2e3d4c')).toMatchObject({
		id: 'bundle-1f2e3d4c',
		code: 'SPRING25',
		label: 'The guides you chose',
		title: 'Job and money',
		price: '£16.99, once',
		facts: 'CV Secrets and Budget Planner',
		next: 'checkout',
		cover: { slug: 'cv-secrets' },
	})
})

test('a bundle that is no longer sold does not wait', () => {
	expect(waitingAt('/premium#bundle-00000000')).toBeNull()
})

test('a guide waits to be downloaded, bought or read', () => {
	expect(waitingAt('/get/student-guide')).toMatchObject({ next: 'download', price: 'Free' })
	expect(waitingAt('/get/cv-secrets')).toMatchObject({ next: 'checkout', price: '£14.99, once' })
	expect(waitingAt('/read/cv-secrets')).toMatchObject({ next: 'read' })
	expect(waitingAt('/get/study-techniques')).toBeNull()
	expect(waitingAt('/account')).toBeNull()
})
