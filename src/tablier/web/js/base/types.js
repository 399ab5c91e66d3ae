/**
 * What the server sends (docs/protocol.md) and what the page's parts hand to each other. Types only.
 *
 * @typedef {object} Move an action, and where it is touched
 * @property {string} text
 * @property {number[]} points one is a click; the first and the last of several are a pair
 * @property {number[]} path every touch-down on the way
 *
 * @typedef {object} Topology
 * @property {string[]} names
 * @property {[number, number][]} places x to the right and y downwards, from -1 to 1
 * @property {[number, number][]} edges
 * @property {number[]} circles radii
 * @property {Record<string, number[]>} areas
 * @property {boolean} cells
 * @property {Move[]} examples of how actions are written
 *
 * @typedef {{point: number, seat: number, kind: string}} Piece
 * @typedef {{kind: string, points: number[], seat: number}} Mark
 * @typedef {{face: number, colour: string, spent: boolean}} Die
 * @typedef {Record<string, string|number>} Details
 * @typedef {{token: string, details: Details}} Said
 *
 * @typedef {object} Scene
 * @property {Piece[]} pieces
 * @property {Record<string, number>[]} counts one for each seat
 * @property {Said} prompt
 * @property {Said[]} warnings
 * @property {Mark[]} marks
 * @property {{dice?: Die[], [name: string]: any}} extras
 *
 * @typedef {null|{base: number, increment: number}|{days: number}} Clock milliseconds, or days
 *
 * @typedef {object} Table what never changes while a table stands
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {number} version
 * @property {Record<string, any>} options
 * @property {number} players
 * @property {string[]} colours seat tokens, in the order of play
 * @property {Topology} board
 * @property {Clock} clock
 * @property {boolean} public
 * @property {boolean} hints
 * @property {"turns"|"race"} actions
 * @property {string|null} commitment the hash of the dice' seed
 * @property {Series|null} series
 *
 * @typedef {object} Seat
 * @property {"person"|"bot"|"open"} kind
 * @property {string} name
 * @property {number|null} level
 * @property {boolean} online
 * @property {number|null} away for how many milliseconds a person has not been there
 *
 * @typedef {{seats: number[]}} You the seats that are played from this device
 * @typedef {{ranks: number[], reason: string}} Result
 * @typedef {"draw"|"takeback"|"rematch"|"play_on"} Offer
 *
 * @typedef {object} View
 * @property {number} seq
 * @property {number} ply
 * @property {number} turn
 * @property {"waiting"|"playing"|"over"|"frozen"} phase
 * @property {Seat[]} seats
 * @property {number[]} actors
 * @property {Record<string, string[]>} legal texts by the client's own seats
 * @property {Record<string, Move[]>} moves those of them that are touched on a board
 * @property {Scene} scene
 * @property {{seat: number, text: string, path: number[], earlier?: number[][]}|null} last the last
 * action, the points of the last one that touched the board, and what led there in the same turn
 * @property {{name: string, ms: number, left: number}|null} deadline
 * @property {{left: number[], running: number[]}|null} clocks
 * @property {Record<Offer, number[]>} offers
 * @property {boolean} undo
 * @property {boolean} takeback
 * @property {number[]} claim
 * @property {number[]} rung seats whose press of the bell has arrived
 * @property {string|null} rematch the table where the game goes on
 * @property {number[]} resumers seats that may agree to play on after the end
 * @property {number|null} compiling how much of what a bot waits for is compiled, from 0 to 1
 * @property {{left: number|null}|null} paused the roll waits for somebody who looks; `left`: for how many ms still
 * @property {number|null} room for how many events at most there is room, once that is little
 * @property {Result & {cause: string|null}|null} result
 *
 * @typedef {{seat: number, token: string, details: Record<string, any>}} Remark what an action came to
 * for a seat: a token of the game's `ticker`
 *
 * @typedef {object} GameEvent
 * @property {number} seq
 * @property {string} kind
 * @property {number|null} seat
 * @property {Record<string, any>} body
 * @property {number} at
 * @property {string} hash
 * @property {Remark|null} [remark] of an action that has just been played
 *
 * @typedef {{kind: "good"|"bad"|"note", points: number[]}} Drawing a mark on a point, or an arrow
 * between two
 *
 * @typedef {object} Frame where a game stood after an action, or at its start
 * @property {string|null} text of the action before it; null at the start
 * @property {number|null} seat
 * @property {number} turn
 * @property {number[]} path
 * @property {Scene} scene
 * @property {Remark|null} [remark] on that action
 * @property {number} [parent] the position before it, where that is not the one before it in the list
 * @property {string} [name] of the variation that begins there
 * @property {string[]} [comments]
 * @property {Drawing[]} [drawings]
 * @property {Result|null} [result] where a line has ended
 * @property {string} [position] left out where an update has brought the scene
 *
 * @typedef {{you: You, table: Table, events: GameEvent[], view: View}} Welcome
 * @typedef {{events: GameEvent[], view: View}} Update
 * @typedef {{seats: boolean[], away: (number|null)[], watchers: number}} Presence
 *
 * @typedef {{code?: string, rule?: string|null, details?: Record<string, any>, text?: string}} Refusal
 *
 * @typedef {Refusal & {type: string, cmd: string, seq?: number, frames?: Frame[], more?: boolean}} Answer
 * what the server answered to a command: `ack`, `refused`, `hint` or `history`
 *
 * @typedef {object} PositionShown what /api/positions answers
 * @property {string} game
 * @property {number} rules their version
 * @property {string} position
 * @property {number} turn
 * @property {string[]} colours
 * @property {Topology} board
 * @property {Scene} scene
 * @property {number[]} actors
 * @property {View["legal"]} legal
 * @property {View["moves"]} moves
 * @property {View["last"]} last
 * @property {Result|null} result
 *
 * @typedef {object} GameRecord what /api/records answers
 * @property {string} game
 * @property {string} title
 * @property {number} players
 * @property {string[]} colours
 * @property {Record<string, string>} headers
 * @property {Topology} board
 * @property {Frame[]} frames
 * @property {Frame[]} branches of variations, numbered after the frames
 * @property {Result|null} result
 * @property {string} record the record as it is written
 *
 * @typedef {object} Verdict what /api/analysis answers of each action
 * @property {number[]} chances each seat's, to win, after it
 * @property {string} text
 * @property {string} mark nothing where there is none
 * @property {number|null} decider whose decision it was
 * @property {number} loss of the chance to win, from 0 to 1
 * @property {string[]} line what was best, and what is expected after it
 * @property {string} best the text of what was best
 * @property {number[]} path of what was best
 * @property {KnownOutcome|null} known what best play leads to after it, where the game was solved
 *
 * @typedef {object} Outlook what /api/values answers
 * @property {number[]} chances
 * @property {string[]} line what is expected, the best action first
 * @property {number[]} path of that action
 * @property {KnownOutcome|null} known
 * @property {KnownMove[]} moves what is known of each, for whoever plays it
 *
 * @typedef {{text: string, outcome: 1|0|-1, turns: number|null}} KnownMove
 * @typedef {{played: number, won: number, drawn: number}} Tally
 *
 * @typedef {object} ExploredMove what /api/positions/explored answers of each
 * @property {number} seat
 * @property {string} text
 * @property {number[]} path
 * @property {string[]} alike texts of other moves that are the same by symmetry
 * @property {Tally} [house] in public games here
 * @property {Tally} [book] in games of the bots
 *
 * @typedef {object} KnownOutcome
 * @property {number|null} winner nobody wins a draw
 * @property {number|null} turns until then; null where only the winner is known
 * @property {boolean} sure whether no draw by count can come first
 *
 * @typedef {"lessons"|"strategy"} Course
 *
 * @typedef {object} LessonStep
 * @property {string} id
 * @property {string} position
 * @property {string} title
 * @property {string} task
 * @property {string} done
 * @property {string[][]} [solve]
 * @property {Move & {rule: string}} [refused]
 *
 * @typedef {{won: number, drawn: number, lost: number}} Share percentages
 *
 * @typedef {object} SolvedShares what positions are worth to whoever is to move
 * @property {Share} placing
 * @property {Share} moving
 * @property {Share} equal with as many pieces each
 * @property {Share[]} more with one piece more, two, …
 * @property {Share[]} fewer likewise
 *
 * @typedef {{text: string, point: number, outcome: number}} SolvedTurn as whoever plays it sees it
 *
 * @typedef {object} Solved what /api/games/{name}/solved answers
 * @property {{outcome: 0|1|-1, in: number}} value to whoever begins
 * @property {{all: number, reached: number}} states
 * @property {SolvedShares} shares
 * @property {Topology} board
 * @property {string[]} colours
 * @property {{scene: Scene, turns: SolvedTurn[]}} start
 * @property {{turn: string, alike: number, scene: Scene, turns: SolvedTurn[]}[]} openings
 * @property {{in: number, waiting: number, winner: number, begins: number, record: string}} longest
 *
 * @typedef {object} TableSummary an entry of /api/tables and /api/mine
 * @property {string} id
 * @property {string} game
 * @property {Pick<Seat, "kind"|"name"|"level">[]} seats
 * @property {View["phase"]} phase
 * @property {number[]} actors
 * @property {number} at milliseconds since 1970
 * @property {Series|null} series
 * @property {Result|null} result
 * @property {number[]} [yours]
 *
 * @typedef {{games: number, points: number[]}} Series the games before a rematch, and what each seat has of
 * them: who wins has a point, those who win together share one
 *
 * @typedef {{won: number, drawn: number, lost: number}} Counts
 *
 * @typedef {object} Results what /api/mine/results answers
 * @property {(Counts & {game: string, against: "computer"|"person", level: number|null})[]} levels
 * @property {(Counts & {day: number, game: string})[]} days since 1970
 * @property {Record<string, number>} here games at one screen
 * @property {Record<string, number>} next the level to try next, by game
 *
 * @typedef {Record<string, string>} Texts by token
 *
 * @typedef {object} Words a game's words file in the page's language; docs/contract.md
 * @property {string} title
 * @property {string} about
 * @property {string} [goal]
 * @property {Texts} seats
 * @property {Texts} options
 * @property {Texts} prompts
 * @property {Texts} counts
 * @property {Texts} reasons
 * @property {Texts} [won]
 * @property {Texts} [lost]
 * @property {Texts} refusals
 * @property {Texts} [legends]
 * @property {Record<string, Texts>} [details]
 * @property {Texts} [warnings]
 * @property {Texts} [pieces]
 * @property {Texts} [areas]
 * @property {Texts} [labels]
 * @property {Texts} [titles]
 * @property {Record<string, Texts>} [choices]
 * @property {Texts} [shortcuts]
 *
 * @typedef {object} GameSummary an entry of /api/games
 * @property {string} name
 * @property {string} title
 * @property {number[]} players
 * @property {OptionSummary[]} options
 * @property {Record<string, string[]>} colours
 * @property {"turns"|"race"} actions
 * @property {string} begins the option that names the seat that begins, or nothing
 * @property {boolean} module
 * @property {boolean} lessons
 * @property {boolean} strategy
 * @property {{kinds: string[], counts: Record<string, number>}|null} arranging what is set up of its
 * positions, piece by piece
 * @property {boolean} solved
 * @property {number} puzzles how many there are
 * @property {boolean} drills whether it makes tasks without end
 * @property {number[]} levels
 * @property {number|null} adaptive the level that becomes as quick as the player, where there is one
 *
 * @typedef {object} Paper what is to be printed
 * @property {string[]} pages SVG documents
 * @property {string[]} options names of those that are seen on them
 *
 * @typedef {object} PuzzleShelf the themes of a game's puzzles, and every puzzle
 * @property {({name: string} & Texts)[]} kinds
 * @property {string[]} drills the themes whose tasks are made as they are wanted
 * @property {[string, string, number][]} puzzles id, theme and rating
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} kind
 * @property {number} number what the task counts
 * @property {number} seat whose turn it is
 * @property {number|null} rating of what is made as it is wanted there is none
 * @property {number[]} levels how often each level found it, in percent
 * @property {string[]} line
 * @property {number} asked how many actions of the line are to be found, answers counted in
 * @property {string[]} right all first actions that are right: one, but for drills
 * @property {Record<string, string>} answers to wrong first actions; `*` to any other
 * @property {PositionShown} start
 *
 * @typedef {object} OptionSummary
 * @property {string} name
 * @property {"choice"|"switch"|"number"|"custom"} kind
 * @property {number[]} players
 * @property {any} default
 * @property {string[]} [choices]
 * @property {number} [least]
 * @property {number} [most]
 *
 * @typedef {(key: string, details?: Record<string, any>) => string} Say a text by its key
 * @typedef {(type: string, fields?: Record<string, any>) => Promise<Answer>} Send
 *
 * @typedef {object} TableContext what a game's own table module gets
 * @property {Table} table
 * @property {View} view the first view; later ones come through `update`
 * @property {You} you
 * @property {Words & Record<string, any>} words
 * @property {Say} texts the page's own texts
 * @property {(template: string, details?: Record<string, any>) => string} fill puts details into a sentence of `words`
 * @property {(seat: number) => string} nameOf the name of whoever sits there
 * @property {Send} send
 * a command, `ply` added to a `play` that has none; a refusal is shown by the page and is an
 * answer like any other (`answer.type === "refused"`), so that the promise is never rejected
 * @property {(text: string) => void} announce says something in the live region
 * @property {Settings} settings frozen; `update` comes again when they change
 * @property {TableClock} clock
 * @property {(name: SoundName, strength?: number) => void} sound
 * @property {Frame[]|null} record the frames of the record that is looked at: nothing can be sent
 * @property {HTMLElement} [beside] an empty place in the margin of a wide page, for whatever is told
 *
 * @typedef {"wood"|"stone"|"peg"|"dice"|"bell"|"wrong"|"over"} SoundName
 *
 * @typedef {object} TableClock
 * @property {() => number} left milliseconds left of `view.deadline` now; 0 without one
 * @property {(seat: number) => number|null} seat milliseconds on a seat's clock now, or what is left
 * of the deadline to one that may act
 * @property {() => number} since milliseconds since the last update was received
 *
 * A game's `look/table.js` exports `createTable(container, context)`, which draws the whole
 * middle of the page: what a board, its status line, its players and its buttons are elsewhere. The
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
 * @property {string} name the person's
 */
export {};
