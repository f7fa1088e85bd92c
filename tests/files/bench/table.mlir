// A kernel of the suite has a row with our cycles, the better one of the published figures, and what its loops reach; kernels stand in the order of their names.
// RUN: flowright bench stencil_2d fir --buffers on-merges | check
// CHECK: kernel cycles published by LSQs ratio bound by bound II buffers slots ns place s
// CHECK-NEXT: fir {{[0-9]+}} 1005 fpga20 {{[0-9.]+}} 1001 {{[0-9.]+}} {{[0-9]+}} {{[0-9]+}} {{[0-9]+}} {{[0-9.]+}} {{[0-9.]+}}
// CHECK-NEXT: stencil_2d {{[0-9]+}} 343 ftd {{[0-9.]+}} 336 {{[0-9.]+}} {{[0-9.]+ [0-9.]+ [0-9.]+}} {{[0-9]+}} {{[0-9]+}} {{[0-9.]+}} {{[0-9.]+}}
// CHECK-EMPTY:
// CHECK-NEXT: geometric mean of the ratios {{[0-9.]+}} over 2 kernels without load-store queues
// CHECK: kernel line iterations II promised bound by difference
// CHECK-NEXT: fir {{[0-9]+}} 1000 {{[0-9.]+}} {{[0-9.]+}} {{.+}}
// RUN: flowright bench bicg --lowering blocks --json | check --check-prefix=JSON
// JSON: {"lowering":"blocks","memory":"auto","buffers":"{{[a-z0-9-]+}}","clock_ns":5,"target":"{{[a-z0-9]+}}","geomean":null,"compared":0,"slower":{{\[\]}},"geomean_lsq":{{[0-9.]+}},"compared_lsq":1
// JSON-SAME: "failed":{{\[\]}}
// JSON-SAME: "kernels":{{\[}}{"kernel":"bicg","verdict":"pass"
// JSON-SAME: "bound":930
// JSON-SAME: "published":{"best":939,"by":"fpga20"
// RUN: flowright bench loop_array --buffers on-merges --memory-ways | check --check-prefix=WAYS
// WAYS: no kernel without load-store queues. Geometric mean of the ratios {{[0-9.]+}} over 1 kernel with load-store queues
// WAYS: kernel memory cycles published ratio slots ns LUT FF DSP MHz LUT Kintex-7 FF MHz
// WAYS-NEXT: loop_array ordered {{[0-9]+}} 19
// WAYS-NEXT: loop_array guard {{[0-9]+}} 19
// WAYS-NEXT: loop_array lsq {{[0-9]+}} 19
// WAYS-NEXT: loop_array auto: {{[a-z]+}} {{[0-9]+}} 19
// WAYS: `auto` takes more cycles than `ordered` in no kernel
// RUN: flowright bench fir --markdown --svg %t | check --check-prefix=DOC
// DOC: # Kernels beside published figures
// DOC: ./flowright bench --lowering streams --memory auto --buffers {{[a-z0-9-]+}} --clock 5 --target {{[a-z0-9]+}} fir --markdown
// DOC: | kernel | cycles | published |
// DOC: | fir | {{[0-9]+}} | 1005 | fpga20 |
// RUN: flowright bench fire 2>&1 | check --check-prefix=UNKNOWN
// EXIT: 2
// UNKNOWN: invalid value 'fire' for '[KERNEL]...'
// RUN: flowright bench --clock 0.05 2>&1 | check --check-prefix=FAST
// EXIT: 2
// FAST: error[FR0871]: no circuit has a clock of 0.05 ns: the fastest unit of `kintex7`, a `{{[a-z_]+}}`, takes {{[0-9.]+}} ns
// FAST: 1 error
// RUN: flowright bench fir test_divui unused_arg --clock 1 2>&1 | check --check-prefix=REFUSED
// EXIT: 2
// REFUSED: error[FR0871]: a clock of 1 ns is too fast for 2 of 3 kernels
// REFUSED: 1 error
