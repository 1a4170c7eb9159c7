"""What a finger needs: room on everything that can be touched, and room between it."""

FINGER = 48  # px
# What can be touched within an element; a link within a text is as high as its line.
TOUCHED = """[...WITHIN.querySelectorAll("a[href], button, input, select, summary, textarea")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.type !== "file" &&
    !(one.tagName === "A" && getComputedStyle(one).display === "inline"))"""
# With its label.
SMALL = f"""{TOUCHED.replace("WITHIN", "document")}
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < {FINGER} - 0.5)
  .map(([one, {{width, height}}]) => `${{one.tagName}} ${{width | 0}}x${{height | 0}}: ` +
    (one.name || one.textContent.slice(0, 40)))"""
APART = 8  # px
# Pairs of those that are nearer to each other; below a window nothing can be touched.
NEAR = f"""(() => {{
  const within = document.querySelector("dialog[open]") ?? document.body;
  const all = {TOUCHED.replace("WITHIN", "within")}
    .map((one) => one.closest("label.option, label.tick") ?? one)
    .map((one) => ({{one, box: one.getBoundingClientRect()}}))
    .filter(({{box}}) => box.width > 1);
  const name = ({{one}}) => one.name || one.ariaLabel || one.textContent.slice(0, 30);
  const found = [];
  for (const [at, a] of all.entries())
    for (const b of all.slice(at + 1)) {{
      const aside = Math.max(a.box.left - b.box.right, b.box.left - a.box.right);
      const below = Math.max(a.box.top - b.box.bottom, b.box.top - a.box.bottom);
      const near = Math.max(aside, below);
      if (near < {APART} - 0.5) found.push(`${{near.toFixed(1)}}: ${{name(a)}} | ${{name(b)}}`);
    }}
  return found;
}})()"""
