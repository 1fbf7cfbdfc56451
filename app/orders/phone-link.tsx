/** A phone number that can be pressed to call it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="link figures whitespace-nowrap">
    {phone}
  </a>
)
