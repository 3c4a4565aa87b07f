namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Limits a client's part of a shared resource to a multiple of what is still free, so that a new client always gets some. (Dynamic threshold: Choudhury and
/// Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.)
/// </summary>
internal static class FairShare
{
    /// <summary>A client with fewer than this is always within its share.</summary>
    public const int Small = 100;

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
    public static bool Allows(long most, long taken, long bySession, long byClient) => Left(most, taken, bySession, byClient, Small) > 0;

    /// <summary>How much more a session may have of what all share.</summary>
    /// <param name="most">The total amount, at most 2^50.</param>
    /// <param name="taken">The amount taken by all.</param>
    /// <param name="bySession">The amount taken by this session.</param>
    /// <param name="byClient">The amount taken by its user, its application certificate or its address, whichever has most.</param>
    /// <param name="small">A client may always have so much.</param>
    public static long Left(long most, long taken, long bySession, long byClient, long small)
    {
        var free = Math.Max(0, most - taken);
        return Math.Min(free, Math.Min(More(bySession, OfSession), More(byClient, OfClient)));

        // The amount after which the share is so many times what is still free then; rounded up, because a share may be reached.
        long More(long share, int times) => Math.Max(0, Math.Max(small - share, (times * free - share + times) / (times + 1)));
    }
}
