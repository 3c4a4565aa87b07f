namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Limits how much of a shared resource one client may have: a multiple of what is still free. So one client alone never takes the rest, and a new client
/// always gets something. (The dynamic threshold of Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.)
/// </summary>
internal static class FairShare
{
    /// <summary>A client with fewer than this is always within its share.</summary>
    private const int Small = 100;

    /// <summary>Times the free part that a session may have: four fifths of all if it is alone, less beside others.</summary>
    private const int OfSession = 4;

    /// <summary>The same for all sessions of a user, an application certificate or an address together: nine tenths.</summary>
    private const int OfClient = 9;

    /// <summary>True while at most half is taken: then shares need not be counted.</summary>
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
