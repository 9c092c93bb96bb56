import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import type { ShownArea, ShownSetting } from '#shared/admin/settings.ts'
import { Field } from '#web/ui/field.tsx'

/** Lists every setting by area, with its value and where the value comes from. */
export function SettingList() {
	const read = useRead('settings', {})
	const [wanted, setWanted] = useState('')
	return (
		<section aria-labelledby="all-settings" className="grid gap-4">
			<div className="section-head">
				<div>
					<h2 id="all-settings" className="section-title">
						What is set
					</h2>
					<p className="text-soft">
						Secrets stay on the server: this page says only whether they are set. Settings that differ from
						the default come first.
					</p>
				</div>
			</div>
			{read.data === undefined ? (
				read.error === undefined ? (
					<Loading lines={8} />
				) : (
					<Failed error={read.error} onRetry={read.reload} />
				)
			) : (
				<>
					<div className="filters mb-0">
						<Field
							label="Find a setting"
							name="setting"
							type="search"
							placeholder="Name, or what it does"
							autoComplete="off"
							value={wanted}
							onChange={(event) => setWanted(event.target.value)}
						/>
					</div>
					<Areas areas={read.data.areas} wanted={wanted.trim().toLowerCase()} />
				</>
			)}
		</section>
	)
}

function Areas({ areas, wanted }: { areas: readonly ShownArea[]; wanted: string }) {
	if (wanted === '')
		return (
			<div>
				{areas.map(({ title, settings }) => (
					<Area key={title} title={title} settings={settings} />
				))}
			</div>
		)
	const found = areas
		.flatMap(({ settings }) => settings)
		.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
	return (
		<Settings
			caption="Settings found"
			settings={found}
			empty={<Empty title="Nothing matches">No setting has that in its name or description.</Empty>}
		/>
	)
}

function Area({ title, settings }: ShownArea) {
	const [isOpen, setOpen] = useState(false)
	const count = settings.filter(({ from }) => from !== 'default').length
	// Shows only the beginning of the title. The full title is for `.env.example`.
	const [short = title] = title.split(/, named on|, where you|\. Durations/)
	return (
		<details className="setting-area" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				<span className="font-semibold">{short}</span>
				<span className="text-soft">{count === 0 ? 'all defaults' : `${count} set`}</span>
			</summary>
			{isOpen ? <Settings caption={short} settings={settings} empty={null} /> : null}
		</details>
	)
}

interface SettingsProps {
	caption: string
	settings: readonly ShownSetting[]
	empty: React.ReactNode
}

function Settings({ caption, settings, empty }: SettingsProps) {
	const given = settings.filter(({ from }) => from !== 'default')
	const standard = settings.filter(({ from }) => from === 'default')
	return (
		<ListTable
			caption={caption}
			columns={[
				{
					title: 'Setting',
					ownLine: true,
					cell: ({ name, description }) => (
						<div className="max-w-[44rem]">
							<code className="wrap-anywhere font-semibold">{name}</code>
							<p className="wrap-anywhere text-soft">{description.replaceAll('`', '')}</p>
						</div>
					),
				},
				{ title: 'Value', cell: (setting) => <Value {...setting} /> },
				{ title: 'From', cell: ({ from }) => fromNames[from] },
			]}
			rows={[...given, ...standard]}
			keyOf={({ name }) => name}
			empty={empty}
		/>
	)
}

const fromNames = { environment: 'Environment', '.env': '.env', default: 'Default' } as const

function Value({ value, from, is_secret: isSecret }: ShownSetting) {
	if (value !== null) return <span className="wrap-anywhere">{value}</span>
	if (from === 'default') return <span className="text-soft">not set</span>
	return isSecret ? <span>set, not shown</span> : null
}
