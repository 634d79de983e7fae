// stage: parse
#define EIGHT(x) ((((((((x))))))))
#define MANY(x) EIGHT(EIGHT(EIGHT(EIGHT(EIGHT(EIGHT(EIGHT(EIGHT(x))))))))
int a = MANY(MANY(MANY(1)));
int b = MANY(MANY(MANY(MANY(MANY(1))))); // error[CL0207]: code nests deeper than 256 levels
int c;
