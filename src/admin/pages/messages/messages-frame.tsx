import type { ReactNode } from 'react'
import { useMe } from '#admin/session/session.ts'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Tabs } from '#admin/ui/tabs.tsx'

interface MessagesFrameProps {
	title: string
	note: ReactNode
	updatedAt?: Date | undefined
	actions?: ReactNode
	children: ReactNode
}

const parts = [
	{ path: '/messages', name: 'What the shop sends' },
	{ path: '/messages/announcements', name: 'Announcements', isExact: false },
]

/** The frame of a page about emails. For owners it has links to the other pages about emails. */
export function MessagesFrame({ children, ...frame }: MessagesFrameProps) {
	const { role } = useMe()
	return (
		<PageFrame {...frame}>
			{role === 'owner' ? (
				<Tabs label="Messages and announcements" className="page-tabs" pages={parts} />
			) : null}
			{children}
		</PageFrame>
	)
}
