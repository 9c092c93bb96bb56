import type { ReactNode } from 'react'
import { useMe } from '#admin/session/session.ts'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Tabs } from '#admin/ui/tabs.tsx'

interface ProductsFrameProps {
	title: string
	note: ReactNode
	updatedAt: Date | undefined
	actions?: ReactNode
	children: ReactNode
}

const parts: readonly { path: string; name: string; isForOwners?: boolean }[] = [
	{ path: '/products', name: 'All products' },
	{ path: '/products/new', name: 'New guide', isForOwners: true },
	{ path: '/products/reviews', name: 'Reviews' },
	{ path: '/products/claims', name: 'Claims' },
	{ path: '/products/bundles', name: 'Bundles' },
	{ path: '/products/codes', name: 'Codes', isForOwners: true },
]

/** The frame of a page about products, with links to the other pages about products. */
export function ProductsFrame({ children, ...frame }: ProductsFrameProps) {
	const isOwner = useMe().role === 'owner'
	return (
		<PageFrame {...frame}>
			<Tabs
				label="Products"
				className="page-tabs"
				pages={parts.filter(({ isForOwners = false }) => isOwner || !isForOwners)}
			/>
			{children}
		</PageFrame>
	)
}
