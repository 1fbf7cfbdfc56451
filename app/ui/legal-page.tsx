import type { ReactNode } from 'react'
import { Canonical } from './canonical.tsx'

/** A page of running text at a readable width. */
export function LegalPage({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  return (
    <article className="column section">
      <Canonical path={path} />
      <div className="prose-column mx-auto max-w-2xl">
        <h1 className="text-xl">{title}</h1>
        {children}
      </div>
    </article>
  )
}
