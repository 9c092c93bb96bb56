import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { SampleMail } from '#admin/ui/sample-mail.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'

/** Shows the emails as they would be with the draft. */
export function EmailsPreview({ version }: { version: number }) {
	const { data, error, reload } = useRead('messages', {})
	const [chosen, choose] = useState<string>()
	if (error !== undefined) return <Failed error={error} onRetry={reload} />
	const rows = data?.rows.filter(({ fixed }) => fixed === null) ?? []
	const name = chosen ?? rows[0]?.name
	if (name === undefined) return <Loading lines={12} />
	return (
		<div className="grid gap-6">
			<Select
				label="Email"
				className="max-w-xl"
				value={name}
				options={rows.map((row) => ({
					value: row.name,
					label: `${row.group}: ${row.subject} (${row.name.replaceAll(/[_-]/g, ' ')})`,
				}))}
				onChange={choose}
			/>
			<div>
				<SampleMail key={`${name} ${version}`} name={name} words="draft" />
			</div>
		</div>
	)
}
