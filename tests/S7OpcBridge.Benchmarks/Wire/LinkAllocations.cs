using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a read and a write on an open connection allocate, over a real socket to a soft PLC in a process of its own.</summary>
internal static class LinkAllocations
{
    private const int Jobs = 5000,
        Windows = 6;

    public static Task<double?> BytesPerReadAsync() =>
        MeasureAsync(connection =>
        {
            var job = new S7ReadJob([.. Enumerable.Range(0, 20).Select(i => new S7Range(S7Area.DataBlock, 1, 20 * i, 4))]);
            return () => connection.ReadAsync(job, CancellationToken.None);
        });

    public static Task<double?> BytesPerWriteAsync() =>
        MeasureAsync(connection =>
        {
            var job = new S7WriteJob(connection.PduSize, ReadVarItems);
            var data = new byte[4];
            return () =>
            {
                job.Clear();
                for (var i = 0; i < 10; i++)
                    job.TryAdd(new S7Range(S7Area.DataBlock, 1, 20 * i, 4), data);
                job.TryAddBit(S7Area.DataBlock, 1, 300, 3, value: true);
                return connection.WriteAsync(job, CancellationToken.None);
            };
        });

    private const int ReadVarItems = 20;

    private static async Task<double?> MeasureAsync(Func<S7Connection, Func<ValueTask>> prepare)
    {
        await using var plant = await QuietPlant.StartAsync(PlantTags.SideBySide(200), "1s");
        var options = new S7ConnectionOptions { Host = "127.0.0.1", Port = plant.Port };
        await using var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None);
        var send = prepare(connection);
        var best = double.MaxValue;
        // The runtime itself allocates a little now and then (tiering, timers): the best window is the library's own.
        for (var window = 0; window < Windows; window++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            for (var i = 0; i < Jobs; i++)
                await send();
            best = Math.Min(best, (double)(GC.GetTotalAllocatedBytes(precise: true) - before) / Jobs);
        }
        return Math.Floor(best);
    }
}
