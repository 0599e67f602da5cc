"""Colours, line weights and type: the paper and night themes as CSS variables, and the rules that use them.

Every rule is bound to the class `bullrun-art`, which the root of each picture carries: a page that holds a
map keeps its own styles. The theme is the nearest `data-theme` (on the picture or around it).
"""

from __future__ import annotations

import re

SCOPE = ".bullrun-art"
THEME_NAMES = ("paper", "night")

# fmt: off
MAP_COLOURS: dict[str, dict[str, str]] = {
    "paper": {
        "paper": "#f4ead2",
        "paper-edge": "#e3d0a8",
        "ink": "#2a2118",
        "ink-soft": "#6b5a43",
        "grid": "#5b472c",
        "grid-a": ".40",
        "woods": "#bccb96",
        "woods-edge": "#66763f",
        "woods-shade": "#8e9c66",
        "tree": "#93a968",
        "tree-lit": "#b9c98d",
        "tree-ink": "#3d4c27",
        "water": "#a5cbd8",
        "bank": "#1f506b",
        "water-line": "#5b95ae",
        "stream": "#2f6f8b",
        "hill": "#e6c283",
        "hill-edge": "#b98c4e",
        "slope": "#b07a3c",
        "hachure": "#6d4422",
        "crest": "#4a2c13",
        "lv-1": "#eef5e9",
        "lv-2": "#e9ecca",
        "lv-3": "#efdda6",
        "lv-4": "#e8c987",
        "lv-5": "#deb269",
        "lv-6": "#d09b54",
        "lv-7": "#c3884a",
        "contour": "#663f1b",
        "rim-lit": "#fffaf0",
        "rim-lit-a": ".75",
        "fall": "#6b4018",
        "slope-ink": "#4f2c10",
        "steep-ink": "#2e1807",
        "lv-ink": "#4a2a0c",
        "coord-strong": "#33230f",
        "wood-wash": "#6f9a4a",
        "wood-wash-a": ".40",
        "wood-rim": "#3f5a22",
        "works": "#1f1a14",
        "bank-top": "#f6ead0",
        "boulder": "#a99a86",
        "town-ground": "#d9a79a",
        "town-ground-a": ".55",
        "goal": "#8f1710",
        "angled": "#4a3a26",
        "main-stream": "#1d5875",
        "trail": "#3a281a",
        "field": "#ead9a0",
        "rock": "#8a7a66",
        "marsh": "#4f7f78",
        "road-case": "#3a281a",
        "road-major": "#e39a5a",
        "road-minor": "#fbf4e2",
        "rail": "#1d1914",
        "town": "#7a2318",
        "house": "#2a2118",
        "star": "#a8261d",
        "star-union": "#2b4a7c",
        "star-confederate": "#6d6a60",
        "entry": "#7a2318",
        "label": "#221a11",
        "label-water": "#153f57",
        "label-hill": "#4a2c13",
        "halo": "#f8f0dc",
        "coord": "#5c4930",
        "frame": "#2a2118",
        "veil": "#e3d0a8",
        "veil-a": ".55",
        "reach": "#2c6e49",
        "stop": "#8a4f00",
        "attack": "#a3261b",
        "select": "#c77700",
        "route": "#7a3d00",
    },
    "night": {
        "paper": "#23282c",
        "paper-edge": "#171b1e",
        "ink": "#e6dcc4",
        "ink-soft": "#a89b80",
        "grid": "#d9cba8",
        "grid-a": ".24",
        "woods": "#2c4234",
        "woods-edge": "#7d9b6b",
        "woods-shade": "#182219",
        "tree": "#45634a",
        "tree-lit": "#5c7c58",
        "tree-ink": "#16211a",
        "water": "#2b6483",
        "bank": "#8ec4de",
        "water-line": "#5d9cbb",
        "stream": "#6cb0cf",
        "hill": "#5b4a30",
        "hill-edge": "#8b7045",
        "slope": "#c08a48",
        "hachure": "#d2a468",
        "crest": "#ecc58c",
        "lv-1": "#0c171d",
        "lv-2": "#15262d",
        "lv-3": "#27312e",
        "lv-4": "#3a3b2f",
        "lv-5": "#4e4631",
        "lv-6": "#625235",
        "lv-7": "#776139",
        "contour": "#d6a968",
        "rim-lit": "#f6dcae",
        "rim-lit-a": ".22",
        "fall": "#000000",
        "slope-ink": "#edc68e",
        "steep-ink": "#ffe0ae",
        "lv-ink": "#ffdfab",
        "coord-strong": "#efe3c4",
        "wood-wash": "#3f8a58",
        "wood-wash-a": ".34",
        "wood-rim": "#8fbf86",
        "works": "#f4ecd8",
        "bank-top": "#5a5140",
        "boulder": "#8d8170",
        "town-ground": "#7a4038",
        "town-ground-a": ".6",
        "goal": "#ff9a84",
        "angled": "#d9c49a",
        "main-stream": "#86ccec",
        "trail": "#f2e6c6",
        "field": "#3b3a2b",
        "rock": "#9a8d78",
        "marsh": "#7fb3a8",
        "road-case": "#0d0f10",
        "road-major": "#e0a066",
        "road-minor": "#cfc4a8",
        "rail": "#f1ead8",
        "town": "#e8836f",
        "house": "#efe6d0",
        "star": "#ff8a73",
        "star-union": "#8db4f5",
        "star-confederate": "#c9c5b8",
        "entry": "#ff9f86",
        "label": "#f3ead3",
        "label-water": "#b5def0",
        "label-hill": "#f1cf9b",
        "halo": "#191d20",
        "coord": "#cdbf9e",
        "frame": "#d9cba8",
        "veil": "#171b1e",
        "veil-a": ".6",
        "reach": "#7cc79a",
        "stop": "#e6b062",
        "attack": "#f08a7a",
        "select": "#ffc247",
        "route": "#ffd27a",
    },
}

