import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from '#admin/router.tsx'
import '#web/ui/ignore-composing-keys.ts'
import './styles/admin.css'

const place = document.getElementById('admin')
if (place !== null)
	createRoot(place).render(
		<StrictMode>
			<RouterProvider router={router} />
		</StrictMode>,
	)
