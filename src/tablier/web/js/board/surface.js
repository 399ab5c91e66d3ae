/** A board that is drawn: its layers, and how they answer to what people do. */

import { Keyboard } from "./input/keyboard.js";
import { LegalMoves } from "./input/legal_moves.js";
import { MoveMenu } from "./input/move_menu.js";
import { Pointer } from "./input/pointer.js";
import { Selection } from "./input/selection.js";
import { SpokenLabels } from "./input/spoken_labels.js";
import { drawBase, drawGround } from "./layers/background.js";
import { Dice } from "./layers/dice.js";
import { Marks } from "./layers/marks.js";
import { OffBoard } from "./layers/off_board.js";
import { Pieces } from "./layers/pieces.js";
import { Points } from "./layers/points.js";
import { homeAngle, layOut } from "./layout.js";
import { fade } from "./motion.js";
import { svg } from "./svg.js";

/** @typedef {import("./board.js").BoardState} BoardState */

export class Surface {
  /**
   * @param {HTMLElement} frame
   * @param {import("./board.js").BoardOptions} options
   * @param {import("./look.js").Look} look
   */
  constructor(frame, options, look) {
    const { colours, topology, words, texts } = options;
    this.frame = frame;
    this.options = options;
    this.look = look;
    this.moves = new LegalMoves(topology.names, topology.examples);
    this.spoken = new SpokenLabels(topology, colours, words, texts ?? ((key) => key));
    this.base = svg("svg", { class: "base", "aria-hidden": "true" }, frame);
    this.ground = svg("svg", { class: "ground", "aria-hidden": "true" }, frame);
    const role = texts ? "application" : "img";
    this.play = /** @type {SVGSVGElement} */ (svg("svg", { class: "play", role }, frame));
    const label = texts?.("board.label", { game: words.title }) ?? words.title ?? "";
    this.play.setAttribute("aria-label", label);
    const layer = (/** @type {string} */ name) => svg("g", { class: name }, this.play);
    this.offBoard = new OffBoard(layer("rim-layer"), look, colours);
    const below = layer("below");
    this.pieces = new Pieces(layer("pieces"), look, colours);
    this.ghost = layer("ghost");
    this.marks = new Marks(below, layer("above"));
    this.dice = texts && new Dice(frame, (dice) => this.spoken.dice(dice));
    this.selection = new Selection(this.moves, (point) => this.#owns(point), {
      perform: (move) => this.#perform(move),
      ask: (moves) => this.#ask(moves),
      attempt: (points) => this.#attempt(points),
      miss: () => this.options.onMiss?.(),
      announce: (point, handling) => this.#say(point, handling),
      changed: () => this.#refresh(),
      aimed: () => this.#sign(),
    });
    this.layout = layOut(topology, 0, this.#style());
    /** @type {BoardState|null} */
    this.state = null;
    /** An action was sent, and the server has not answered. */
    this.waiting = false;
    /** @type {[number[], string]} */
    this.arrowed = [[], "hint"];
    if (texts) this.#listen();
  }

  #listen() {
    const { play, selection } = this;
    const open = () => this.#open();
    const { Drawer, onDraw, announce, joins = true } = this.options;
    this.points = new Points(svg("g", { class: "points" }, play), this.moves.names.length);
    this.pointer = new Pointer(play, selection, this.pieces, () => this.layout, open);
    this.keyboard = new Keyboard(play, this.points, selection, () => this.layout, open);
    if (Drawer && onDraw) {
      const say = (/** @type {number} */ point) => announce?.(this.spoken.drawing(point));
      const isDrawing = () => Boolean(this.state?.drawing);
      this.drawer = new Drawer(play, this.points, this.pointer, isDrawing, {
        draw: onDraw,
        say,
        joins,
      });
    }
    const question = this.options.texts?.("board.which") ?? "";
    this.menu = new MoveMenu(this.frame, question, () => this.#leaveQuestion());
  }

  /**
   * Lays everything out anew: at the beginning, and when the board is turned.
   * @param {number|null} near the seat at the near side
   * @param {number} angle degrees away from that
   */
  turn(near, angle) {
    const { topology, colours } = this.options;
    const home = homeAngle(topology, colours[near ?? -1]);
    this.layout = layOut(topology, home + angle, this.#style());
    const { half } = this.layout;
    for (const drawing of [this.base, this.ground, this.play]) {
      drawing.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
    }
    drawBase(this.base, topology, this.layout, this.look);
    drawGround(this.ground, topology, this.layout, this.look, colours);
    this.pieces.place(this.layout);
    this.marks.place(this.layout);
    this.points?.place(this.layout);
    this.offBoard.place(this.layout, near ?? 0);
    if (this.state) this.#light(this.state);
  }

  /** What the look's style sheet says about the layout. */
  #style() {
    const style = getComputedStyle(this.frame);
    const number = (/** @type {string} */ name, /** @type {number} */ usual) =>
      style.getPropertyValue(name) ? parseFloat(style.getPropertyValue(name)) : usual;
    return {
      margin: number("--board-margin", this.options.topology.cells ? 0.85 : 0.75),
      sag: number("--board-sag", 0),
      names: number("--board-names", 0.4),
    };
  }

  /**
   * @param {BoardState} state
   * @param {boolean} animate
   */
  show(state, animate) {
    this.state = state;
    this.waiting = false;
    this.pointer?.release();
    this.drawer?.forget();
    this.selection.clear();
    this.moves.set(state.legal ?? [], state.tries ?? []);
    const journey = {
      path: state.way ?? state.last?.path ?? [],
      origin: (/** @type {number} */ seat) => this.offBoard.source(seat),
      exit: () => this.offBoard.destination(state.scene.counts),
    };
    this.pieces.show(state.scene.pieces, journey, animate);
    this.offBoard.show(state.scene.counts);
    this.#showDice(state, animate);
    this.#light(state);
    this.#refresh();
  }