# The two sides stay apart by lightness in both themes (4 : 1 or more). At night a dark face would sink into
# the ground, so there its cut edge is light, and that of a light face dark.
COUNTER_COLOURS: dict[str, dict[str, str]] = {
    "paper": {
        "blue": "#2b4a7c",
        "blue-ink": "#fff8e6",
        "blue-edge": "#111c31",
        "navy": "#24344f",
        "navy-ink": "#fff8e6",
        "navy-edge": "#0c1320",
        "grey": "#bdb8ab",
        "grey-ink": "#20170d",
        "grey-edge": "#1a130b",
        "butternut": "#cdac76",
        "butternut-ink": "#20170d",
        "butternut-edge": "#1a130b",
        "oat": "#e8dcb6",
        "oat-ink": "#20170d",
        "oat-edge": "#1a130b",
        "wild": "#f3d98a",
        "wild-ink": "#20170d",
        "wild-edge": "#1a130b",
        "plain": "#fbf3df",
        "plain-ink": "#1d1710",
        "plain-edge": "#1a130b",
        "box": "#fbf3df",
        "box-ink": "#1d1710",
        "lit": "#ffffff",
        "shadow": "#2a1d0c",
        "shadow-a": ".38",
        "oval": "#c0281c",
        "oval-ink": "#fffaf0",
        "badge": "#fff8e6",
        "badge-ink": "#1d1710",
        "warn": "#b3261e",
        "warn-ink": "#fff8e6",
        "count": "#1d1710",
        "count-ink": "#fff8e6",
    },
    "night": {
        "blue": "#2a4d87",
        "blue-ink": "#fffaf0",
        "blue-edge": "#a9c2ee",
        "navy": "#203356",
        "navy-ink": "#fffaf0",
        "navy-edge": "#a9c2ee",
        "grey": "#cbc6b8",
        "grey-ink": "#1a1209",
        "grey-edge": "#0a0805",
        "butternut": "#dab981",
        "butternut-ink": "#1a1209",
        "butternut-edge": "#0a0805",
        "oat": "#efe4c2",
        "oat-ink": "#1a1209",
        "oat-edge": "#0a0805",
        "wild": "#f3d98a",
        "wild-ink": "#20170d",
        "wild-edge": "#0a0805",
        "plain": "#efe6cf",
        "plain-ink": "#15110b",
        "plain-edge": "#0a0805",
        "box": "#f3ead6",
        "box-ink": "#15110b",
        "lit": "#ffffff",
        "shadow": "#000000",
        "shadow-a": ".65",
        "oval": "#c0281c",
        "oval-ink": "#fffaf0",
        "badge": "#fff8e6",
        "badge-ink": "#15110b",
        "warn": "#c8342a",
        "warn-ink": "#fff8e6",
        "count": "#fff8e6",
        "count-ink": "#15110b",
    },
}

# fmt: on

SERIF = (
    "'Baskerville','Libre Caslon Text','Hoefler Text','Iowan Old Style','Palatino Linotype',"
    "Georgia,'Liberation Serif','Times New Roman',serif"
)
SANS = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

