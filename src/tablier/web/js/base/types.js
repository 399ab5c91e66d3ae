/**
 * What the server sends and what the page's parts hand to each other. Types only.
 *
 * @typedef {object} Topology
 * @property {string[]} names
 * @property {[number, number][]} places x to the right and y downwards, from -1 to 1
 * @property {[number, number][]} edges
 * @property {number[]} circles radii
 * @property {Object<string, number[]>} areas
 * @property {boolean} cells
 *
 * @typedef {object} Scene
 * @property {{point: number, seat: number, kind: string}[]} pieces
 * @property {Object<string, number>[]} counts one for each seat
 * @property {{token: string, details: Object<string, string|number>}} prompt
 * @property {{token: string, details: Object<string, string|number>}[]} [warnings]
 * @property {{kind: string, points: number[], seat: number}[]} marks
 * @property {{dice?: Die[], [name: string]: any}} extras
 *
 * @typedef {{face: number, colour: string, spent: boolean}} Die
 *
 * @typedef {object} Table what never changes while a table stands
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {number} version
 * @property {Object<string, any>} options
 * @property {number} players
 * @property {string[]} colours seat tokens, in the order of play
 * @property {Topology} board
 * @property {null|{base: number, increment: number}|{days: number}} clock
 * @property {boolean} public
 * @property {boolean} hints
 * @property {"turns"|"race"} actions
 * @property {string} [commitment]
 *
 * @typedef {object} Seat
 * @property {"person"|"bot"|"open"} kind
 * @property {string} name
 * @property {number|null} level
 * @property {boolean} online
 *
 * @typedef {object} View
 * @property {number} seq
 * @property {number} ply
 * @property {number} turn
 * @property {"waiting"|"playing"|"over"|"frozen"} phase
 * @property {Seat[]} seats
 * @property {number[]} actors
 * @property {Object<string, string[]>} legal texts by the client's own seats
 * @property {Object<string, import("../board/input/legal_moves.js").Move[]>} moves those of them that are touched on a board
 * @property {Scene} scene
 * @property {{seat: number, text: string, path: number[]}|null} last the last action, and the points of
 * the last one that touched the board
 * @property {{name: string, ms: number, left: number}|null} deadline
 * @property {{left: number[], running: number[]}|null} clocks
 * @property {{draw: number[], takeback: number[], rematch: number[], play_on: number[]}} offers
 * @property {boolean} undo
 * @property {boolean} takeback
 * @property {number[]} claim
 * @property {number[]} rung seats whose press of the bell has arrived
 * @property {string|null} rematch the table where the game goes on
 * @property {number[]} resumers seats that may agree to play on after the end
 * @property {{ranks: number[], reason: string, cause: string|null}|null} result
 *
 * @typedef {{seq: number, kind: string, seat: number|null, body: Object<string, any>, at: number, hash: string}} GameEvent
 *
 * @typedef {Object<string, any>} Words a game's words file in the page's language
 *
 * @typedef {{type: string, cmd: string, code?: string, rule?: string, details?: Object<string, any>, text?: string}} Answer
 * what the server answered to a command: `ack`, `refused`, `hint` or `history`
 *
 * @typedef {object} TableContext what a game's own table module gets
 * @property {Table} table
 * @property {View} view the first view; later ones come through `update`
 * @property {{seats: number[], person: boolean}} you the seats that are played from this device
 * @property {Words} words
 * @property {(key: string, details?: Object<string, any>) => string} texts the page's own texts, by key
 * @property {(template: string, details?: Object<string, any>) => string} fill puts details into a sentence of `words`
 * @property {(seat: number) => string} nameOf the name of whoever sits there
 * @property {(type: string, fields?: Object<string, any>) => Promise<Answer>} send
 * a command, `ply` added to a `play` that has none; a refusal is shown by the page and is an
 * answer like any other (`answer.type === "refused"`), so that the promise is never rejected
 * @property {(text: string) => void} announce says something in the live region
 * @property {Settings} settings frozen; `update` comes again when they change
 * @property {TableClock} clock
 * @property {(name: "wood"|"stone"|"peg"|"dice"|"bell"|"wrong"|"over", strength?: number) => void} sound
 * @property {boolean} replay a record is being looked at: nothing can be sent
 * @property {HTMLElement} [beside] an empty place in the margin of a wide page, for whatever is told
 *
 * @typedef {object} TableClock
 * @property {() => number} left milliseconds left of `view.deadline` now; 0 without one
 * @property {(seat: number) => number|null} seat milliseconds on a seat's clock now, or what is left
 * of the deadline to one that may act
 * @property {() => number} since milliseconds since the last update was received
 *
 * A game's `look/table.js` exports `createTable(container, context)`, which draws the whole
 * middle of the page: what a board, its prompt, its players and its buttons are elsewhere. The
 * page keeps the title, invitations, offers, resigning, chat, the result and the connection.
 *
 * Its `look/card.js` exports `createCard(container, {game, board, scene, words})`: the same things
 * at rest, square and without anything to press, as the game's picture on the home page. It is a
 * file of its own so that the first visit does not load the whole table.
 *
 * @typedef {object} TableModule
 * @property {(view: View, events: GameEvent[], settings: Settings) => void} update
 * @property {() => void} destroy
 *
 * @typedef {object} Settings
 * @property {"en"|"fr"|"de"|"es"} language
 * @property {"system"|"light"|"dark"} theme
 * @property {"own"|"wood"|"paper"|"slate"} board what boards are made of
 * @property {boolean} coordinates names of the points beside the board
 * @property {boolean} shapes patterns and letters beside colours
 * @property {"off"|"fast"|"normal"|"slow"} motion
 * @property {number} volume 0 to 1; 0 is silent
 *
 * @typedef {object} GameSummary an entry of /api/games
 * @property {string} name
 * @property {string} title
 * @property {number[]} players
 * @property {OptionSummary[]} options
 * @property {Object<string, string[]>} colours
 * @property {"turns"|"race"} actions
 * @property {string} begins the option that names the seat that begins, or nothing
 * @property {boolean} module
 * @property {boolean} lessons
 * @property {number[]} levels
 * @property {boolean} dice
 *
 * @typedef {{name: string, kind: "choice"|"switch"|"number"|"custom", players: number[], choices?: string[], default: any, least?: number, most?: number}} OptionSummary
 */
export {};
