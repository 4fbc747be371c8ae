// The sign and the colour of each player by seat, as the box shows them.

import { squares, svg } from "./draw.js";

export const SEATS = [
  {rgb: [213, 94, 0], pixels: "....#.... ...###... ..#####.. .#######. ######### .##...##. .##...##. .##...##. .##...##."},
  {rgb: [0, 126, 196], pixels: "##....... #######.. ########. ######### ########. #######.. ##....... ##....... ##......."},
  {rgb: [0, 146, 100], pixels: "....##... ....####. ....##### ....##.## ....##..# ..####... .#####... .#####... ..###...."},
  {rgb: [214, 70, 160], pixels: "....#.... ..#####.. .#######. ######### #.##.##.# ....#.... ....#.... ..#.#.... ..###...."},
  {rgb: [140, 120, 0], pixels: "...###... ..#####.. ..#####.. ###.#.### ######### ####.#### .##.#.##. ....#.... ...###..."},
  {rgb: [130, 110, 240], pixels: "......... ...###... ..#####.. .######## ######### ######### .#######. ......... ........."},
];

// Return the sign of the player at *seat* as an element.
export function seatSign(seat) {
  const {rgb, pixels} = SEATS[seat];
  return svg("svg", {viewBox: "0 0 9 9", class: "sign", fill: `rgb(${rgb.join()})`, "aria-hidden": "true"}, squares(pixels.split(" "), "#"));
}
