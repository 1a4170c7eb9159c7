"""The games of classics.pgn: players, place, date, and the moves as they were played."""

from dataclasses import dataclass


@dataclass
class Game:
    """One game. `termination` is empty if it is not known how the game ended."""

    white: str
    black: str
    site: str
    date: str
    source: str
    result: str
    moves: str
    termination: str = "normal"

    @property
    def ended_on_board(self):
        """By checkmate: none of these games ended in stalemate."""
        return self.moves.rstrip().endswith("#")


GAMES = (
    Game("Anderssen, Adolf", "Kieseritzky, Lionel", "London ENG", "1851.06.21",
         "London 1851, the Immortal Game", "1-0",
         """1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5
         9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6
         16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8
         22. Qf6+ Nxf6 23. Be7#"""),
    Game("Anderssen, Adolf", "Dufresne, Jean", "Berlin GER", "1852.??.??",
         "Berlin 1852, the Evergreen Game", "1-0",
         """1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6
         9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5
         16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7
         22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7#"""),
    Game("Morphy, Paul", "Duke Karl / Count Isouard", "Paris FRA", "1858.??.??",
         "Paris 1858, at the opera", "1-0",
         """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
         9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
         15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#"""),
    Game("Byrne, Donald", "Fischer, Robert James", "New York, NY USA", "1956.10.17",
         "Third Rosenwald Trophy, New York 1956, the Game of the Century", "0-1",
         """1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7
         9. Rd1 Nb6 10. Qc5 Bg4 11. Bg5 Na4 12. Qa3 Nxc3 13. bxc3 Nxe4 14. Bxe7 Qb6 15. Bc4 Nxc3
         16. Bc5 Rfe8+ 17. Kf1 Be6 18. Bxb6 Bxc4+ 19. Kg1 Ne2+ 20. Kf1 Nxd4+ 21. Kg1 Ne2+
         22. Kf1 Nc3+ 23. Kg1 axb6 24. Qb4 Ra4 25. Qxb6 Nxd1 26. h3 Rxa2 27. Kh2 Nxf2
         28. Re1 Rxe1 29. Qd8+ Bf8 30. Nxe1 Bd5 31. Nf3 Ne4 32. Qb8 b5 33. h4 h5 34. Ne5 Kg7
         35. Kg1 Bc5+ 36. Kf1 Ng3+ 37. Ke1 Bb4+ 38. Kd1 Bb3+ 39. Kc1 Ne2+ 40. Kb1 Nc3+
         41. Kc1 Rc2#"""),
    Game("Fischer, Robert James", "Spassky, Boris", "Reykjavik ISL", "1972.07.23",
         "World Championship 1972, game 6", "1-0",
         """1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5
         9. Bxe7 Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5
         16. O-O Ra7 17. Be2 Nd7 18. Nd4 Qf8 19. Nxe6 fxe6 20. e4 d4 21. f4 Qe7 22. e5 Rb8
         23. Bc4 Kh8 24. Qh3 Nf8 25. b3 a5 26. f5 exf5 27. Rxf5 Nh7 28. Rcf1 Qd8 29. Qg3 Re7
         30. h4 Rbb7 31. e6 Rbc7 32. Qe5 Qe8 33. a4 Qd8 34. R1f2 Qe8 35. R2f3 Qd8 36. Bd3 Qe8
         37. Qe4 Nf6 38. Rxf6 gxf6 39. Rxf6 Kg8 40. Bc4 Kh8 41. Qf4"""),
    Game("Kasparov, Garry", "Topalov, Veselin", "Wijk aan Zee NED", "1999.01.20",
         "Hoogovens, Wijk aan Zee 1999, round 4", "1-0",
         """1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6
         9. Qxh6 Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5
         16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5
         23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5
         29. Ra7 Bb7 30. Rxb7 Qc4 31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2
         35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4 39. Qxh8 Rd3 40. Qa8 c3
         41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7"""),
    Game("Capablanca, Jose Raul", "Marshall, Frank James", "New York, NY USA", "1918.10.23",
         "New York 1918, round 1", "1-0",
         """1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5
         9. exd5 Nxd5 10. Nxe5 Nxe5 11. Rxe5 Nf6 12. Re1 Bd6 13. h3 Ng4 14. Qf3 Qh4 15. d4 Nxf2
         16. Re2 Bg4 17. hxg4 Bh2+ 18. Kf1 Bg3 19. Rxf2 Qh1+ 20. Ke2 Bxf2 21. Bd2 Bh4
         22. Qh3 Rae8+ 23. Kd3 Qf1+ 24. Kc2 Bf2 25. Qf3 Qg1 26. Bd5 c5 27. dxc5 Bxc5 28. b4 Bd6
         29. a4 a5 30. axb5 axb4 31. Ra6 bxc3 32. Nxc3 Bb4 33. b6 Bxc3 34. Bxc3 h6 35. b7 Re3
         36. Bxf7+"""),
    Game("Rotlewi, Georg", "Rubinstein, Akiba", "Lodz POL", "1907.12.26",
         "Lodz 1907, Rubinstein's Immortal", "0-1",
         """1. d4 d5 2. Nf3 e6 3. e3 c5 4. c4 Nc6 5. Nc3 Nf6 6. dxc5 Bxc5 7. a3 a6 8. b4 Bd6
         9. Bb2 O-O 10. Qd2 Qe7 11. Bd3 dxc4 12. Bxc4 b5 13. Bd3 Rd8 14. Qe2 Bb7 15. O-O Ne5
         16. Nxe5 Bxe5 17. f4 Bc7 18. e4 Rac8 19. e5 Bb6+ 20. Kh1 Ng4 21. Be4 Qh4 22. g3 Rxc3
         23. gxh4 Rd2 24. Qxd2 Bxe4+ 25. Qg2 Rh3"""),
    Game("Steinitz, William", "Von Bardeleben, Curt", "Hastings ENG", "1895.08.17",
         "Hastings 1895, round 10", "1-0",
         """1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 d5 8. exd5 Nxd5
         9. O-O Be6 10. Bg5 Be7 11. Bxd5 Bxd5 12. Nxd5 Qxd5 13. Bxe7 Nxe7 14. Re1 f6 15. Qe2 Qd7
         16. Rac1 c6 17. d5 cxd5 18. Nd4 Kf7 19. Ne6 Rhc8 20. Qg4 g6 21. Ng5+ Ke8 22. Rxe7+ Kf8
         23. Rf7+ Kg8 24. Rg7+ Kh8 25. Rxh7+""", termination=""),
    Game("Reti, Richard", "Tartakower, Savielly", "Vienna AUT", "1910.??.??",
         "Vienna 1910", "1-0",
         """1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5
         8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8#"""),
    Game("Lasker, Edward", "Thomas, George Alan", "London ENG", "1912.10.29",
         "London 1912", "1-0",
         """1. d4 e6 2. Nf3 f5 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6 6. e4 fxe4 7. Nxe4 b6 8. Ne5 O-O
         9. Bd3 Bb7 10. Qh5 Qe7 11. Qxh7+ Kxh7 12. Nxf6+ Kh6 13. Neg4+ Kg5 14. h4+ Kf4
         15. g3+ Kf3 16. Be2+ Kg2 17. Rh2+ Kg1 18. Kd2#"""),
    Game("Deep Blue", "Kasparov, Garry", "New York, NY USA", "1997.05.11",
         "Deep Blue rematch 1997, game 6", "1-0",
         """1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Ng5 Ngf6 6. Bd3 e6 7. N1f3 h6 8. Nxe6 Qe7
         9. O-O fxe6 10. Bg6+ Kd8 11. Bf4 b5 12. a4 Bb7 13. Re1 Nd5 14. Bg3 Kc8 15. axb5 cxb5
         16. Qd3 Bc6 17. Bf5 exf5 18. Rxe7 Bxe7 19. c4"""),
    Game("Hamppe, Carl", "Meitner, Philipp", "Vienna AUT", "1872.??.??",
         "Vienna 1872, the Immortal Draw", "1/2-1/2",
         """1. e4 e5 2. Nc3 Bc5 3. Na4 Bxf2+ 4. Kxf2 Qh4+ 5. Ke3 Qf4+ 6. Kd3 d5 7. Kc3 Qxe4
         8. Kb3 Na6 9. a3 Qxa4+ 10. Kxa4 Nc5+ 11. Kb4 a5+ 12. Kxc5 Ne7 13. Bb5+ Kd8 14. Bc6 b6+
         15. Kb5 Nxc6 16. Kxc6 Bb7+ 17. Kb5 Ba6+ 18. Kc6 Bb7+"""),
    Game("Alekhine, Alexander", "Lasker, Emanuel", "Moscow RUS", "1914.??.??",
         "Moscow 1914, exhibition", "1/2-1/2",
         """1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nf6 5. Nc3 Bb4 6. Nxc6 bxc6 7. Bd3 d5
         8. exd5 cxd5 9. O-O O-O 10. Bg5 Be6 11. Qf3 Be7 12. Rfe1 h6 13. Bxh6 gxh6 14. Rxe6 fxe6
         15. Qg3+ Kh8 16. Qg6"""),
    Game("Carlsen, Magnus", "Nakamura, Hikaru", "chess24.com INT", "2021.03.15",
         "Magnus Carlsen Invitational 2021, threefold repetition", "1/2-1/2",
         """1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Ke2 Ke7 5. Ke1 Ke8 6. Ke2 Ke7"""),
    Game("Paulsen, Louis", "Morphy, Paul", "New York, NY USA", "1857.11.08",
         "First American Chess Congress, New York 1857", "0-1",
         """1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Bb5 Bc5 5. O-O O-O 6. Nxe5 Re8 7. Nxc6 dxc6
         8. Bc4 b5 9. Be2 Nxe4 10. Nxe4 Rxe4 11. Bf3 Re6 12. c3 Qd3 13. b4 Bb6 14. a4 bxa4
         15. Qxa4 Bd7 16. Ra2 Rae8 17. Qa6 Qxf3 18. gxf3 Rg6+ 19. Kh1 Bh3 20. Rd1 Bg2+
         21. Kg1 Bxf3+ 22. Kf1 Bg2+ 23. Kg1 Bh3+ 24. Kh1 Bxf2 25. Qf1 Bxf1 26. Rxf1 Re2
         27. Ra1 Rh6 28. d4 Be3"""),
    Game("Levitsky, Stefan", "Marshall, Frank James", "Breslau GER", "1912.07.20",
         "Breslau 1912, the shower of gold", "0-1",
         """1. d4 e6 2. e4 d5 3. Nc3 c5 4. Nf3 Nc6 5. exd5 exd5 6. Be2 Nf6 7. O-O Be7 8. Bg5 O-O
         9. dxc5 Be6 10. Nd4 Bxc5 11. Nxe6 fxe6 12. Bg4 Qd6 13. Bh3 Rae8 14. Qd2 Bb4 15. Bxf6 Rxf6
         16. Rad1 Qc5 17. Qe2 Bxc3 18. bxc3 Qxc3 19. Rxd5 Nd4 20. Qh5 Ref8 21. Re5 Rh6
         22. Qg5 Rxh3 23. Rc5 Qg3"""),
    Game("Short, Nigel", "Timman, Jan", "Tilburg NED", "1991.10.21",
         "Interpolis, Tilburg 1991, the king's walk", "1-0",
         """1. e4 Nf6 2. e5 Nd5 3. d4 d6 4. Nf3 g6 5. Bc4 Nb6 6. Bb3 Bg7 7. Qe2 Nc6 8. O-O O-O
         9. h3 a5 10. a4 dxe5 11. dxe5 Nd4 12. Nxd4 Qxd4 13. Re1 e6 14. Nd2 Nd5 15. Nf3 Qc5
         16. Qe4 Qb4 17. Bc4 Nb6 18. b3 Nxc4 19. bxc4 Re8 20. Rd1 Qc5 21. Qh4 b6 22. Be3 Qc6
         23. Bh6 Bh8 24. Rd8 Bb7 25. Rad1 Bg7 26. R8d7 Rf8 27. Bxg7 Kxg7 28. R1d4 Rae8
         29. Qf6+ Kg8 30. h4 h5 31. Kh2 Rc8 32. Kg3 Rce8 33. Kf4 Bc8 34. Kg5"""),
)
