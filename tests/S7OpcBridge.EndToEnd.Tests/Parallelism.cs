// Fixtures that are marked [Parallelizable] wait most of their time, for programs that start, pages, nodes that take over, and for what these do by and by:
// two of them run side by side, in the order of their names; AbsentWitnessTests, the longest by far, is the first of them. Those that look at memory, at a
// machine that has run out of something, at how soon an answer comes, or that drive a browser without a pause for minutes follow, one at a time.
[assembly: LevelOfParallelism(2)]
