import type { MouseEvent } from 'react'
import { href, Link } from 'react-router'
import { useAuth } from '#web/session/auth-provider.tsx'
import { useBadgeName } from '#web/session/badge-name.ts'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { Button } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * The badge with a link to the account, and the Sign Out button. Every built page contains them; `data-session` on the document
 * shows them.
 */
export function SignedInCorner({ className }: { className: string }) {
	const { signOut } = useAuth()
	const name = useBadgeName()

	async function leave(event: MouseEvent) {
		const menu = event.currentTarget.closest('details')
		await signOut()
		if (hasStoredSession()) return
		// The button that had the focus is gone, so the focus moves to the content.
		menu?.removeAttribute('open')
		focusContent()
	}

	return (
		<div className={`signed-in-only ${className}`}>
			<Link
				to={href('/account')}
				className="flex min-h-11 items-center gap-2 font-display text-label font-semibold underline-offset-4 hover:underline"
			>
				<Icon name="user" size={20} />
				<span title={name ?? undefined} className="badge-name max-w-32 truncate lg:max-w-20 xl:max-w-32">
					{name}
				</span>
				<span className="sr-only">, your account</span>
			</Link>
			<Button variant="secondary" size="small" onClick={leave} className="whitespace-nowrap">
				Sign Out
			</Button>
		</div>
	)
}