MAP_RULES = """
.coord text{font-family:SANS}
.ground{fill:url(#vignette)} .vignette-in{stop-color:var(--paper)} .vignette-out{stop-color:var(--paper-edge)}
.hill{fill:var(--hill);fill-opacity:.55}
.foot{fill:none;stroke:var(--hill-edge);stroke-width:1.1;stroke-dasharray:1.2 3.4;stroke-linecap:round}
.lv0{fill:var(--paper)} .lv1{fill:var(--lv-1)} .lv2{fill:var(--lv-2)} .lv3{fill:var(--lv-3)}
.lv4{fill:var(--lv-4)} .lv5{fill:var(--lv-5)} .lv6{fill:var(--lv-6)} .lv7{fill:var(--lv-7)}
.contour{fill:none;stroke:var(--contour);stroke-width:calc(var(--k)*1.1px);stroke-linejoin:round}
.rim-lit{fill:none;stroke:var(--rim-lit);stroke-opacity:var(--rim-lit-a);stroke-width:2.2;stroke-linecap:round}
.fall{fill:var(--fall);fill-opacity:.13} .fall.steepfall{fill-opacity:.24}
.slope-hachure{fill:var(--slope-ink)} .steep-hachure{fill:var(--steep-ink)}
.slope-crest{fill:none;stroke:var(--slope-ink);stroke-width:calc(var(--k)*1.5px);stroke-linecap:round}
.steep-crest{fill:none;stroke:var(--steep-ink);stroke-width:calc(var(--k)*3.4px);stroke-linecap:round}
.wood-wash{fill:var(--wood-wash);fill-opacity:var(--wood-wash-a);stroke:var(--wood-rim);stroke-width:1.3;
  stroke-linejoin:round}
.angled{fill:none;stroke:var(--angled);stroke-width:1.5;stroke-linecap:round}
.dry{fill:none;stroke:var(--main-stream);stroke-width:1.5;stroke-dasharray:7 3.4;stroke-linecap:round}
.main-stream{fill:var(--main-stream)}
.main-vale{fill:none;stroke:var(--water);stroke-opacity:.4;stroke-width:15;stroke-linecap:round;
  stroke-linejoin:round}
.bank-base{fill:none;stroke:var(--works);stroke-width:calc(var(--k)*7.4px)}
.bank-top{fill:none;stroke:var(--bank-top);stroke-width:4.6}
.bank-tie{fill:none;stroke:var(--works);stroke-width:6;stroke-dasharray:1.3 5.2}
.works{fill:var(--works)}
.works-line{fill:none;stroke:var(--works);stroke-width:calc(var(--k)*2.4px);stroke-linecap:round;
  stroke-linejoin:round}
.cut-bed{fill:var(--works);fill-opacity:.16}
.burnt{fill:none;stroke:var(--works);stroke-width:2.4;stroke-linecap:round}
.burnt.under{stroke:var(--halo);stroke-width:5.4}
.town-ground{fill:var(--town-ground);fill-opacity:var(--town-ground-a);stroke:var(--town);stroke-width:1.4;
  stroke-linejoin:round}
.boulder{fill:var(--boulder);stroke:var(--works);stroke-width:1;stroke-linejoin:round}
.boulder-lit{fill:none;stroke:var(--rim-lit);stroke-opacity:.6;stroke-width:1.1;stroke-linecap:round}
.goal-ring{fill:none;stroke:var(--goal);stroke-width:2;stroke-linejoin:round}
.goal-halo{fill:none;stroke:var(--halo);stroke-opacity:.55;stroke-width:4.4;stroke-linejoin:round}
.goal-star{fill:var(--goal);stroke:var(--halo);stroke-width:1.3;stroke-linejoin:round}
.goal-star.early{fill:var(--halo);stroke:var(--goal);stroke-width:1.6}
.goal-points{font:bold 9px SANS;text-anchor:middle;fill:var(--halo)} .goal-points.early{fill:var(--goal)}
.field{fill:var(--field)} .furrow{fill:none;stroke:var(--hill-edge);stroke-width:.7;stroke-opacity:.6}
.marsh{fill:none;stroke:var(--marsh);stroke-width:1.1;stroke-linecap:round}
.vale{fill:none;stroke:var(--water);stroke-opacity:.17;stroke-linecap:round;stroke-linejoin:round}
.slope{fill:var(--slope);fill-opacity:.17}
.woods-shade{fill:var(--woods-shade);fill-opacity:.8}
.woods{fill:var(--woods);fill-opacity:.88;stroke:var(--woods-edge);stroke-width:1;stroke-linejoin:round}
.trees{fill:none}
.crown{fill:var(--tree);stroke:var(--tree-ink);stroke-width:.65;stroke-linejoin:round}
.crown-lit{fill:var(--tree-lit)}
.cast{stroke:var(--tree-ink);stroke-width:1;stroke-opacity:.55;fill:none}
.stream{fill:var(--stream)}
.bank{fill:var(--bank);stroke:var(--bank);stroke-width:calc(var(--k)*2.6px);stroke-linejoin:round}
.water{fill:var(--water)}
.water-course{fill:none;stroke:var(--stream);stroke-linecap:round;stroke-linejoin:round}
.water-line{fill:none;stroke:var(--water-line);stroke-width:.8;stroke-linecap:round}
.hachure{fill:var(--hachure)}
.crest{fill:none;stroke:var(--crest);stroke-width:calc(var(--k)*1.9px);stroke-linecap:round;
  stroke-linejoin:round}
.steep{fill:none;stroke:var(--crest);stroke-width:calc(var(--k)*2.8px);stroke-linecap:round;
  stroke-linejoin:round}
.sunken-bed{fill:none;stroke:var(--road-minor);stroke-width:5;stroke-linecap:round}
.sunken{fill:none;stroke:var(--hachure);stroke-width:calc(var(--k)*1.3px);stroke-linecap:round}
.grid{fill:none;stroke:var(--grid);stroke-opacity:var(--grid-a);stroke-width:.8}
.border{fill:none;stroke:var(--ink);stroke-opacity:.85;stroke-width:calc(var(--k)*2.2px);
  stroke-dasharray:.1 5.4;stroke-linecap:round}
.border-halo{fill:none;stroke:var(--halo);stroke-opacity:.55;stroke-width:4.4}
.case,.fill,.rail,.tie,.rail-halo{fill:none;stroke-linejoin:round}
.case{stroke:var(--road-case)} .case.major{stroke-width:calc(var(--k)*6px)}
.case.minor{stroke-width:calc(var(--k)*4.3px);stroke-dasharray:9 2.6}
.fill{stroke-linecap:round} .fill.major{stroke:var(--road-major);stroke-width:calc(var(--k)*3.5px)}
.fill.minor{stroke:var(--road-minor);stroke-width:calc(var(--k)*2.3px)}
.case.road{stroke-width:calc(var(--k)*4.6px)}
.fill.road{stroke:var(--road-minor);stroke-width:calc(var(--k)*2.7px)}
.trail{fill:none;stroke:var(--trail);stroke-width:calc(var(--k)*1.5px);stroke-dasharray:1.2 4;
  stroke-linecap:round}
.rail-halo{stroke:var(--halo);stroke-opacity:.7;stroke-width:6}
.rail{stroke:var(--rail);stroke-width:calc(var(--k)*1.9px)}
.tie{stroke:var(--rail);stroke-width:8;stroke-dasharray:1.5 6.5}
.rail.unbuilt{stroke-width:1.2;stroke-dasharray:6 4;stroke-opacity:.75}
.tie.unbuilt{stroke-width:5.5;stroke-dasharray:1 9;stroke-opacity:.75}
.town{fill:var(--town);stroke:var(--halo);stroke-width:.7}
.house{fill:var(--house);stroke:var(--halo);stroke-width:.7}
.house-line{fill:none;stroke:var(--house);stroke-width:1.3}
.plot{fill:none;stroke:var(--ink-soft);stroke-width:.7;stroke-dasharray:2 1.6}
.deck{fill:var(--road-minor)}
.parapet{fill:none;stroke:var(--ink);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.parapet.thin{stroke-width:1.2}
.shoal{fill:var(--paper);fill-opacity:.92;stroke:var(--bank);stroke-width:1}
.wade{fill:none;stroke:var(--ink);stroke-width:1.7;stroke-dasharray:2.6 2.2}
.ripple{fill:none;stroke:var(--bank);stroke-width:1;stroke-linecap:round}
.site{fill:var(--halo);stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 2}
.star{fill:var(--star);stroke:var(--halo);stroke-width:1.2;stroke-linejoin:round}
.star-ring{fill:var(--halo);fill-opacity:.85;stroke:var(--star);stroke-width:1.5}
.star.union,.star-ring.union{--star:var(--star-union)}
.star.confederate,.star-ring.confederate{--star:var(--star-confederate)}
.points{font:bold 11px SANS;text-anchor:middle;fill:var(--halo)}
.entry{fill:var(--entry);stroke:var(--halo);stroke-width:1}
.entry.union{fill:var(--c-blue);stroke:var(--c-blue-ink)}
.entry.confederate{fill:var(--c-grey);stroke:var(--c-grey-ink)}
.entry-hex{fill:var(--entry);fill-opacity:.13;stroke:var(--entry);stroke-width:1.6;stroke-dasharray:5 3}
.entry-side{font:bold 9.5px SANS;text-anchor:middle;fill:var(--c-blue-ink)}
.entry-side.confederate{fill:var(--c-grey-ink)}
.entry-code{font:bold 13px SANS;text-anchor:middle;fill:var(--halo)}
.lbl{fill:var(--label);stroke:var(--halo);stroke-opacity:.88;stroke-width:3.2;stroke-linejoin:round;
  paint-order:stroke}
.place{font-size:calc(var(--t)*13px);font-variant:small-caps;letter-spacing:.4px}
.townname{font-size:25px;letter-spacing:4px;font-weight:bold;stroke-width:4.5}
.crossing{font-size:calc(var(--t)*13px);font-style:italic;fill:var(--label-water);font-weight:bold}
.hillname{font-size:15.5px;font-variant:small-caps;letter-spacing:2.6px;fill:var(--label-hill);
  font-weight:bold}
.river{font-size:23px;font-style:italic;letter-spacing:5px;fill:var(--label-water)}
.brook{font-size:13px;font-style:italic;letter-spacing:1.2px;fill:var(--label-water)}
.roadname{font-size:13px;font-variant:small-caps;letter-spacing:1.8px}
.roadname.minor{font-size:12px;font-style:italic;font-variant:normal;letter-spacing:1px}
.zone{font-size:calc(var(--t)*20px);font-variant:small-caps;letter-spacing:.8px;font-weight:bold}
.zone-id{font-size:calc(var(--t)*18px);fill:var(--ink);letter-spacing:.5px;font-style:italic}
.far-names{display:none} .far-names .lbl{stroke-width:7}
.far-names .townname{font-size:46px;letter-spacing:6px} .far-names .river{font-size:42px;letter-spacing:8px}
.far-names .hillname{font-size:33px;letter-spacing:3px} .far-names .crossing{font-size:30px}
.far-names .zone{font-size:30px} .far-names .brook.main{font-size:34px;letter-spacing:6px}
.coord{font-size:7px;fill:var(--coord);text-anchor:middle;stroke:var(--halo);stroke-opacity:.55;
  stroke-width:1.5;paint-order:stroke}
.coord.strong{font-size:8.4px;fill:var(--coord-strong);stroke-opacity:.62;stroke-width:1.8;font-weight:600}
.level{font:bold 8.8px SANS;fill:var(--halo);stroke:var(--lv-ink);stroke-opacity:.86;stroke-width:4.6;
  stroke-linejoin:round}
.brook.main{font-size:19px;letter-spacing:2.6px;font-weight:bold}
.townname.village{font-size:17px;letter-spacing:2.4px}
.rim{font-size:15px;fill:var(--ink);text-anchor:middle}
.frame{fill:none;stroke:var(--frame)} .frame-fill{fill:var(--frame)}
.veil{fill:var(--veil);fill-opacity:var(--veil-a);fill-rule:evenodd}
.title{font-size:64px;letter-spacing:9px;fill:var(--ink);text-anchor:middle}
.subtitle{font-size:22px;font-style:italic;letter-spacing:2px;fill:var(--ink-soft);text-anchor:middle}
.note{font-size:22px;fill:var(--ink)} .note.soft{fill:var(--ink-soft);font-style:italic}
.rose{fill:var(--ink)} .rose-lit{fill:var(--paper);stroke:var(--ink);stroke-width:.8} .north{font-size:20px}
.setup{stroke:var(--ink);stroke-width:1.2} .setup.union{fill:var(--c-blue)}
.setup.confederate{fill:var(--c-grey)}
.setup.both{fill:var(--c-plain)} .setup-code.both{fill:var(--c-plain-ink)}
.setup-code{font:bold 17px SANS;text-anchor:middle}
.setup-code.union{fill:var(--c-blue-ink)} .setup-code.confederate{fill:var(--c-grey-ink)}
"""

