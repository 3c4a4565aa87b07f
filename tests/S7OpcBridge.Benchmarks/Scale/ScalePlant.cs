using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The soft PLCs of <see cref="ScaleTags"/>, in a process of their own: once a second some stations put the time into their stamp, and on command all values
/// stand still and are written to a file, so that what clients have can be held against them.
/// </summary>
internal sealed class ScalePlant(ScaleTags tags, SoftPlc[] plcs)
{
    public const string Ready = "The plant is running",
        Frozen = "FROZEN";

    /// <summary>Runs until standard input ends. Lines there: <c>freeze FILE</c>.</summary>
    /// <param name="tags">Its tags.</param>
    /// <param name="port">Port of the first PLC; the others follow.</param>
    /// <param name="moving">Of a hundred stations, how many move.</param>
    public static async Task<int> RunAsync(ScaleTags tags, int port, int moving)
    {
        var plant = new ScalePlant(tags, [.. Enumerable.Range(0, tags.Plcs).Select(plc => Build(tags, plc, port + plc))]);
        using var ends = new CancellationTokenSource();
        var running = plant.MoveAsync(moving, ends.Token);
        Console.WriteLine(Ready);
        while (await Console.In.ReadLineAsync() is { } line)
        {
            if (line.Split(' ', 2) is not ["freeze", var file])
                continue;
            await ends.CancelAsync();
            await running;
            plant.Write(file);
            Console.WriteLine(Frozen);
        }
        return 0;
    }

    /// <summary>Microseconds of a clock that all processes of this machine share; it turns round every 35 minutes.</summary>
    public static int Clock() => (int)(Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000_000) & int.MaxValue);

    private static SoftPlc Build(ScaleTags tags, int plc, int port)
    {
        var soft = new SoftPlc(
            new SoftPlcOptions
            {
                Name = string.Create(CultureInfo.InvariantCulture, $"PLC{plc + 1:00}"),
                Behavior = CpuBehaviors.S7_1500,
                Port = port,
            },
            TimeProvider.System
        );
        for (var block = 1; block <= tags.Blocks; block++)
            soft.Memory.AddBlock(block, ScaleTags.BlockBytes);
        soft.Start();
        return soft;
    }

    // The PLCs take turns, so that not all of a second's changes come in one moment.
    private async Task MoveAsync(int moving, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1) / plcs.Length);
        try
        {
            for (var next = 0; await timer.WaitForNextTickAsync(cancellationToken); next++)
                Move(plcs[next % plcs.Length], moving);
        }
        catch (OperationCanceledException)
        {
            // Frozen.
        }
    }

    private void Move(SoftPlc plc, int moving)
    {
        using var memory = plc.Memory.Hold();
        for (var station = 0; station < tags.Stations; station++)
        {
            if (station % 100 >= moving)
                continue;
            var (block, offset, _) = ScaleTags.PlaceOf(station * 10 + ScaleTags.Stamp);
            BinaryPrimitives.WriteInt32BigEndian(memory.Block(block)[offset..], Clock());
        }
    }

    private void Write(string file)
    {
        using var stream = File.Create(file);
        foreach (var plc in plcs)
        {
            using var memory = plc.Memory.Hold();
            for (var block = 1; block <= tags.Blocks; block++)
                stream.Write(memory.Block(block));
        }
    }
}
