using System.Buffers.Binary;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A soft PLC outside the bridge's process, with a counter in DB1.DBD0 that never goes back: it is not harmed by what is done to the bridge.</summary>
internal static class FieldPlc
{
    // More than are under way at a time, so that one of them was begun and answered while the number stood.
    private const int ReadsPerNumber = 4;

    /// <summary>Starts one.</summary>
    /// <param name="period">How often it counts at most: it waits for its number to be read, so that none is left out because the machine is busy. Zero: not by
    /// itself.</param>
    /// <param name="change">What is different from a generic PLC.</param>
    public static SoftPlc Start(TimeSpan period, Func<SoftPlcOptions, SoftPlcOptions>? change = null)
    {
        var options = new SoftPlcOptions();
        var plc = new SoftPlc(change?.Invoke(options) ?? options, TimeProvider.System);
        plc.Memory.AddBlock(1, 1000);
        plc.Start();
        if (period > TimeSpan.Zero)
            _ = CountAsync(plc, period);
        return plc;
    }

    // Goes with the PLC: when nobody reads any more, nothing but the PLC knows of it.
    private static async Task CountAsync(SoftPlc plc, TimeSpan period)
    {
        for (var number = 1; ; number++)
        {
            using (var memory = plc.Memory.Hold())
                BinaryPrimitives.WriteInt32BigEndian(memory.Block(1), number);
            var enough = plc.Counters.ReadJobs + ReadsPerNumber;
            await Task.Delay(period, TimeProvider.System);
            await plc.Counters.WhenAsync(counters => counters.ReadJobs >= enough, CancellationToken.None);
        }
    }

    /// <summary>A map with one such PLC: Line1/Count.</summary>
    public static string Map(SoftPlc plc, string server = "security: [None], anonymous: read", string tags = "") =>
        $$"""
            server: { endpoint: "{endpoint}", {{server}} }
            plcs:
              - name: Line1
                host: 127.0.0.1
                port: {{plc.Port}}
                scan: { fast: 50ms }
                reconnect: { first: 100ms, max: 500ms }
                tags:
                  - { name: Count, address: DB1.DBD0, type: DInt, scan: fast }
            {{tags}}
            """;
}
