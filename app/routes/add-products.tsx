import { ForRole } from '../dashboard/for-role.tsx'
import type { Route } from './+types/add-products'
import { LaptopForm } from './add-products/laptop-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Add Products · Clamshell' }]

export default function AddProducts() {
  return (
    <ForRole only="seller">
      {(user) => (
        <section>
          <h1 className="mb-6 text-xl">Add Products</h1>
          <LaptopForm key={user._id} sellerId={user._id} />
        </section>
      )}
    </ForRole>
  )
}
