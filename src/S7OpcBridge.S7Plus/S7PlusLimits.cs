namespace S7OpcBridge.S7Plus;

/// <summary>What the CPU takes in one request and in sum. Read from the CPU on connecting.</summary>
/// <param name="ItemsPerRead">Most items of one read; CPUs refuse one more. 50 (S7-1200) to 100 have been seen.</param>
/// <param name="ItemsPerWrite">Most items of one write.</param>
/// <param name="RequestBytes">Most bytes of one request message. PLCSIM drops the link at 1060; one TPDU holds less.</param>
/// <param name="Subscriptions">Most subscriptions of the whole CPU; 0: it does not say.</param>
/// <param name="SubscribedItems">Most items in all subscriptions of the CPU; 0: it does not say.</param>
public sealed record S7PlusLimits(int ItemsPerRead, int ItemsPerWrite, int RequestBytes, int Subscriptions, int SubscribedItems)
{
    // Before the CPU has said what it takes, and where it does not: what every CPU seen so far takes.
    internal static readonly S7PlusLimits Unknown = new(20, 20, SafeRequestBytes, 0, 0);

    /// <summary>Well below the 1060 bytes at which PLCSIM drops the link, and what one TPDU of 1024 holds.</summary>
    internal const int SafeRequestBytes = 900;
}
