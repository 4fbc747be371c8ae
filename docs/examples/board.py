"""Print the board of a running Codemaker after every change: an example of a front end.

Usage: python board.py [SOCKET]; docs/table-socket.md specifies the messages.
"""

import json
import os
import socket
import sys
import tempfile

AGAIN_S = 10


def lines(state):
    """Yield the lines to print for *state*."""
    match = state["match"]
    if match is None:
        yield "No match is open."
        return
    players, view = match["players"], match["view"]
    yield f"{match['game']}: " + ", ".join(f"{name} {score}" for name, score in zip(players, scores(view)))
    shown = {"pegs": pegs, "coda": coda, "passcode": passcode}.get(match["family"])
    yield from shown(players, view) if shown else ()
    if match["clock"]:
        yield f"Clock: {match['clock']['stage']}" + ("" if match["clock"]["is_running"] else ", paused")
    if match["outcome"]:
        yield "Won by " + " and ".join(players[seat] for seat in match["outcome"]["winners"])
    elif match["to_move"] is not None:
        yield f"{players[match['to_move']]} is to {'go on' if state['status'] == 'prompt' else 'move'}."


def scores(view):
    return view["scores"] if "scores" in view else [player["score"] for player in view["players"]]


def pegs(players, view):
    for shown in view["done"][-1:] if view["round"] is None else [view["round"]]:
        for number, row in enumerate(shown["rows"], 1):
            yield f"{number:2} {row['guess']} " + "●" * (row["black"] or 0) + "○" * (row["white"] or 0)
        yield f"   {shown['code'] or '?' * view['edition']['pegs']}"


def coda(players, view):
    for name, row in zip(players, (view["round"] or view["done"][-1])["rows"]):
        yield f"{name}: " + " ".join(panel["colour"][0].upper() + (panel["number"] or "?") for panel in row)


def passcode(players, view):
    for name, player in zip(players, view["players"]):
        yield f"{name}: {player['code']}, laid {' '.join(player['laid'])}, {player['fails']} FAIL"


def main(path):
    with (
        tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table,
    ):
        table.bind(os.path.join(folder, "board.sock"))
        table.settimeout(AGAIN_S)
        shown = None
        while True:
            # The first hello asks for the board, each later one whether the game is still there.
            table.sendto(json.dumps({"type": "hello", "protocol": 1}).encode(), path)
            try:
                while (message := json.loads(table.recv(65536)))["type"] != "end":
                    if message["type"] == "state" and (message["boot"], message["version"]) != shown:
                        shown = message["boot"], message["version"]
                        print(*lines(message), "", sep="\n", flush=True)
                return
            except TimeoutError:
                continue


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ["XDG_RUNTIME_DIR"] + "/codemaker/table.sock")