# Counters are shown by <use>, whose content sees no selector from outside: these rules stand alone, and what
# changes with theme and size reaches them as inherited variables.
COUNTER_RULES = """
.c-shadow{fill:var(--c-shadow);fill-opacity:var(--c-shadow-a)}
.c-blue{--face:var(--c-blue);--on:var(--c-blue-ink);--cut:var(--c-blue-edge)}
.c-navy{--face:var(--c-navy);--on:var(--c-navy-ink);--cut:var(--c-navy-edge)}
.c-grey{--face:var(--c-grey);--on:var(--c-grey-ink);--cut:var(--c-grey-edge)}
.c-butternut{--face:var(--c-butternut);--on:var(--c-butternut-ink);--cut:var(--c-butternut-edge)}
.c-plain{--face:var(--c-plain);--on:var(--c-plain-ink);--cut:var(--c-plain-edge)}
.c-oat{--face:var(--c-oat);--on:var(--c-oat-ink);--cut:var(--c-oat-edge)}
.c-wild{--face:var(--c-wild);--on:var(--c-wild-ink);--cut:var(--c-wild-edge)}
.c-edge{fill:var(--cut)} .c-face{fill:var(--face)}
.c-lit{fill:none;stroke:var(--c-lit);stroke-opacity:.5;stroke-width:1.2;stroke-linecap:round}
.c-low{fill:none;stroke:#000;stroke-opacity:.3;stroke-width:1.2;stroke-linecap:round}
.c-num,.c-name,.c-code,.c-tag{font-family:SANS;font-weight:bold;text-anchor:middle}
.c-num{font-size:17px} .c-name{font-size:7.2px;display:var(--c-names)}
.c-code{font-size:8.6px;text-anchor:start}
.c-tag{font-size:6.4px;text-anchor:end;display:var(--c-names)}
.c-rule{stroke:#000;stroke-opacity:.55;stroke-width:.8}
.c-i{fill:var(--on)}
.c-s{fill:none;stroke:var(--on);stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round}
.c-thin{stroke-width:.8} .c-dash{stroke-width:1.8} .c-tyre{stroke-width:1.5} .c-spoke{stroke-width:.8}
.c-box{fill:var(--c-box);stroke:var(--c-box-ink);stroke-width:1.3}
.c-mark{stroke:var(--c-box-ink);stroke-width:1.3;fill:none} .c-dot{fill:var(--c-box-ink)}
.c-mark.c-heavy{stroke-width:1.9}
.c-oval{fill:var(--c-oval);stroke:var(--c-oval-ink);stroke-width:.9} .c-oval-num{fill:var(--c-oval-ink)}
.c-back{fill:none;stroke:var(--on);stroke-width:1;stroke-opacity:.35}
.b-plate{fill:var(--c-badge);stroke:var(--c-badge-ink);stroke-width:1.2;stroke-linejoin:round}
.b-ink{fill:var(--c-badge-ink)}
.b-line{fill:none;stroke:var(--c-badge-ink);stroke-width:1.2;stroke-linecap:round}
.b-warn{fill:var(--c-warn);stroke:var(--c-warn-ink);stroke-width:1.1;stroke-linejoin:round}
.b-text{font-family:SANS;font-weight:bold;text-anchor:middle;font-size:8.5px;fill:var(--c-badge-ink)}
.b-line.b-heavy{stroke-width:2.2}
.b-amber{fill:#f0b429;stroke:#1d1710;stroke-width:1.2;stroke-linejoin:round}
.b-chaos{fill:#7b2f6e;stroke:#fff8e6;stroke-width:1.2;stroke-linejoin:round}
.b-swirl{fill:none;stroke:#fff8e6;stroke-width:1.3;stroke-linecap:round}
.b-struck{fill:none;stroke:#b3261e;stroke-width:1.9;stroke-linecap:round}
.b-text.b-light{fill:var(--c-warn-ink)}
.b-text.b-over{font-size:9px;paint-order:stroke;stroke:var(--c-badge);stroke-width:2.4px}
.c-halo{fill:none;stroke:var(--halo);stroke-opacity:.9;stroke-width:1.7}
.c-grow{transform-box:fill-box;transform-origin:100% 100%;transform:scale(var(--c-grow))}
.c-worn{fill:none;stroke:var(--on);stroke-opacity:.3;stroke-width:1.5}
.c-disc{fill:var(--c-box);stroke:var(--c-box-ink);stroke-width:1.1}
.c-disc-num{font-family:SANS;font-weight:bold;text-anchor:middle;fill:var(--c-box-ink)}
.c-arm{font-family:SANS;font-weight:bold;text-anchor:start;display:var(--c-names)}
.c-step{fill:var(--on)} .c-step-lost{fill:none;stroke:var(--on);stroke-width:1}
.c-chip{fill:var(--face);stroke:var(--cut);stroke-width:1.1}
.c-chip-rim{fill:none;stroke:var(--on);stroke-opacity:.75;stroke-width:1.1;stroke-dasharray:2.4 2.6}
.c-mourn{fill:#15110c;stroke:#fff8e6;stroke-width:.8}
.c-mourn-text{font-family:SANS;font-weight:bold;text-anchor:middle;fill:#fff8e6}
.c-spent{fill:#000;fill-opacity:.24}
.k-plate{fill:var(--c-count);stroke:var(--c-count-ink);stroke-width:1.3}
.k-text{fill:var(--c-count-ink);font:bold 10px SANS;text-anchor:middle}
"""

