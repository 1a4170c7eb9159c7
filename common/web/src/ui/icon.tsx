import sprite from "./sprite.svg";

export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
