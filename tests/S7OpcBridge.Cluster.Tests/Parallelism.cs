// Fixtures that are marked [Parallelizable] wait most of their time: for a node that is missed after the times that are set, for a store that starts, for spin.
[assembly: LevelOfParallelism(2)]
