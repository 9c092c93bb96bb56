import type { User } from '@supabase/supabase-js'
import { useId } from 'react'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { AccountSection } from './account-section.tsx'

/** Lets a user opt out of the emails that ask for reviews, even before the first one, and opt in again. */
export function ReviewEmailsSection({ user }: { user: User }) {
	const isAsked = user.user_metadata.no_review_requests !== true
	const [busy, run] = useBusy()
	const noteId = useId()
	return (
		<AccountSection id="review-emails" title="Emails about reviews" note="You don’t have to get these.">
			<label className="flex min-h-11 items-start gap-3">
				<input
					type="checkbox"
					checked={isAsked}
					aria-disabled={busy || undefined}
					aria-describedby={noteId}
					onChange={() => run(() => save(!isAsked))}
					className="mt-1 size-5 shrink-0"
				/>
				<span className="font-display font-medium">Ask me what I think of a guide I have</span>
			</label>
			<p id={noteId} className="margin-note max-w-measure">
				One email for each guide, a week after you got it at the earliest. Receipts and emails about your
				account always come.
			</p>
		</AccountSection>
	)
}

async function save(isAsked: boolean): Promise<void> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ data: { no_review_requests: !isAsked } }),
	)
	if (answer?.error !== null) {
		toastFailure('Not saved yet', failure, 'Please try again in a moment.')
	} else if (isAsked) {
		toast.success('Saved', { description: 'We’ll ask you once about each guide.' })
	} else {
		toast.success('Saved', { description: 'We won’t ask you for reviews.' })
	}
}
