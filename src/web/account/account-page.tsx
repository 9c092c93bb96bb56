import type { ReactNode } from 'react'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { AccountIndex } from './account-index.tsx'
import './account.css'

interface AccountPageProps {
	title: string
	/** Whether the sections that the index leads to are there. */
	ready: boolean
	children: ReactNode
}

/** A page of the account, beside the index of everything that belongs to the user. */
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
