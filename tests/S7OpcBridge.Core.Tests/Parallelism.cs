// Fixtures that are marked [Parallelizable] wait for links, timeouts and rates most of their time; the machine has room for others meanwhile.
[assembly: LevelOfParallelism(3)]
