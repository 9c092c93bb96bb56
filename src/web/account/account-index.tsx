import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link, useLocation } from 'react-router'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { useCurrentSection } from '#web/ui/use-current-section.ts'

const guides = [
	{ id: 'guides', label: 'Your guides' },
	{ id: 'receipts', label: 'Receipts' },
] as const
const account = [
	{ id: 'name', label: 'Name' },
	{ id: 'email', label: 'Email' },
	{ id: 'phone', label: 'Phone' },
	{ id: 'password', label: 'Password' },
	{ id: 'passkeys', label: 'Passkeys' },
	{ id: 'two-step', label: 'Two-step verification' },
	{ id: 'sign-in', label: 'Ways to sign in' },
	{ id: 'devices', label: 'Devices' },
	{ id: 'news', label: 'News' },
	{ id: 'review-emails', label: 'Emails about reviews' },
	{ id: 'data', label: 'Your data' },
	{ id: 'deletion', label: 'Delete account' },
] as const

/** The anchor of a section of `/account`. */
export type AccountSectionId = (typeof account)[number]['id']

const places = [
	...guides.map((place) => ({ ...place, path: href('/account/guides') })),
	...account.map((place) => ({ ...place, path: href('/account') })),
]
const ids: readonly string[] = places.map(({ id }) => id)

/** Links to every section of the account pages. On a laptop it is a column beside them, on a phone a row above them. */
export function AccountIndex({ ready }: { ready: boolean }) {
	const { pathname } = useLocation()
	const here = pathname.replace(/\/$/, '')
	const section = useCurrentSection(ids, ready)
	// Until the sections are loaded, the first one of this page is current.
	const current = section ?? places.find(({ path }) => path === here)?.id
	const list = useRef<HTMLUListElement>(null)

	// On a phone, scrolls the row so that the current link is in view.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the current link is found by its attribute
	useEffect(() => {
		const link = list.current?.querySelector<HTMLElement>('[aria-current]')
		if (link) list.current?.scrollTo({ left: link.offsetLeft - list.current.clientWidth / 3 })
	}, [current])

	return (
		<nav aria-label="Your account" className="account-index scripts-only">
			<ul ref={list}>
				{places.map(({ id, label, path }) => {
					// The first section needs no anchor, because the page begins with it.
					const isPage = id === 'guides'
					return (
						<Item key={id} id={id}>
							<Link
								to={isPage ? path : `${path}#${id}`}
								aria-current={path === here && current === id ? 'location' : undefined}
							>
								{label}
							</Link>
						</Item>
					)
				})}
			</ul>
		</nav>
	)
}

function Item({ id, children }: { id: string; children: ReactNode }) {
	const part = id === 'passkeys' ? 'passkeys' : id === 'phone' ? 'phone-sign-in' : undefined
	if (part === undefined) return <li>{children}</li>
	return (
		<SiteOnly as="li" when={part}>
			{children}
		</SiteOnly>
	)
}
