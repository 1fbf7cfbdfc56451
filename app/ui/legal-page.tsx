import type { ReactNode } from 'react'

/** A page of running text at a readable width. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="column section">
      <div className="prose-column mx-auto max-w-2xl">
        <h1 className="text-xl">{title}</h1>
        {children}
      </div>
    </article>
  )
}
