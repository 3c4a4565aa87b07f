using System.Buffers.Binary;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Four PLCs outside the bridge's process. The last one is left alone, so that nothing may ever be missed of it.</summary>
internal sealed class SoakPlant : IAsyncDisposable
{
    private static readonly CpuBehavior[] Behaviors =
    [
        CpuBehaviors.S7_1500,
        CpuBehaviors.S7_300,
        CpuBehaviors.Generic,
        CpuBehaviors.S7_1200,
    ];
    private static readonly string[] Profiles = ["s7-1500", "s7-300", "generic", "s7-1200"];

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(200);

    private readonly SoftPlc[] _plcs =
    [
        .. Behaviors.Select(
            (behavior, plc) =>
                FieldPlc.Start(plc < Behaviors.Length - 1 ? Step : TimeSpan.Zero, options => options with { Behavior = behavior })
        ),
    ];

    /// <summary>Those that are harmed.</summary>
    public SoftPlc[] Harmed => _plcs[..^1];

    /// <summary>The one that is not.</summary>
    public SoftPlc Healthy => _plcs[^1];

    /// <summary>Index of the PLC that is left alone.</summary>
    public int HealthyIndex => _plcs.Length - 1;

    /// <summary>The entry of <c>mqtt</c> in the map, in flow style; empty: none.</summary>
    public string Mqtt { get; set; } = "";

    /// <summary>The last number that was put into the PLC that is left alone.</summary>
    public int Counted { get; private set; }

    /// <summary>The counters, and behind them the values that are compared in the end.</summary>
    public string[] Nodes => [.. _plcs.Select((_, plc) => $"Plc{plc}/Count"), .. _plcs.Select((_, plc) => $"Plc{plc}/Final")];

    /// <summary>The map; with an odd round there is a tag more.</summary>
    public string Map(int round)
    {
        var map =
            "server: { endpoint: \"{endpoint}\", security: [None, Basic256Sha256], anonymous: write, certificates: pki }\n"
            + $"mqtt: [ {Mqtt} ]\nplcs:\n";
        for (var plc = 0; plc < _plcs.Length; plc++)
        {
            map += $$"""
                  - name: Plc{{plc}}
                    host: 127.0.0.1
                    port: {{_plcs[plc].Port}}
                    profile: {{Profiles[plc]}}
                    timeout: {{(plc == HealthyIndex ? "20s" : "1s")}}
                    reconnect: { first: 100ms, max: 500ms }
                    scan: { fast: 50ms, slow: 1s }
                    tags:
                      - { name: Count, address: DB1.DBD0, type: DInt, scan: fast }
                      - { name: Final, address: DB1.DBD4, type: DInt, scan: slow }
                      - { name: Setpoint, address: DB1.DBD8, type: DInt, scan: slow, access: readwrite }

                """;
            if (round % 2 == 1)
                map += $"      - {{ name: Extra{round}, address: DB1.DBD{12 + 4 * (round % 50)}, type: DInt, scan: slow }}\n";
        }
        return map;
    }

    /// <summary>
    /// Counts in the PLC that is left alone, each time as soon as the number before was there for some reads: so no step may be missed, however busy the
    /// machine is.
    /// </summary>
    public async Task CountAsync(CancellationToken cancellationToken)
    {
        const int reads = 6;
        for (var number = 1; !cancellationToken.IsCancellationRequested; number++)
        {
            Put(Healthy, 0, number);
            Counted = number;
            var from = Healthy.Counters.ReadJobs;
            await Healthy
                .Counters.WhenAsync(counters => counters.ReadJobs >= from + reads, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Puts a number into each PLC that is told in the end.</summary>
    public void SetFinal(Func<int, int> number)
    {
        for (var plc = 0; plc < _plcs.Length; plc++)
            Put(_plcs[plc], 4, number(plc));
    }

    private static void Put(SoftPlc plc, int offset, int number)
    {
        using var memory = plc.Memory.Hold();
        BinaryPrimitives.WriteInt32BigEndian(memory.Block(1)[offset..], number);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var plc in _plcs)
            await plc.DisposeAsync();
    }
}
