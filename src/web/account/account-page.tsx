import type { ReactNode } from 'react'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { AccountIndex } from './account-index.tsx'
import './account.css'

interface AccountPageProps {
	title: string
	/** Whether the sections that the index links to are loaded. */
	ready: boolean
	children: ReactNode
}

/** A page of the account, with the index of all account sections beside it. */
export function AccountPage({ title, ready, children }: AccountPageProps) {
	return (
		<div className="page-width account-page">
			<AccountIndex ready={ready} />
			<div className="min-w-0 py-8 lg:py-12">
				<h1 className="account-head mb-8 text-title">{title}</h1>
				<NeedsScripts what="This page" />
				{children}
			</div>
		</div>
	)
}
