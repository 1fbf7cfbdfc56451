import type { ReactNode } from 'react'
import { useToastAfterReload } from '../account/use-toast-after-reload.ts'

/** The panel of Login, Sign Up and the targets of mailed links: a title on the lid, the rest on the base. */
export function SignInPanel({ title, children }: { title: string; children: ReactNode }) {
  useToastAfterReload()
  return (
    <section className="column section">
      <div className="mx-auto max-w-md">
        <div className="lid bg-bezel px-6 pt-10 pb-6 max-[20rem]:px-[5vw] sm:px-8">
          <h1 className="text-xl text-[oklch(0.97_0.005_90)]">{title}</h1>
        </div>
        <div className="hinge" />
        <div className="base p-6 max-[20rem]:px-[5vw] sm:p-8">{children}</div>
      </div>
    </section>
  )
}