OVERLAY_RULES = """
.o-reach{fill:var(--reach);fill-opacity:.2;stroke:var(--reach);stroke-width:calc(var(--k)*2.6px);
  stroke-linejoin:round}
.o-stop{fill:var(--halo);fill-opacity:.85;stroke:var(--stop);stroke-width:2}
.o-cost{font:bold 13px SANS;text-anchor:middle;fill:var(--reach);stroke:var(--halo);stroke-width:3.4;
  stroke-opacity:.9;stroke-linejoin:round;paint-order:stroke}
.o-cost.stop{fill:var(--stop)} .o-cost.through{text-decoration:line-through}
.o-path-case{fill:none;stroke:var(--halo);stroke-width:8;stroke-linecap:round;stroke-linejoin:round}
.o-path{fill:none;stroke:var(--route);stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round}
.o-head{fill:var(--route);stroke:var(--halo);stroke-width:1.4;stroke-linejoin:round}
.o-select{fill:none;stroke:var(--select);stroke-width:5;stroke-linejoin:round}
.o-select-in{fill:none;stroke:var(--ink);stroke-width:1.4}
.o-target{fill:none;stroke:var(--attack);stroke-width:4.4;stroke-linejoin:round;stroke-linecap:round}
.o-target-case{fill:none;stroke:var(--halo);stroke-width:7.4;stroke-linejoin:round;stroke-linecap:round}
.o-attack{fill:var(--attack);stroke:var(--halo);stroke-width:1.6;stroke-linejoin:round}
.o-refused{fill:none;stroke:var(--attack);stroke-width:3;stroke-dasharray:7 5}
.o-changed{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-opacity:.7}
.o-front{fill:none;stroke:var(--ink);stroke-width:5}
.o-front-tick{fill:none;stroke:var(--ink);stroke-width:2.4}
.o-tag{fill:var(--attack);stroke:var(--halo);stroke-width:1.6}
.o-tag-text{font:bold 13px SANS;text-anchor:middle;fill:var(--halo)}
"""

