import { LRUCache } from 'lru-cache';
import { type BindConfig, type ClientBase, type Connection, DatabaseError } from 'pg';

/** PostgreSQL holds parsed statements and their plans in the memory of each connection. */
export const MAX_STATEMENTS = 200;

/**
 * Begins the text of a statement whose best plan depends on its parameters, so that it is planned at each run.
 * PostgreSQL's generic plan of such a statement can look cheaper than it is.
 */
export const PLANNED_ANEW = '/* planned anew */ ';

/**
 * A single read without parameters, which libraries send through the simple protocol. That protocol cannot prepare. A semicolon may
 * separate several statements, which only that protocol can run.
 */
const SINGLE_READ = /^\s*(?:SELECT|WITH)\b[^;]*$/i;

/** Grows when a schema change has invalidated a statement: then all connections of a pool forget theirs. */
interface SchemaVersion {
  value: number;
}

interface PreparedStatement {
  readonly name: string;
  /** False until the server has accepted the text. */
  isParsed: boolean;
}

/**
 * Names the statements of one connection, so that PostgreSQL parses and plans each text once.
 * It changes the messages of the protocol, because pg and TypeORM have several ways to run a statement.
 */
export class StatementCache {
  private readonly statements: LRUCache<string, PreparedStatement>;
  private schemaSeen: number;
  private names = 0;
  /** Text and parameters of the running statement; undefined when it is not prepared. */
  private running: { text: string; statement: PreparedStatement; bind?: BindConfig } | undefined;
  private isRepeating = false;

  constructor(
    private readonly client: Pick<ClientBase, 'getTransactionStatus'>,
    private readonly connection: Connection,
    private readonly schema: SchemaVersion,
    max = MAX_STATEMENTS,
  ) {
    this.schemaSeen = schema.value;
    this.statements = new LRUCache({ max, dispose: ({ name }) => connection.close({ type: 'S', name }, false) });
    this.nameStatements();
    this.watchAnswers();
  }

  private nameStatements(): void {
    const { connection } = this;
    const parse = connection.parse.bind(connection);
    const bind = connection.bind.bind(connection);
    const query = connection.query.bind(connection);
    connection.query = (text) => {
      this.running = undefined;
      if (SINGLE_READ.test(text)) this.send(text);
      else query(text);
    };
    connection.parse = (sent, more) => {
      this.running = undefined;
      if (sent.text.startsWith(PLANNED_ANEW)) {
        parse(sent, more);
        return;
      }
      const statement = this.statementFor(sent.text);
      this.running = { text: sent.text, statement };
      if (!statement.isParsed) parse({ ...sent, name: statement.name }, more);
    };
    connection.bind = (sent, more) => {
      if (this.running && sent) this.running.bind = sent;
      bind({ ...sent, statement: this.running?.statement.name }, more);
    };
  }

  private watchAnswers(): void {
    const { connection } = this;
    const emit = connection.emit.bind(connection);
    connection.emit = (event: string | symbol, ...values: unknown[]) => {
      if (event === 'parseComplete' && this.running) this.running.statement.isParsed = true;
      if (event === 'errorMessage' && this.repeatsAfter(values[0])) return true;
      if (event === 'readyForQuery' && this.isRepeating) {
        this.repeat();
        return true;
      }
      return emit(event, ...values);
    };
  }

  private statementFor(text: string): PreparedStatement {
    if (this.schemaSeen !== this.schema.value) this.statements.clear();
    this.schemaSeen = this.schema.value;
    const known = this.statements.get(text);
    if (known) return known;
    const statement = { name: `s${(this.names += 1)}`, isParsed: false };
    this.statements.set(text, statement);
    return statement;
  }

  /** Drops a statement that the server refused to parse or has outdated. Outside of a transaction an outdated one is sent again. */
  private repeatsAfter(failure: unknown): boolean {
    const { running } = this;
    if (!running) return false;
    if (!running.statement.isParsed) this.statements.delete(running.text);
    if (!isOutdatedStatement(failure)) return false;
    this.schema.value += 1;
    this.isRepeating = this.client.getTransactionStatus() === 'I' && running.bind?.portal === '';
    return this.isRepeating;
  }

  private repeat(): void {
    this.isRepeating = false;
    if (this.running) this.send(this.running.text, this.running.bind);
  }

  private send(text: string, bind: BindConfig = { portal: '', values: [] }): void {
    const { connection } = this;
    connection.parse({ text, name: '', types: [] }, false);
    connection.bind(bind, false);
    connection.describe({ type: 'P', name: '' }, false);
    connection.execute({ portal: '' }, false);
    connection.sync();
  }
}

/** A migration has changed the columns that a prepared statement returns. */
export const isOutdatedStatement = (failure: unknown): boolean =>
  failure instanceof DatabaseError && failure.code === '0A000' && failure.routine === 'RevalidateCachedQuery';
