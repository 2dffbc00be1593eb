// The language of pipelines: statements that shape a row, and expressions over its fields.
// docs/cxl.md explains it; the alternatives of `expression` go from the tightest binding to the loosest.
grammar Cxl;

program : statement* EOF ;

condition : expression EOF ;

statement
  : EMIT name '=' expression # emit
  | LET name '=' expression  # let
  | FILTER expression        # filter
  ;

expression
  : expression '.' anyName '(' (argument (',' argument)*)? ')'              # call
  | expression '.' anyName                                                  # member
  | operator=('-' | NOT) expression                                         # unary
  | expression operator=('*' | '/' | '%') expression                        # binary
  | expression operator=('+' | '-') expression                              # binary
  | expression operator=('==' | '!=' | '<' | '<=' | '>' | '>=') expression  # binary
  | expression operator=AND expression                                      # binary
  | expression operator=OR expression                                       # binary
  | <assoc=right> expression operator='??' expression                       # binary
  | IF expression THEN expression (ELSE expression)?                        # if
  | MATCH expression '{' arm (',' arm)* ','? '}'                            # match
  | '[' expression FOR name IN expression (IF expression)? ']'              # comprehension
  | '[' (expression (',' expression)* ','?)? ']'                            # array
  | '{' (entry (',' entry)* ','?)? '}'                                      # map
  | '(' expression ')'                                                      # group
  | literal                                                                 # constant
  | name                                                                    # reference
  ;

argument
  : name '=>' expression # lambda
  | expression           # value
  ;

arm : (ANYTHING | expression) '=>' expression ;

entry : (name | STRING) ':' expression ;

literal : INTEGER | FLOAT | STRING | DATE | TRUE | FALSE | NULL ;

name : IDENTIFIER | QUOTED ;

// What follows a dot is never a keyword.
anyName
  : name
  | EMIT | LET | FILTER | AND | OR | NOT | IF | THEN | ELSE | MATCH | FOR | IN | TRUE | FALSE | NULL
  ;

EMIT : 'emit' ;
LET : 'let' ;
FILTER : 'filter' ;
AND : 'and' ;
OR : 'or' ;
NOT : 'not' ;
IF : 'if' ;
THEN : 'then' ;
ELSE : 'else' ;
MATCH : 'match' ;
FOR : 'for' ;
IN : 'in' ;
TRUE : 'true' ;
FALSE : 'false' ;
NULL : 'null' ;

ANYTHING : '_' ;
IDENTIFIER : [\p{L}_$] [\p{L}\p{Nd}_]* ;
// A field whose name is no identifier.
QUOTED : '`' (~'`' | '``')+ '`' ;

INTEGER : [0-9] [0-9_]* ;
FLOAT : [0-9] [0-9_]* ('.' [0-9]+ EXPONENT? | EXPONENT) ;
STRING : '\'' (ESCAPE | ~['\\\r\n])* '\'' | '"' (ESCAPE | ~["\\\r\n])* '"' ;
// #2024-02-29# or #2024-02-29T12:30:00#
DATE : '#' ~[#\r\n]* '#' ;

COMMENT : '//' ~[\r\n]* -> skip ;
SPACE : [ \t\r\n\f]+ -> skip ;
UNKNOWN : . ;

fragment EXPONENT : [eE] [+-]? [0-9]+ ;
fragment ESCAPE : '\\' . ;