# What changes when a hex is under 36, or under 60, screen pixels wide.
ZOOM_RULES: dict[str, tuple[str, str]] = {
    "far": (
        "#coords,#trees,.near-names,.water-line,.plot,.ripple{display:none} .far-names{display:inline}",
        "--k:1.7;--t:1;--grid-a:.16;--c-names:none;--c-grow:1.5",
    ),
    "mid": ("#coords{display:none}", "--k:1.12;--t:1.14;--c-names:none;--c-grow:1.32"),
    "near": ("", "--k:1;--t:1;--c-names:inline;--c-grow:1"),
}

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def scoped(rules: str, scope: str = SCOPE) -> str:
    """Each selector of a list of plain rules bound to a scope."""
    out = []
    for selectors, body in _RULE.findall(rules):
        bound = ",".join(f"{scope} {s.strip()}" for s in selectors.split(","))
        out.append(f"{bound}{{{_one_line(body)}}}")
    return "\n".join(out).replace("SERIF", SERIF).replace("SANS", SANS) + "\n"


def counter_css() -> str:
    rules = (f"{selectors.strip()}{{{_one_line(body)}}}" for selectors, body in _RULE.findall(COUNTER_RULES))
    return "\n".join(rules).replace("SANS", SANS) + "\n"


def _one_line(body: str) -> str:
    return "".join(part.strip() for part in body.splitlines())


