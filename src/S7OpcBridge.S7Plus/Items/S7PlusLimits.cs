namespace S7OpcBridge.S7Plus;

/// <summary>Limits of the CPU per request and in total, read from the CPU on connecting.</summary>
/// <param name="ItemsPerRead">Most items per read; CPUs refuse more. Observed: 50 (S7-1200) to 100.</param>
/// <param name="ItemsPerWrite">Most items of one write.</param>
/// <param name="RequestBytes">Most bytes per request message. PLCSIM closes the connection at 1060; one TPDU holds less.</param>
/// <param name="Subscriptions">Most subscriptions of the whole CPU; 0: unknown.</param>
/// <param name="SubscribedItems">Most items of all subscriptions of the CPU; 0: unknown.</param>
public sealed record S7PlusLimits(int ItemsPerRead, int ItemsPerWrite, int RequestBytes, int Subscriptions, int SubscribedItems)
{
    // Used until the CPU has reported its limits, or where it does not: values that every observed CPU accepts.
    internal static readonly S7PlusLimits Unknown = new(20, 20, SafeRequestBytes, 0, 0);

    /// <summary>Well below the 1060 bytes at which PLCSIM closes the connection, and within one TPDU of 1024 bytes.</summary>
    internal const int SafeRequestBytes = 900;
}
