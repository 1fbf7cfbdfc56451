import { useRootData } from '../root-data.ts'
import { FeedIcon, MailIcon } from '../ui/icons.tsx'
import { Logo } from './logo.tsx'
import { SiteLink } from './site-link.tsx'

const RESOURCES = [
  { to: '/advertisedProducts', label: 'Advertised laptops' },
  { to: '/blogs', label: 'Blogs' },
  { to: '/#about', label: 'About Us' },
  { to: '/#contact', label: 'Contact Us' },
]
const LEGAL = [
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms & Conditions' },
]

function Links({ title, links }: { title: string; links: typeof RESOURCES }) {
  return (
    <div>
      <h2 className="mb-2 text-sm tracking-normal">{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <SiteLink to={to} className="footer-link">
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Footer() {
  const contactEmail = useRootData()?.contactEmail
  return (
    <footer className="mt-16">
      <div className="hinge" />
      <div className="column grid gap-8 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="sm:col-span-3 lg:col-span-1">
          <Logo />
          <p className="mt-2 text-sm text-muted">Used laptops you can trust.</p>
        </div>
        <Links title="Resources" links={RESOURCES} />
        <div>
          <h2 className="mb-2 text-sm tracking-normal">Follow us</h2>
          <ul>
            <li>
              <a href="/blogs.xml" className="footer-link">
                <FeedIcon /> Blog feed (RSS)
              </a>
            </li>
            <li>
              <a href={`mailto:${contactEmail}`} className="footer-link">
                <MailIcon /> E-mail
              </a>
            </li>
          </ul>
        </div>
        <Links title="Legal" links={LEGAL} />
      </div>
    </footer>
  )
}
