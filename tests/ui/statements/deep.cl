// A chain of `else if` that is too long.
#define ARM if (--x == 0) return; else
#define ARMS ARM ARM ARM ARM ARM ARM ARM ARM
#define MORE ARMS ARMS ARMS ARMS ARMS ARMS ARMS ARMS
#define MANY MORE MORE MORE MORE MORE MORE MORE MORE
void f(int x)
{
    MANY x = 0;
}
void g(int x)
{
    MANY MANY MANY x = 0; // error[CL0611]: statements nest more than 1024 deep here
}