  /**
   * @param {BoardState} state
   * @param {boolean} animate
   */
  #showDice({ scene: { extras } }, animate) {
    const rolled = this.dice?.show(extras.dice, animate);
    if (rolled && extras.dice) this.options.announce?.(this.spoken.dice(extras.dice));
  }

  reset() {
    if (this.state) this.show(this.state, true);
  }

  /**
   * @param {number[]} path
   * @param {string} kind
   */
  arrow(path, kind) {
    this.arrowed = [path, kind];
    this.marks.showArrow(path, kind);
  }

  /** @param {BoardState} state */
  #light(state) {
    const { path = [], earlier = [] } = state.last ?? {};
    this.#markLast(path, ...earlier);
    this.marks.show(state.scene.marks);
    this.marks.showWorth(state.worth ?? []);
    this.marks.showDrawn(state.drawings ?? []);
    this.arrow(...this.arrowed);
  }

  /** @param {number[][]} paths */
  #markLast(...paths) {
    this.marks.showLast(paths, (path) => this.pieces.leaps(path[path.length - 1], path));
  }

  #open() {
    return Boolean(this.state?.interactive) && !this.state?.drawing && !this.waiting;
  }

  /** @param {number} point */
  #owns(point) {
    return this.pieces.all(point).some((piece) => piece.seat === this.state?.seat);
  }

  /** @param {import("../base/types.js").Move} move */
  #perform(move) {
    this.waiting = true;
    if (move.points.length > 1) this.pieces.anticipate(move.points[0], move.path);
    this.#markLast(move.path);
    Promise.resolve(this.options.onAction?.(move.text)).then((answer) => {
      const { type } = /** @type {{type?: string}} */ (answer ?? {});
      if (type === "refused") this.reset();
    });
  }

  /**
   * Several actions have the same points: their words decide.
   * @param {import("../base/types.js").Move[]} moves
   */
  #ask(moves) {
    const { labels } = this.options.words;
    const choices = moves.map((move) => ({
      label: labels?.[move.text] ?? move.text,
      act: move.text,
      choose: () => this.selection.perform(move),
    }));
    const { half, places } = this.layout;
    const { x, y } = places[moves[0].points.at(-1) ?? 0];
    this.menu?.ask(choices, (50 * (x + half)) / half, (50 * (y + half)) / half);
  }

  #leaveQuestion() {
    const point = this.selection.held ?? this.points?.focused ?? 0;
    this.selection.drop();
    this.points?.focus(point);
  }

  /**
   * What was done to a point; a piece that can go nowhere is told where everybody sees it.
   * @param {number} point
   * @param {import("./input/selection.js").Handling} handling
   */
  #say(point, handling) {
    const { announce, onMiss, onTaken } = this.options;
    const text = this.spoken.handling(point, handling, this.moves);
    const stuck = handling === "taken" && !this.moves.from(point).length;
    if (stuck && onMiss) onMiss(text);
    else announce?.(text);
    if (handling === "taken" && !stuck) onTaken?.();
  }

  /** @param {number[]} points */
  #attempt(points) {
    this.menu?.close();
    const kind = (/** @type {number} */ point) => this.pieces.on(point)?.piece.kind;
    const text = this.moves.attempt(points, (start) => kind(start) === kind(points[0]));
    if (text === null) this.options.onMiss?.();
    else this.options.onAttempt?.(text);
  }

  /** Signs and labels of all points, after what can be done has changed. */
  #refresh() {
    const { selection, pieces, spoken } = this;
    this.menu?.close();
    const open = this.#open();
    const seat = this.state?.seat ?? null;
    this.points?.elements.forEach((_, point) => {
      const label = spoken.describe(point, pieces.all(point), seat, selection, open);
      this.points?.name(point, label, selection.held === point);
    });
    this.#sign();
  }

  /** What is to be seen at the points. */
  #sign() {
    const { selection, moves, pieces, points } = this;
    const open = this.#open();
    const targets = open ? selection.ends : new Set();
    points?.elements.forEach((_, point) => {
      const piece = pieces.on(point)?.element;
      const signs = {
        source: open && moves.from(point).length > 0,
        target: targets.has(point),
        single: open && selection.held === null && moves.at(point).length > 0,
        occupied: piece !== undefined,
        taken: selection.taken === point,
        aimed: selection.aim === point,
        pointed: open && selection.pointed === point,
      };
      points.show(point, signs);
      piece?.classList.toggle("lifted", signs.taken);
      piece?.classList.toggle("ready", signs.pointed && signs.source);
    });
    points?.layer.classList.toggle("choosing", selection.held !== null);
    const path = open ? (selection.prospect?.path ?? []) : [];
    this.marks.showTrail(path, pieces.leaps(path[0], path));
    this.#haunt(open && selection.held === null ? selection.pointed : null);
  }

  /**
   * A faint piece where one would be placed.
   * @param {number|null} point
   */
  #haunt(point) {
    this.ghost.replaceChildren();
    if (point === null || !this.moves.at(point).length || this.pieces.on(point)) return;
    const { scene, seat } = /** @type {BoardState} */ (this.state);
    const own = seat ?? 0;
    const alike = scene.pieces.find((piece) => piece.seat === own);
    const kind = alike?.kind ?? Object.keys(scene.counts[own] ?? {})[0] ?? "";
    const element = this.pieces.draw({ kind, seat: own }, this.ghost);
    const { x, y } = this.layout.places[point];
    element.setAttribute("transform", `translate(${x} ${y})`);
    fade(element, 0, 1);
  }
}
