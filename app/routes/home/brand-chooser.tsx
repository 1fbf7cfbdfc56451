import { Link } from 'react-router'
import type { Brand } from '#contract/products.ts'
import { Alert } from '../../ui/alert.tsx'

export function BrandChooser({ brands }: { brands: readonly Brand[] }) {
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="brands">
      <div className="column section">
        <h2 id="brands" className="mb-8 text-xl">
          Choose Your Brand
        </h2>
        {brands.length === 0 && (
          <Alert onRetry={() => location.reload()} byPress>
            The brands could not be loaded.
          </Alert>
        )}
        <ul className="grid grid-cols-3 gap-3 max-[20rem]:gap-x-1 sm:gap-6">
          {brands.map(({ _id, brand, logo }) => (
            <li key={_id}>
              <Link to={`/brand/${_id}`} className="group block">
                <span className="lid grid h-24 place-items-center bg-raised transition-colors group-hover:border-ink sm:h-40">
                  <img
                    src={logo}
                    alt={brand.toUpperCase()}
                    width="180"
                    height="60"
                    loading="lazy"
                    className="w-[68%] max-w-44 dark:invert"
                  />
                </span>
                <span className="hinge block" />
                <span className="base flex min-h-11 items-center justify-center text-xs font-medium text-muted group-hover:border-ink group-hover:text-ink sm:text-sm">
                  See laptops
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
