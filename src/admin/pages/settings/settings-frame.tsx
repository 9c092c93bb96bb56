import type { ReactNode } from 'react'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Tabs } from '#admin/ui/tabs.tsx'

interface SettingsFrameProps {
	title: string
	note: ReactNode
	children: ReactNode
}

const parts = [
	{ path: '/settings', name: 'Checks and settings' },
	{ path: '/settings/go-live', name: 'Go live' },
	{ path: '/settings/backups', name: 'Backups' },
]

/** The frame of a page about the running of the shop, with links to the others. */
export function SettingsFrame({ children, ...frame }: SettingsFrameProps) {
	return (
		<PageFrame {...frame}>
			<Tabs label="Settings" className="page-tabs" pages={parts} />
			{children}
		</PageFrame>
	)
}
