namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// How much of what all clients share one of them may have: so many times what is still free. So the last part is never taken by one alone, and somebody new gets in,
/// however many are there. (The dynamic threshold of Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.)
/// </summary>
internal static class FairShare
{
    /// <summary>Whoever has no more than that has a share in any case.</summary>
    private const int Small = 100;

    /// <summary>A session alone may have four fifths; beside others with as much as it may have, less.</summary>
    private const int OfSession = 4;

    /// <summary>All sessions of a user, of an application certificate or of an address together may have nine tenths.</summary>
    private const int OfClient = 9;

    /// <summary>True where nobody can have too much: the rest is not worth counting.</summary>
    public static bool IsPlenty(int taken, int most) => taken <= most / 2;

    /// <summary>True if a session may have one more of what all share.</summary>
    /// <param name="most">How much there is.</param>
    /// <param name="taken">How much of it is taken.</param>
    /// <param name="bySession">How much by this session.</param>
    /// <param name="byClient">How much by its user, its application certificate or its address, whichever has the most.</param>
    public static bool Allows(int most, int taken, int bySession, int byClient) =>
        taken < most && IsWithin(bySession, OfSession, most - taken) && IsWithin(byClient, OfClient, most - taken);

    private static bool IsWithin(int share, long times, int free) => share < Small || share < times * free;
}
