#!/usr/bin/env python3
"""The pages are for everybody: axe finds no faults in any of them, in each scheme, language
and size; and no text is cut off, however large it is, in any language, with any name."""

import json

import kit

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
# Real kinds of names: long, without a place to break, from right to left, with combining marks,
# beyond the first plane of Unicode, and with text that looks like markup.
NAMES = ["Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren, Hubert Blaine",
         "Ó" * 60 + ", A", "محمد عبد الله الطويل, ب", "שלום, ישראל",
         "Ze" + "\u0335\u0321\u034c" * 8 + "algo, T", "👩‍👩‍👧‍👦🏳️‍🌈 Émoji, ✌🏽",
         "<b>O’Neill</b> & Söhne, \"X\"", "ꦱꦸꦫꦧꦪ 𝔖𝔠𝔥𝔞𝔠𝔥, 李小龍"]
REFUSED = json.dumps({"type": "about:blank", "title": "No", "status": 403, "code": "wrong_pin",
                      "detail": "The PIN is wrong; after 4 more the session ends.",
                      "triesLeft": 4})
# Whatever has text of its own; what only a screen reader gets is no wider than a pixel.
CUT = """(() => {
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const all = [document.documentElement, ...[...document.body.querySelectorAll("*")].filter(own)];
  // Letters of a drawing have no box that could cut them.
  return all.filter((one) => !(one instanceof SVGElement) && one.checkVisibility() &&
    one.clientWidth > 1 &&
    one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 60)}`);
})()"""
# Before anything of the page runs.
LARGE = """{ const sheet = new CSSStyleSheet(); sheet.replaceSync("html { font-size: 200%; }");
  document.adoptedStyleSheets = [sheet]; }"""
# A name that is too long for a tile ends with an ellipsis; all else has room.
SHORTENED = "SPAN.name: "


class Views(kit.BoardsCase):
    def speak(self, page, language):
        page.js(f"localStorage.language = '{language}'")

    def views(self, page):
        """Goes from one view to the next; returns its name."""
        for path, shows in (("/events", ".events a"), ("/keys", "kbd"), ("/hall/e2e", ".strip")):
            page.goto(path)
            page.wait_for(shows)
            yield path
        page.click("button.menu")
        page.wait_for("dialog[open]")
        yield "menu"
        page.press("Escape")
        page.click(".many")
        page.wait_for(".sheet .option")
        yield "many boards"
        page.goto("/hall/e2e/8#ply=1")
        page.wait_for(".instant")
        yield "an earlier ply"
        page.goto("/hall/e2e/1#ply=0")
        page.wait_for(".instant")
        page.press("End")
        page.wait_for(".player .flag")
        yield "a flag"
        page.goto("/hall/e2e/2")
        page.wait_for(".question")
        page.wait_for(".acts button")
        page.click(".others summary")
        yield "board"
        page.press("r")
        page.wait_for(".sheet .option")
        yield "choose"
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .will")
        yield "confirm"
        page.press("Escape")
        page.click(".acts button >> nth=4")  # an illegal action: it has the most fields
        page.click(".sheet summary")
        page.fill(".sheet .fold [name=white]", "no time")
        page.wait_for(".sheet .fold .wrong:not(:empty)")
        yield "form"
        page.goto("/hall/e2e/2")
        page.wait_for(".question")
        page.wait_for(".acts button")
        page.press("n")
        page.fill(".sheet [name=text]", "a phone rang")
        page.click(".sheet .go")
        page.fill(".sheet [name=pin]", "0000")
        page.refuse("**/desk/acts", {"status": 403, "contentType": "application/problem+json",
                                     "body": REFUSED})
        page.press("Control+Enter")
        page.until("document.querySelector('#wrongpin').textContent !== ''")
        page.allow()
        yield "refused"
        page.goto("/login")
        page.wait_for("summary")
        page.click("summary")
        yield "login"


class Everybody(Views):
    def test_axe_finds_nothing(self):
        self.make_all()
        for size, (width, height) in SIZES.items():
            page = self.page(to="/keys", viewport={"width": width, "height": height})
            for language in ("en", "de"):
                self.speak(page, language)
                for view in self.views(page):
                    for dark in (False, True):
                        with self.subTest(size=size, language=language, view=view, dark=dark):
                            self.assertEqual(page.faults(dark), [])
            page.close()

    def test_no_text_is_cut_off(self):
        self.make_all()
        for width in (320, 390, 1440):
            page = self.page(to="/keys", viewport={"width": width, "height": 844})
            for large in (False, True):
                if large:  # as with the largest text that a browser's settings offer
                    page.do("addInitScript", {"content": LARGE})
                for language in ("en", "de"):
                    self.speak(page, language)
                    for view in self.views(page):
                        with self.subTest(width=width, large=large, language=language, view=view):
                            self.assertEqual(page.js(CUT), [])
            page.close()

    def test_names_of_all_kinds(self):
        for board in range(1, 5):
            self.open(board, white=NAMES[2 * board - 2], black=NAMES[2 * board - 1])
            self.does("claim", board, side="white", kind="other", text=NAMES[2 * board - 2][:60])
        self.house.settled()
        for width in (320, 1440):
            page = self.page(to="/hall/e2e", viewport={"width": width, "height": 844})
            page.wait_for(".strip")
            cut = page.js(CUT)
            self.assertEqual([one for one in cut if not one.startswith(SHORTENED)], [])
            whole = page.js("[...document.querySelectorAll('.tile')].map((one) => one.ariaLabel)")
            for one in cut:  # it is heard whole
                self.assertTrue(any(one.removeprefix(SHORTENED) in label for label in whole), one)
            shown = page.texts(".tile .name")
            self.assertIn("<b>O’Neill</b> & Söhne", shown)  # as text, not as markup
            heights = page.js("[...document.querySelectorAll('.tile')].map((one) =>"
                              " one.scrollHeight - one.clientHeight)")
            self.assertEqual(max(heights), 0)
            # A name from right to left reverses nothing: the clock stays at the right end.
            left = page.js("[...document.querySelectorAll('.tile .side')].map((one) =>"
                           " one.querySelector('.clock').offsetLeft > one.querySelector('.name')"
                           ".offsetLeft)")
            self.assertTrue(all(left), json.dumps(left))
            for board in range(1, 5):
                page.goto(f"/hall/e2e/{board}")
                page.wait_for(".question")
                self.assertEqual(page.js(CUT), [], board)
            self.assertEqual(page.said(), [])
            page.close()


class Readers(kit.PagesCase):
    """Who has not logged in reads results, and how to trust this server."""

    def test_axe_finds_nothing(self):
        self.round_of(2, name="Riverside Open")
        clock = self.house.client("device", "all boards")
        clock.done("resign", 1, "open-r1-b1", side="black")
        self.house.settled()
        kit.hall.arbiterd_says("tls", "init", "--data", self.house.folder, "--name", "hall.local")
        self.house.arbiterd.end()
        self.house.start_arbiterd()  # which has a page now that shows how to trust it
        page = self.browser.open(self.base)
        for language in ("en", "de"):
            page.goto("/login")
            page.js(f"localStorage.language = '{language}'")
            for path, shows in (("/events", ".events a"), ("/hall/open", ".events a"),
                                ("/api/v1/events/open/rounds/1/results.html", "table"),
                                ("/trust", "h1")):
                page.goto(path)
                page.wait_for(shows)
                for dark in (False, True):
                    with self.subTest(path=path, language=language, dark=dark):
                        self.assertEqual(page.faults(dark), [])


if __name__ == "__main__":
    kit.main()