def theme_values(theme: str) -> dict[str, str]:
    """Every variable of a theme without its dashes; those of counters start with c-."""
    counters = {"c-" + name: value for name, value in COUNTER_COLOURS[theme].items()}
    return {**MAP_COLOURS[theme], **counters}


def variables_css(default: str = "paper") -> str:
    """The variables of both themes; `default` holds where no data-theme is set around the picture."""

    def block(theme: str) -> str:
        return "".join(f"--{name}:{value};" for name, value in theme_values(theme).items())

    out = f"{SCOPE}{{{block(default)}--k:1;--t:1;--c-names:inline;--c-grow:1}}\n"
    out += f"svg{SCOPE},{SCOPE} svg{{font-family:{SERIF}}}\n"  # inherited, so that any class may differ
    for theme in THEME_NAMES:
        here = f"[data-theme={theme}]"
        out += f"{SCOPE}{here},{here} {SCOPE},{SCOPE} {here}{{{block(theme)}}}\n"
    return out


def zoom_css() -> str:
    """The client puts data-zoom (far, mid, near) on the picture or around it."""
    out = []
    for level, (rules, values) in ZOOM_RULES.items():
        for scope in (f"{SCOPE}[data-zoom={level}]", f"[data-zoom={level}] {SCOPE}"):
            out.append(f"{scope}{{{values}}}\n" + (scoped(rules, scope) if rules else ""))
    return "".join(out)


