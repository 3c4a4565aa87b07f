using S7OpcBridge.Simulator;

namespace S7OpcBridge.Server.Tests;

/// <summary>Power off and on by the tests' own hand: a reboot whose darkness ends when the test says so.</summary>
internal static class Power
{
    private static readonly System.Runtime.CompilerServices.ConditionalWeakTable<PlcFaults, CancellationTokenSource> Dark = [];

    public static void CutPower(this PlcFaults faults)
    {
        var back = new CancellationTokenSource();
        Dark.AddOrUpdate(faults, back);
        _ = faults.RebootAsync(Timeout.InfiniteTimeSpan, back.Token);
    }

    public static void GivePower(this PlcFaults faults)
    {
        if (Dark.TryGetValue(faults, out var back))
            back.Cancel();
    }
}
