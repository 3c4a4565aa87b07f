using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>The product's own client against the soft PLC: two sides written from the same reference by different people.</summary>
[CancelAfter(30_000)]
internal sealed class S7ConnectionTests
{
    private static Task<S7Connection> ConnectAsync(SoftPlc plc, CancellationToken cancel, ushort tsap = 0x0301) =>
        S7Connection.ConnectAsync(
            new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Port = plc.Port,
                RemoteTsap = tsap,
            },
            TimeProvider.System,
            cancel
        );

    [TestCase("s7-300", 0x0302)]
    [TestCase("s7-400", 0x0303)]
    [TestCase("s7-1200", 0x0301)]
    [TestCase("s7-1500", 0x0301)]
    [TestCase("generic", 0x0301)]
    public async Task What_the_client_writes_it_reads_back(string profile, int tsap, CancellationToken cancel)
    {
        var behavior = CpuBehaviors.Find(profile)!;
        await using var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Memory.AddBlock(10, 100);
        plc.Start();
        await using var connection = await ConnectAsync(plc, cancel, (ushort)tsap);
        Assert.That(connection.PduSize, Is.EqualTo(behavior.PduSize));
        Assert.That(connection.MaxJobs, Is.EqualTo(Math.Min(8, behavior.MaxJobs)));

        var write = new S7WriteJob(connection.PduSize, 3);
        write.TryAdd(new S7Range(S7Area.DataBlock, 10, 5, 3), [1, 2, 3]);
        write.TryAddBit(S7Area.Markers, 0, 20, 6, true);
        write.TryAdd(new S7Range(S7Area.DataBlock, 11, 0, 1), [9]);
        await connection.WriteAsync(write, cancel);
        Assert.That(
            new[] { write.StatusOf(0), write.StatusOf(1), write.StatusOf(2) },
            Is.EqualTo(new[] { S7ItemStatus.Ok, S7ItemStatus.Ok, S7ItemStatus.ObjectMissing })
        );

        var read = new S7ReadJob([new(S7Area.DataBlock, 10, 4, 5), new(S7Area.Markers, 0, 20, 1), new(S7Area.DataBlock, 11, 0, 1)]);
        await connection.ReadAsync(read, cancel);
        Assert.That(read.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 0, 1, 2, 3, 0 }));
        Assert.That(read.DataOf(1).ToArray(), Is.EqualTo(new byte[] { 0x40 }));
        Assert.That(read.StatusOf(2), Is.EqualTo(S7ItemStatus.ObjectMissing));
    }

    [Test]
    public async Task Many_jobs_of_many_connections_all_get_their_own_answer(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Memory.AddBlock(1, 65_535);
        using (var memory = plc.Memory.Hold())
        {
            for (var i = 0; i < 65_535; i++)
                memory.Block(1)[i] = (byte)(i * 31 >> 3);
        }

        plc.Start();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(n => ReadAllAsync(n * 8000)));
        Assert.That(plc.Counters.ReadJobs, Is.EqualTo(8 * 400));
        Assert.That(plc.Counters.InFlightMax, Is.LessThanOrEqualTo(8));

        async Task ReadAllAsync(int from)
        {
            await using var connection = await ConnectAsync(plc, cancel);
            await Task.WhenAll(
                Enumerable
                    .Range(0, 400)
                    .Select(async i =>
                    {
                        var start = from + i * 10;
                        var job = new S7ReadJob([new(S7Area.DataBlock, 1, start, 7)]);
                        await connection.ReadAsync(job, cancel);
                        Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(Enumerable.Range(start, 7).Select(b => (byte)(b * 31 >> 3))));
                    })
            );
        }
    }

    [Test]
    public async Task A_hundred_reconnects_leave_exactly_one_connection(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(
            new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500 with { MaxConnections = 8 } },
            TimeProvider.System
        );
        plc.Memory.AddBlock(1, 4);
        plc.Start();
        for (var i = 0; i < 100; i++)
        {
            await using var connection = await ConnectAsync(plc, cancel);
            await connection.ReadAsync(new S7ReadJob([new(S7Area.DataBlock, 1, 0, 4)]), cancel);
        }

        await using var last = await ConnectAsync(plc, cancel);
        await plc.Counters.WhenAsync(c => c.ConnectionsOpen == 1, cancel);
        Assert.That(plc.Counters.ConnectionsAccepted, Is.EqualTo(101));
    }
}
