namespace S7OpcBridge.TestSummary;

/// <summary>How much of a room the tests ran.</summary>
/// <param name="Room">Name of its assembly.</param>
/// <param name="Lines">Lines with code.</param>
/// <param name="RunLines">Lines of these that ran.</param>
/// <param name="Branches">Ways on from these lines.</param>
/// <param name="RunBranches">Ways of these that were taken.</param>
internal sealed record RoomCoverage(string Room, int Lines, int RunLines, int Branches, int RunBranches)
{
    /// <summary>Share of the lines that ran, in percent.</summary>
    public double LinePercent => Percent(RunLines, Lines);

    /// <summary>Share of the ways on that were taken, in percent.</summary>
    public double BranchPercent => Percent(RunBranches, Branches);

    private static double Percent(int part, int all) => all == 0 ? 100 : 100.0 * part / all;
}
