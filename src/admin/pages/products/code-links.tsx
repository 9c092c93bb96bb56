import { useState } from 'react'
import type { Answer } from '#shared/admin/api.ts'
import { withCode } from '#shared/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'

type Codes = Answer<'discount-codes'>

interface CodeLinksProps {
	code: Codes['rows'][number]
	guides: Codes['guides']
}

/** Offers the links that show a guide at its price with the code. */
export function CodeLinks({ code: { code, guide_ids: ids, state }, guides }: CodeLinksProps) {
	const [open, setOpen] = useState(false)
	const linked = guides.filter(({ id }) => ids?.includes(id) ?? true)
	if ((state !== 'running' && state !== 'later') || linked.length === 0) return null
	return (
		<>
			<Button variant="quiet" size="small" onClick={() => setOpen(true)}>
				Links<span className="sr-only"> with {code}</span>
			</Button>
			<Dialog open={open} onClose={() => setOpen(false)} title={`Links with ${code}`}>
				<p>
					Whoever opens one sees the price with {code} on the guide’s page, and pays it without typing the
					code.
				</p>
				<ul className="mt-4 grid gap-4">
					{linked.map(({ id, title, address }) => (
						<li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
							<Field
								label={title}
								name={`link-${id}`}
								readOnly
								value={withCode(address, code)}
								onFocus={(event) => event.target.select()}
							/>
							<Button variant="secondary" onClick={() => void copy(withCode(address, code))}>
								Copy<span className="sr-only"> the link to {title}</span>
							</Button>
						</li>
					))}
				</ul>
			</Dialog>
		</>
	)
}

async function copy(link: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(link)
		toast.success('The link is copied')
	} catch {
		toast.error('Your browser doesn’t allow that. Select the link and copy it.')
	}
}
