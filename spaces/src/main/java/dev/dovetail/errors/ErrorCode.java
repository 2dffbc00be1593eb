package dev.dovetail.errors;

/// Every error that a user can meet. Codes are API: never renumbered, never reused; each has a page
/// `docs/errors/<code>.md`, which a test holds against this list.
public enum ErrorCode {
  E010(Blame.REQUEST, "a node's name is not legal"),
  E101(Blame.REQUEST, "a task parameter is not legal"),
  E103(Blame.REQUEST, "a primary-key column is missing"),
  E104(Blame.REQUEST, "an evidence field exists in no input"),
  E105(Blame.REQUEST, "one column name has two types"),
  E106(Blame.REQUEST, "a function parameter is not legal"),
  E107(Blame.REQUEST, "the function cannot be read"),
  E108(Blame.REQUEST, "the function cannot leave the script"),
  E109(Blame.REQUEST, "tasks wait for each other"),
  E110(Blame.REQUEST, "a column name is reserved"),
  E111(Blame.REQUEST, "a candidate gate is not legal"),
  E112(Blame.REQUEST, "a file of tasks cannot be read"),
  E120(Blame.DATA, "the function raised"),
  E121(Blame.DATA, "the function did not return a bool"),
  E122(Blame.DATA, "the function is not deterministic"),
  E123(Blame.DATA, "the function reached outside its rows"),
  E124(Blame.DATA, "the candidate gate is not exact"),
  E125(Blame.DATA, "a primary key does not identify its row"),
  E126(Blame.DATA, "a primary key occurs twice"),
  E127(Blame.DATA, "a degree rule is violated"),
  E128(Blame.RESOURCE, "the Python worker ended"),
  E129(Blame.DATA, "a value returned by the function has no type"),
  E130(Blame.DATA, "the function did not return"),
  E201(Blame.RESOURCE, "a file cannot be read or written"),
  E202(Blame.REQUEST, "the file format is not known"),
  E203(Blame.DATA, "rows of the file are malformed"),
  E204(Blame.REQUEST, "the format cannot hold a type"),
  E205(Blame.REQUEST, "the schema is not legal"),
  E206(Blame.RESOURCE, "another process is writing to the catalog"),
  E207(Blame.RESOURCE, "stored data is damaged"),
  E208(Blame.RESOURCE, "the disk is full"),
  E209(Blame.RESOURCE, "the catalog is of a newer version"),
  E210(Blame.REQUEST, "there is no such Space or version"),
  E211(Blame.REQUEST, "the rows do not fit the Space"),
  E212(Blame.DATA, "the file is damaged"),
  E213(Blame.DATA, "a type is not supported"),
  E214(Blame.REQUEST, "the name is not legal"),
  E220(Blame.RESOURCE, "the catalog's database cannot be used"),
  E221(Blame.REQUEST, "the catalog's URL is not legal"),
  E300(Blame.REQUEST, "a combine has too few or too many inputs"),
  E301(Blame.REQUEST, "a qualifier is not legal"),
  E303(Blame.REQUEST, "a where is no condition"),
  E305(Blame.REQUEST, "an input of a combine is linked to no other"),
  E306(Blame.REQUEST, "drive names no input"),
  E307(Blame.REQUEST, "an input names no node"),
  E309(Blame.REQUEST, "a body emits no column"),
  E311(Blame.REQUEST, "a collect combine has statements"),
  E313(Blame.REQUEST, "a combine relates its inputs by no comparison"),
  E319(Blame.DATA, "a driver's row has no match"),
  E322(Blame.REQUEST, "two sinks write one place"),
  E325(Blame.RESOURCE, "a combine has too many rows"),
  E326(Blame.DATA, "a decimal range leaves the grid"),
  E327(Blame.REQUEST, "a range compares what has no common order"),
  E340(Blame.REQUEST, "a CXL text cannot be read"),
  E341(Blame.REQUEST, "a name in a CXL text is not known"),
  E342(Blame.REQUEST, "types in a CXL text do not go together"),
  E343(Blame.DATA, "a CXL evaluation failed"),
  E350(Blame.REQUEST, "a pipeline is no YAML"),
  E351(Blame.REQUEST, "a field of a pipeline is not legal"),
  E352(Blame.REQUEST, "the graph of a pipeline is not legal"),
  E401(Blame.DEADLINE, "the deadline passed"),
  E402(Blame.CANCELLED, "the run was cancelled"),
  E403(Blame.RESOURCE, "the memory budget is spent"),
  E404(Blame.RESOURCE, "the output has too many rows"),
  E405(Blame.REQUEST, "there is no such session"),
  E406(Blame.RESOURCE, "the run spills too much"),
  E407(Blame.REQUEST, "the join has too many pairs"),
  E408(Blame.REQUEST, "an idempotency key has another request"),
  E409(Blame.CANCELLED, "the run is no longer this server's"),
  E410(Blame.RESOURCE, "the servers of the run have ended"),
  E420(Blame.RESOURCE, "the engine cannot be reached"),
  E421(Blame.REQUEST, "the server refused the request"),
  E499(Blame.US, "an internal error");

  private final Blame blame;
  private final String title;

  ErrorCode(Blame blame, String title) {
    this.blame = blame;
    this.title = title;
  }

  public Blame blame() {
    return blame;
  }

  /// A few lower-case words, the heading of the code's page.
  public String title() {
    return title;
  }
}
