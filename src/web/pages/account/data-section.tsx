import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { callAccount } from './account-call.ts'
import { AccountSection } from './account-section.tsx'
import { useReauthentication } from './reauthentication.tsx'

export function DataSection() {
	const { attempt, question } = useReauthentication()
	const [busy, run] = useBusy()
	return (
		<AccountSection id="data" title="Your data" note="Everything we store about you, in one file (JSON).">
			<p>
				Your account, the ways you sign in, your devices, what you took and bought, your receipts, your
				downloads, your reviews, the guides you’ve asked to be told about, and what has happened to the
				account in the last year.
			</p>
			<Button
				variant="secondary"
				aria-disabled={busy || undefined}
				onClick={() => run(() => attempt(downloadExport))}
			>
				{busy ? 'Preparing...' : 'Download my data'}
			</Button>
			{question}
		</AccountSection>
	)
}

/** Downloads everything the shop stores about the user. */
async function downloadExport(): Promise<'stale' | 'done'> {
	const answer = await callAccount('export', {})
	if (answer.kind === 'stale') return 'stale'
	if (answer.kind === 'refused') {
		toastFailure('Your data wasn’t downloaded', answer.failure, 'Please try again in a moment.')
		return 'done'
	}
	saveFile(answer.text, `headstart-${new Date().toISOString().slice(0, 10)}.json`, 'application/json')
	toast.success('Your data is downloading', {
		description: 'Keep the file private: it contains your personal details.',
	})
	return 'done'
}
