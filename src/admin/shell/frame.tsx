import { type ReactNode, useState } from 'react'
import { pages } from '#admin/pages.ts'
import { type Me, signOut } from '#admin/session/session.ts'
import { Palette } from '#admin/shell/palette.tsx'
import { ThemeSwitch } from '#admin/shell/theme-switch.tsx'
import { useShortcuts } from '#admin/shell/use-shortcuts.ts'
import { Tabs } from '#admin/ui/tabs.tsx'
import { roleNames, sellers } from '#shared/admin/names.ts'

/** The navigation, the buttons that are always there, and the page. */
export function Frame({ me, children }: { me: Me; children: ReactNode }) {
	const [open, setOpen] = useState(false)
	const visible = pages.filter(({ roles }) => roles.includes(me.role))
	useShortcuts(visible, () => setOpen(true))
	return (
		<>
			<a href="#content" className="skip-link">
				To the page
			</a>
			<header className="admin-header">
				<p className="admin-name">
					{me.shop_name} <span className="text-soft">admin</span>
				</p>
				<Tabs
					label="Pages"
					className="admin-nav"
					pages={visible.flatMap(({ path, name }) =>
						name === undefined ? [] : [{ path, name, isExact: path === '/' }],
					)}
				/>
				<div className="admin-tools">
					<button type="button" className="palette-button" onClick={() => setOpen(true)}>
						Search <kbd>/</kbd>
					</button>
					<ThemeSwitch />
					<details className="member-menu">
						<summary>
							<span className="sr-only">You: </span>
							{initialsOf(me.name)}
						</summary>
						<div className="member-sheet">
							<p className="wrap-anywhere">{me.name}</p>
							<p className="text-soft">{roleNames[me.role]}</p>
							<p>
								<a href={me.site_url} className="link" target="_blank" rel="noreferrer">
									Open the shop
								</a>
							</p>
							<button type="button" className="link" onClick={() => void signOut()}>
								Sign out
							</button>
						</div>
					</details>
				</div>
			</header>
			<main id="content" tabIndex={-1} className="admin-page">
				{children}
			</main>
			<footer className="admin-footer">All times are London time.</footer>
			<Palette pages={visible} searches={sellers.includes(me.role)} open={open} onOpenChange={setOpen} />
		</>
	)
}

function initialsOf(name: string): string {
	return name.slice(0, 1).toUpperCase()
}