def width_zoom_css(units: float, place: float = 80.0) -> str:
    """The same for a file opened alone: the viewport's width tells how large a place `place` units wide is.

    Leave this out of an SVG inside a page, where the viewport is not the picture.
    """
    out = []
    for level, pixels in (("mid", 60), ("far", 36)):
        rules, values = ZOOM_RULES[level]
        rules = rules.replace(
            "#trees,", ""
        )  # a client hides trees to repaint faster; a picture is painted once
        width = round(units / place * pixels)
        out.append(f"@media (max-width:{width}px){{{SCOPE}{{{values}}}\n{scoped(rules)}}}\n")
    return "".join(out)


def art_css(default: str = "paper") -> str:
    """All styles for maps, counters and highlights in one sheet, for a page that shows several pictures."""
    return variables_css(default) + scoped(MAP_RULES + OVERLAY_RULES) + counter_css() + zoom_css()


_CALC = re.compile(r"calc\(([\d.]+)\*([\d.]+)px\)")
_VAR = re.compile(r"var\(--([\w-]+)\)")


def fixed_theme(svg: str, theme: str = "paper", zoom: str = "near") -> str:
    """The picture with all variables replaced by values, for viewers that know no CSS variables.

    `zoom` chooses line weights and names as on screen: "far" for small pictures, "near" for large ones.
    Everything but the <style> element stays as it is.
    """
    rules, changes = ZOOM_RULES[zoom]
    values = theme_values(theme) | dict(change.removeprefix("--").split(":") for change in changes.split(";"))
    start, end = svg.index("<style>") + 7, svg.index("</style>")
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", svg[start:end])
    kept = []
    for selectors, body in _RULE.findall(css):
        if "data-zoom" in selectors or "data-theme" in selectors or body.startswith("--paper"):
            continue
        cloth = re.findall(r"--(face|on|cut):var\(--([\w-]+)\)", body)
        if cloth:
            own = {name: f"var(--{variable})" for name, variable in cloth}
            kept += [
                f"{selectors.strip()} .{target}{{{what}:{own[name]}}}" for target, what, name in _CLOTH_USES
            ]
        elif "var(--face)" not in body and "var(--cut)" not in body:
            kept.append(f"{selectors.strip()}{{{_ON.sub('', body)}}}")
    kept += [f"{selectors.strip()}{{{body}}}" for selectors, body in _RULE.findall(scoped(rules))]
    out = _VAR.sub(lambda m: values.get(m[1], m[0]), "\n".join(kept))
    return svg[:start] + _CALC.sub(lambda m: f"{float(m[1]) * float(m[2]):g}px", out) + svg[end:]


# What the colours of a cloth paint, for viewers to which they must be told one by one.
_CLOTH_USES = (
    ("c-edge", "fill", "cut"),
    ("c-face", "fill", "face"),
    ("c-i", "fill", "on"),
    ("c-s", "stroke", "on"),
    ("c-back", "stroke", "on"),
    ("c-worn", "stroke", "on"),
    ("c-step", "fill", "on"),
    ("c-step-lost", "stroke", "on"),
    ("c-chip", "fill", "face"),
    ("c-chip", "stroke", "cut"),
    ("c-chip-rim", "stroke", "on"),
)
_ON = re.compile(r"(?:fill|stroke):var\(--on\);?")


def contrast(a: str, b: str) -> float:
    """The WCAG contrast ratio of two colours such as '#2a2118'."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
