namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Limits a client's part of a shared resource to a multiple of what is still free, so that a new client always gets some. (Dynamic threshold: Choudhury and
/// Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.)
/// </summary>
internal static class FairShare
{
    /// <summary>A client with fewer than this is always within its share.</summary>
    private const int Small = 100;

    /// <summary>A session may have this many times the free amount: four fifths of all if it is alone, less beside others.</summary>
    private const int OfSession = 4;

    /// <summary>The same for all sessions of a user, of an application certificate or of an address together: nine tenths.</summary>
    private const int OfClient = 9;

    /// <summary>True while at most half is taken; shares need not be counted then.</summary>
    public static bool IsPlenty(int taken, int most) => taken <= most / 2;

    /// <summary>True if a session may have one more of what all share.</summary>
    /// <param name="most">The total amount.</param>
    /// <param name="taken">The amount taken by all.</param>
    /// <param name="bySession">The amount taken by this session.</param>
    /// <param name="byClient">The amount taken by its user, its application certificate or its address, whichever has most.</param>
    public static bool Allows(int most, int taken, int bySession, int byClient) =>
        taken < most && IsWithin(bySession, OfSession, most - taken) && IsWithin(byClient, OfClient, most - taken);

    private static bool IsWithin(int share, long times, int free) => share < Small || share < times * free;
}
