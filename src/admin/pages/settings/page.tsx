import { Audit } from '#admin/pages/settings/audit.tsx'
import { Doctor } from '#admin/pages/settings/doctor.tsx'
import { SettingList } from '#admin/pages/settings/setting-list.tsx'
import { SettingsFrame } from '#admin/pages/settings/settings-frame.tsx'
import { WhereWeSell } from '#admin/pages/settings/where-we-sell.tsx'

/** Shows every setting with its source, and whether everything works. */
export function Page() {
	return (
		<SettingsFrame
			title="Settings"
			note="What the shop is set to, and whether it works. All but the first are changed on the server, in its environment or its file .env, and take effect when the shop is started again."
		>
			<div className="grid gap-12">
				<WhereWeSell />
				<Doctor />
				<Audit />
				<SettingList />
			</div>
		</SettingsFrame>
	)
}
