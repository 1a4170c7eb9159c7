// A component that is drawn again only if one of its properties, or a signal that it reads, has
// changed.
import { Component, type ComponentChildren, createElement, type FunctionComponent } from "preact";

export function memo<P extends object>(inner: (props: P) => ComponentChildren) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = Object.keys(next) as (keyof P)[];
      return keys.some((key) => next[key] !== this.props[key]);
    }
    override render(): ComponentChildren {
      return createElement(inner as FunctionComponent<P>, this.props);
    }
  };
}
