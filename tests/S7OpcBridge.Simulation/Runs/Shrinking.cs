namespace S7OpcBridge.Simulation.Runs;

/// <summary>Finds the shortest beginning of a failed run that fails, too.</summary>
internal static class Shrinking
{
    /// <summary>Halves the number of things that go wrong as long as the run still fails.</summary>
    public static async Task<(int Limit, RunResult Result)> ShrinkAsync(RunResult failed)
    {
        var (shortest, result) = (failed.Disturbances, failed);
        for (var passes = -1; shortest - passes > 1; )
        {
            var middle = passes + (shortest - passes) / 2;
            var tried = await Run.PlayAsync(failed.Seed, middle, trace: null);
            if (tried.Failure is null)
                passes = middle;
            else
                (shortest, result) = (middle, tried);
        }
        return (shortest, result);
    }
}
