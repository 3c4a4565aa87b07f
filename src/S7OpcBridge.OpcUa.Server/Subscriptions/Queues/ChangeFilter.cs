using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>Decides whether a sample differs enough from the last queued one to be reported (OPC 10000-4, 7.22.2).</summary>
internal static class ChangeFilter
{
    /// <summary>True to report the sample. A changed status passes whatever the deadband is; with a deadband a new time alone is no change.</summary>
    /// <param name="trigger">What counts as a change.</param>
    /// <param name="deadband">Absolute, in the value's unit; 0: any change of the value counts.</param>
    /// <param name="last">The last queued sample.</param>
    /// <param name="next">The sample in question.</param>
    public static bool Passes(DataChangeTrigger trigger, double deadband, in Sample last, in Sample next)
    {
        if (last.Status != next.Status)
            return true;
        if (trigger == DataChangeTrigger.Status)
            return false;
        if (deadband > 0)
            return Deadband.Exceeds(last, next, deadband);
        if (trigger == DataChangeTrigger.StatusValueTimestamp && last.SourceTime != next.SourceTime)
            return true;
        return !SameValue(last, next);
    }

    private static bool SameValue(in Sample last, in Sample next)
    {
        if (last.Shared is null || next.Shared is null)
            return ReferenceEquals(last.Shared, next.Shared) && last.Type == next.Type && last.Bits == next.Bits;
        return ReferenceEquals(last.Shared, next.Shared) || last.Shared.Encoded.AsSpan().SequenceEqual(next.Shared.Encoded);
    }
}
