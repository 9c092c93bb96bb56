import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { downloadFile } from '#admin/api/call-api.ts'
import type { FileName, Sent } from '#shared/admin/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

interface ExportButtonProps<Name extends FileName> {
	name: Name
	input: Sent<Name>
	label: string
}

interface Running {
	done: number
	of: number | undefined
}

/** A button that downloads a file, shows the progress, and can cancel the download. */
export function ExportButton<Name extends FileName>({ name, input, label }: ExportButtonProps<Name>) {
	const [running, setRunning] = useState<Running>()
	const cancelled = useRef<AbortController>(undefined)
	useEffect(() => () => cancelled.current?.abort(), [])

	async function begin() {
		const left = new AbortController()
		cancelled.current = left
		setRunning({ done: 0, of: undefined })
		try {
			await downloadFile(name, input, {
				signal: left.signal,
				onRows: (done, of) => setRunning({ done, of }),
			})
			toast.success('The file is in your downloads')
		} catch (error) {
			if (left.signal.aborted) toast.info('Cancelled: no file was kept')
			else if (error instanceof ApiError) toast.error(error.message)
			else throw error
		} finally {
			setRunning(undefined)
		}
	}

	if (running === undefined)
		return (
			<Button size="small" variant="secondary" onClick={() => void begin()}>
				{label}
			</Button>
		)
	const { done, of } = running
	const rows = `${done.toLocaleString('en-GB')}${of === undefined ? '' : ` of ${of.toLocaleString('en-GB')}`} rows`
	return (
		<div className="export-progress">
			<progress
				aria-label={label}
				max={of === undefined ? undefined : Math.max(1, of)}
				value={of === undefined ? undefined : done}
			/>
			<span className="margin-note figures">{rows}</span>
			<Button size="small" variant="quiet" onClick={() => cancelled.current?.abort()}>
				Cancel
			</Button>
		</div>
	)
}
