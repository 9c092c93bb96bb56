import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { AccountSection } from './account-section.tsx'
import { downloadExport } from './download-export.ts'
import { useProof } from './use-proof.tsx'

export function DataSection() {
	const { attempt, question } = useProof()
	const [busy, run] = useBusy()
	return (
		<AccountSection title="Your data" note="Everything we store about you, in one file (JSON).">
			<p>
				Your account, the ways you sign in, your devices, what you took and bought, your receipts, your
				downloads, and what has happened to the account in the last year.
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
