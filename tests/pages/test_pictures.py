#!/usr/bin/env python3
"""Pictures of the pages, to be looked at: in the build folder, or with FLAGFALL_PICTURES in that
one (docs/pictures has those of the README). Nothing compares them, because each version of a
browser draws text differently. That all of them can be taken is the test."""

import os

import kit

NAMES = """Ólafsson Berg Novak Roy Sørensen Kowalczyk Müller Ivanova García Nakamura
Papadopoulos Ding
Singh O’Neill Haddad Costa Lindqvist Zhou Fernández Petrov Tóth Jansen Moreau Rossi Dvořák Hansen
Kim Silva Popescu Yılmaz Horvat Laine Weber Dubois Marín Olsen Fischer Adams Koné Sato""".split()
OPENING = ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "f1e2",
           "e7e5", "d4b3", "f8e7", "e1g1", "e8g8"]


class Pictures(kit.BoardsCase):
    def setUp(self):
        super().setUp()
        self.folder = os.environ.get("FLAGFALL_PICTURES") or os.path.join(
            kit.hall.Options.build, "tests", "pictures")
        os.makedirs(self.folder, exist_ok=True)

    def open(self, board, **terms):
        white, black = NAMES[(2 * board) % len(NAMES)], NAMES[(2 * board + 1) % len(NAMES)]
        super().open(board, white=f"{white}, A", black=f"{black}, B",
                     **{"event": "riverside", "round": "3", "time_control": "5400+30", **terms})

    def take(self, page, name):
        page.picture(os.path.join(self.folder, name + ".png"))

    def test_take_them(self):
        for board in range(13, 37):
            self.open(board)
            for ply, move in enumerate(OPENING[:board % len(OPENING)]):
                self.does("press", board, after=3 + board % 7,
                          side="white" if ply % 2 == 0 else "black", move=move)
        self.make_all()
        page = self.page(to="/hall/riverside")
        page.wait_for(".strip")
        self.take(page, "hall")
        page.do("emulateMedia", {"colorScheme": "dark"})
        page.do("setViewportSize", {"width": 390, "height": 844})
        self.take(page, "hall-phone-dark")
        page.do("emulateMedia", {"colorScheme": "light"})
        page.do("setViewportSize", {"width": 1440, "height": 900})
        page.goto("/hall/riverside/2")
        page.wait_for(".question")
        self.take(page, "board")
        page.press("r")
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .will")
        self.take(page, "ruling")
        self.assertEqual(sorted(name for name in os.listdir(self.folder)
                                if name.endswith(".png")),
                         ["board.png", "hall-phone-dark.png", "hall.png", "ruling.png"])


if __name__ == "__main__":
    kit.main()
