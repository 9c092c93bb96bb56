import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { groupedByFour } from './grouped.ts'
import './recovery-codes.css'

interface RecoveryCodesProps {
	codes: readonly string[]
	onKept: () => void
}

/** New recovery codes, shown this once. Printed, they stand alone on the page. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	// The form that had the focus is gone.
	useEffect(() => heading.current?.focus(), [])
	return (
		<div className="recovery-codes grid w-full gap-5 border-l-2 border-marker pl-5">
			<div>
				<h3 ref={heading} tabIndex={-1} className="font-display font-semibold outline-none">
					Your recovery codes
				</h3>
				<p className="mt-1">
					If you lose your phone, use one of these instead of a code from your app. Each can be used once. We
					only show them now, so print them or save them where you keep your passwords.
				</p>
			</div>
			<ul className="figures grid gap-x-8 gap-y-2 sm:grid-cols-[auto_auto] sm:justify-start">
				{codes.map((code) => (
					<li key={code}>
						<code className="font-display whitespace-nowrap">{groupedByFour(code)}</code>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3 print:hidden">
				<CopyButton text={codes.map(groupedByFour).join('\n')} what="recovery codes" />
				<Button size="small" variant="secondary" onClick={() => window.print()}>
					Print
				</Button>
				<Button size="small" onClick={onKept}>
					I’ve saved them
				</Button>
			</div>
		</div>
	)
}
