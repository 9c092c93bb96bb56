import type { ReactNode } from 'react'
import type { ApiError } from '#admin/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'

/** Takes up the space of the lines that are being loaded. */
export function Loading({ lines = 3, label = 'Loading …' }: { lines?: number; label?: string }) {
	return (
		<div className="loading" role="status">
			<span className="sr-only">{label}</span>
			{Array.from({ length: lines }, (_, line) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
				<span key={line} aria-hidden="true" />
			))}
		</div>
	)
}

/** Says that a list is empty, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
	return (
		<div className="empty">
			<p className="font-display font-semibold">{title}</p>
			{children ? <div className="text-soft">{children}</div> : null}
		</div>
	)
}

/** Says what went wrong, and offers to try again. */
export function Failed({ error, onRetry }: { error: ApiError; onRetry?: (() => void) | undefined }) {
	return (
		<div role="alert" className="failed">
			<p>{error.message}</p>
			{error.reference === null ? null : (
				<p className="margin-note">
					The reference is {error.reference}. The server’s log has the details under it.
				</p>
			)}
			{onRetry === undefined || error.status === 403 ? null : (
				<Button size="small" variant="secondary" onClick={onRetry}>
					Try again
				</Button>
			)}
		</div>
	)
}
