using System.Globalization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>What of publishing and reading over sockets can be held by a limit: counts and ratios.</summary>
internal static class LoadBudgets
{
    private const int Items = 10_000,
        PerCall = 1_000,
        Milliseconds = 10,
        Patience = 15,
        Rounds = 60,
        SmallReads = 20_000,
        Stretches = 5;
    private static readonly SharedRun<CipherCeiling> Ceiling = new(MeasureCeilingAsync);

    /// <summary>node-opcua's notifications per second as a share of ours, one session, everything changing all the time.</summary>
    public static async Task<double?> PublishAgainstNodeOpcUaAsync()
    {
        await using var node = await LoadServer.NodeOpcUaAsync(Items, Milliseconds);
        if (node is null)
            return null;
        await using var ours = await LoadServer.OursAsync(Items, Milliseconds);
        var scenario = new PublishScenario("", 1, Items, false);
        var (mine, theirs) = (OneSecond(ours, scenario), OneSecond(node, scenario));
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"     notifications per second: ours {mine.PerSecond:N0} at {mine.CpuMicroseconds:0.00} µs, node-opcua {theirs.PerSecond:N0} at "
                    + $"{theirs.CpuMicroseconds:0.00} µs of CPU each"
            )
        );
        return theirs.PerSecond / mine.PerSecond;
    }

    /// <summary>Bytes allocated per notification from the table to the wire, and by a client that allocates nothing.</summary>
    public static Task<double?> BytesPerNotificationAsync() =>
        AllocatedAsync(url => new PublishStream(LoadSession.Open(url, null), Nodes(), Milliseconds, 0), Rounds * Items);

    /// <summary>Bytes allocated per value read, from the wire to the wire, a thousand per call: answered on the pool.</summary>
    public static Task<double?> BytesPerReadAsync() => BytesPerReadAsync(PerCall, Rounds * Items, isSecure: false);

    /// <summary>The same on a SignAndEncrypt channel.</summary>
    public static Task<double?> BytesPerSecureReadAsync() => BytesPerReadAsync(PerCall, Rounds * Items, isSecure: true);

    /// <summary>The same with one value per call: answered on the loop of the connections.</summary>
    public static Task<double?> BytesPerSmallReadAsync() => BytesPerReadAsync(1, SmallReads, isSecure: false);

    /// <summary>
    /// CPU per byte of an encrypted answer with large values, as a multiple of what the cipher alone and the same answer without security take together: what
    /// encrypting costs beside the cipher. (As a multiple of the cipher alone the figure says mostly how fast the processor's cipher is beside its memory.)
    /// </summary>
    public static async Task<double?> SecureAgainstPartsAsync()
    {
        var ceiling = await Ceiling.ForAsync();
        Console.WriteLine($"     {ceiling}");
        return ceiling.AgainstParts;
    }

    /// <summary>CPU per byte of such an answer with AES-GCM as a multiple of that with AES-CBC and HMAC.</summary>
    public static async Task<double?> AeadAgainstCbcAsync() => (await Ceiling.ForAsync()).AeadAgainstSecure;

    private static async Task<CipherCeiling> MeasureCeilingAsync()
    {
        await using var ours = await LoadServer.OursAsync(1, 1000);
        return CipherCeiling.Measure(ours, TimeSpan.FromSeconds(0.5));
    }

    private static LoadFigures OneSecond(LoadServer server, PublishScenario scenario) =>
        PublishTable.Measure(server, scenario, TimeSpan.FromSeconds(1));

    private static NodeId[] Nodes() => [.. Enumerable.Range(0, Items).Select(NodePattern.Parse(LoadedServer.Nodes).Variable)];

    private static Task<double?> BytesPerReadAsync(int perCall, int values, bool isSecure) =>
        AllocatedAsync(
            url => new ReadStream(LoadSession.Open(url, isSecure ? LoadSecurity.Of(url) : null), Nodes(), perCall, ReadTable.InFlight),
            values
        );

    private static async Task<double?> AllocatedAsync(Func<string, LoadStream> open, int enough)
    {
        await using var server = new LoadedServer(Items);
        using var stopping = new CancellationTokenSource();
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var running = Task.Run(
            () => server.RunAsync(TimeSpan.FromMilliseconds(Milliseconds), started.SetResult, stopping.Token),
            CancellationToken.None
        );
        await started.Task;
        using var stream = open(server.Url);
        stream.Start();
        new LoadServer("", server.Url, NodePattern.Parse(LoadedServer.Nodes), null).Change(Items);
        LoadLoop.RunUntil([stream], () => stream.IsChecked, TimeSpan.FromSeconds(Patience));
        LoadLoop.Run([stream], TimeSpan.FromSeconds(1), null);

        var stretches = new double[Stretches];
        for (var i = 0; i < Stretches; i++)
        {
            var (values, allocated) = (stream.Values, GC.GetTotalAllocatedBytes(precise: true));
            LoadLoop.RunUntil([stream], () => stream.Values - values >= enough, TimeSpan.FromSeconds(Patience));
            stretches[i] = (double)(GC.GetTotalAllocatedBytes(precise: true) - allocated) / (stream.Values - values);
        }
        await stopping.CancelAsync();
        await running.ContinueWith(static _ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        // A pool that has to grow because another thread holds its arrays just then shows in one stretch, what is allocated each time in all.
        Array.Sort(stretches);
        return stretches[Stretches / 2];
    }
}
