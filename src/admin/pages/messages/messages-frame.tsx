import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useMe } from '#admin/session/session.ts'
import { PageFrame } from '#admin/ui/page-frame.tsx'

interface MessagesFrameProps {
	title: string
	note: ReactNode
	updatedAt?: Date | undefined
	actions?: ReactNode
	children: ReactNode
}

/** The frame of a page about emails. For owners it has links to the other pages about emails. */
export function MessagesFrame({ children, ...frame }: MessagesFrameProps) {
	const { role } = useMe()
	return (
		<PageFrame {...frame}>
			{role === 'owner' ? (
				<nav aria-label="Messages and announcements" className="page-tabs">
					<ul>
						<li>
							<NavLink to="/messages" end>
								What the shop sends
							</NavLink>
						</li>
						<li>
							<NavLink to="/messages/announcements">Announcements</NavLink>
						</li>
					</ul>
				</nav>
			) : null}
			{children}
		</PageFrame>
	)
}
