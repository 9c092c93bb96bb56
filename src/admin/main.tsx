import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from '#admin/router.tsx'
import { keepRendering } from '#web/ui/keep-rendering.ts'
import '#web/ui/ignore-composing-keys.ts'
import './styles/admin.css'

keepRendering()

const place = document.getElementById('admin')
if (place !== null)
	createRoot(place).render(
		<StrictMode>
			<RouterProvider router={router} />
		</StrictMode>,
	)
