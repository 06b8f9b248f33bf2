export const Heads = ({ names, className }: { names: readonly string[]; className?: string }) => (
  <thead className={className}>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
)
