namespace S7OpcBridge.Cluster.Fencing;

/// <summary>
/// The times that keep two nodes from working for one PLC. No node votes another dead within <see cref="NoVoteWithin"/> of having heard it, so a node that has
/// just been heard by all who could vote may work for <see cref="Peers"/>. A node that lives on the store's word alone has <see cref="Store"/>, and whoever
/// takes over from it waits <see cref="Takeover"/>.
/// </summary>
internal static class LeaseTimes
{
    /// <summary>How often a node pings the others.</summary>
    public static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(250);

    /// <summary>The longest time that Orleans waits for one probe.</summary>
    public static readonly TimeSpan MaxProbe = TimeSpan.FromMilliseconds(800);

    /// <summary>How many probes must fail before a node votes.</summary>
    public const int MissedProbes = 3;

    /// <summary>How many votes declare a node dead, where there are enough nodes.</summary>
    public const int Votes = 2;

    /// <summary>Orleans casts no vote while the connection has brought something within this time.</summary>
    public static readonly TimeSpan NoVoteWithin = MaxProbe * MissedProbes;

    /// <summary>How long a node may work after the others have heard it.</summary>
    public static readonly TimeSpan Peers = TimeSpan.FromMilliseconds(1500);

    /// <summary>How long a node may work after the store has called it active.</summary>
    public static readonly TimeSpan Store = TimeSpan.FromMilliseconds(700);

    /// <summary>How long a node waits before it acts upon another's death, unless that one's process is surely gone.</summary>
    public static readonly TimeSpan Takeover = TimeSpan.FromMilliseconds(800);

    /// <summary>
    /// How long it takes at most until another node works for the PLCs of one that stands still: silence, then the probe that was under way when the silence
    /// was long enough, then <see cref="Takeover"/>. What a busy machine and the store add comes on top.
    /// </summary>
    public static readonly TimeSpan Failover = NoVoteWithin + MaxProbe + Takeover;

    /// <summary>
    /// How long the only active node may work after the store has called it so. Shorter than <see cref="NoVoteWithin"/> and <see cref="Takeover"/> together:
    /// a node may have joined since, of which it has not heard.
    /// </summary>
    public static readonly TimeSpan Alone = TimeSpan.FromSeconds(3);

    /// <summary>
    /// How old a table must be before anybody may work by it: the members of a table that was lost notice that within <see cref="StoreBeat"/>, or when their
    /// connections to the store are there again.
    /// </summary>
    public static readonly TimeSpan Founding = TimeSpan.FromMilliseconds(2500);

    /// <summary>With less than this left, the store is asked.</summary>
    public static readonly TimeSpan Low = TimeSpan.FromMilliseconds(900);

    /// <summary>How often the store is asked when the lease is low.</summary>
    public static readonly TimeSpan StoreBeatWhenLow = TimeSpan.FromMilliseconds(200);

    /// <summary>How often the store is asked otherwise: whether it still knows this node.</summary>
    public static readonly TimeSpan StoreBeat = TimeSpan.FromSeconds(1);

    /// <summary>How long a question to the store lasts: while it does, no other is asked.</summary>
    public static readonly TimeSpan StoreGivenUp = TimeSpan.FromSeconds(3);

    /// <summary>How long an answer of the store may take.</summary>
    public static readonly TimeSpan StoreAnswer = TimeSpan.FromMilliseconds(600);

    /// <summary>How many of the other nodes may be silent without the rest being able to declare this node dead.</summary>
    /// <param name="active">Active nodes, this one included.</param>
    public static int SilentAllowed(int active) => Math.Min(Votes, (active + 1) / 2) - 1;
}
