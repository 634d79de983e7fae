// Chains of `else if` may be long: they do not nest.
#define ARM if (--x == 0) return; else
#define ARMS ARM ARM ARM ARM ARM ARM ARM ARM
#define MORE ARMS ARMS ARMS ARMS ARMS ARMS ARMS ARMS
#define MANY MORE MORE MORE MORE MORE MORE MORE MORE
void f(int x)
{
    MANY MANY MANY MANY x = 0;
}
// What a condition declares is in scope in the arms and conditions that follow, which may declare it anew.
int g(int x)
{
    if (x == sizeof(struct tag { int a, b; }))
        return sizeof(struct tag);
    else if (x == sizeof(struct tag))
        return 1;
    else if (x == sizeof(struct tag { int a[3]; }))
        return sizeof(struct tag);
    return 0;
}
