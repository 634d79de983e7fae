// stage: parse
kernel void f(global int *p, int n) {
    p[0] = max(n, 3; // error[CL0202]: expected `,` or `)`, found `;`
    p[1] = (n + 1) * (n - 1; // error[CL0202]: expected `)`, found `;`
    p[2 = 5; // error[CL0202]: expected `]`, found `;`
    if (n { p[3] = 6; } // error[CL0202]: expected `)`, found `{`
    p[4] = n); // error[CL0202]: this `)` closes nothing
    int a[2] = {1, 2; // error[CL0202]: expected `,` or `}`, found `;`
    p[5] = a[0];
}
void g(int a, int b; // error[CL0202]: expected `,` or `)`, found `;`
