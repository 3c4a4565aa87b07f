namespace S7OpcBridge.Benchmarks;

/// <summary>
/// What a tag and a monitored item cost in memory: the resident set of the bridge's own process, whose slope between a small and a large number is the cost of
/// one, all in; what the runtime and the program take by themselves falls out.
/// </summary>
internal static class MemoryTable
{
    /// <summary>The small number: what more of them cost is what one costs.</summary>
    public const int Few = 10_000;

    private const int Plcs = 20,
        Sessions = 5;

    public static async Task<ResultTable> MeasureAsync(int many, int rounds)
    {
        var table = new ResultTable(
            "memory",
            "Memory per tag and per monitored item",
            new Column("resident at 10,000", "MB"),
            new Column("resident at the end", "MB"),
            new Column("highest", "MB"),
            new Column("of one", "B", Drawn: true),
            new Column("aim", "B", Drawn: true)
        );
        var tags = new List<(double Few, double Many, double Peak)>();
        var items = new List<(double Few, double Many, double Peak)>();
        var crowd = new List<(double Few, double Many, double Peak)>();
        for (var round = 0; round < rounds; round++)
        {
            tags.Add(await TagsAsync(many));
            items.Add(await ItemsAsync(many, 1));
            crowd.Add(await ItemsAsync(many, Sessions));
        }
        Add(table, "tag", tags, many, 256);
        Add(table, "item, one session", items, many, 100);
        Add(table, $"item, {Sessions} sessions", crowd, Sessions * many, 100);
        table.Notes.Add(
            $"Tags: Real, DInt, Int and Bool of ten to a station on {Plcs} soft PLCs (processes of their own), one scan class each; everything read, nobody "
                + "subscribed. All in: map, names, nodes, table, read plans, images."
        );
        table.Notes.Add(
            $"Items: a session that subscribes to 10,000 and then to all tags of a map of {many:N0}, a thousand per call, queue size 1; then {Sessions} "
                + $"sessions with all of them each, {Sessions * many:N0} items. What the requests leave behind until the next collection counts."
        );
        table.Notes.Add(
            "Resident: VmRSS of the bridge's process, the least of its looks once a second until six found no less; nothing is forced from outside. Median "
                + $"of {rounds} rounds; 'highest' is VmHWM, from reading the map."
        );
        return table;
    }

    /// <summary>Resident bytes per tag, all in; median of at most three rounds, because code that is compiled meanwhile moves one by 20.</summary>
    public static async Task<double?> BytesPerTagAsync()
    {
        const int Rounds = 3;
        List<double> taken = [];
        while (taken.Count < Rounds && !Budget.All["tagResidentBytes"].IsSettled(taken, Rounds))
            taken.Add(Slope(await TagsAsync(100_000), 100_000));
        return Quartiles.Of(taken).Median;
    }

    /// <summary>Resident bytes per monitored item of five sessions that subscribe to all tags.</summary>
    public static async Task<double?> BytesPerItemAsync() => Slope(await ItemsAsync(100_000, Sessions), Sessions * 100_000);

    /// <summary>Resident MB of the bridge's process with 1,000 tags on two PLCs, files that it shares with other programs included.</summary>
    public static Task<double?> MegabytesOfSmallPlantAsync() => MegabytesAsync(new ScaleTags(1_000, 2), program: null);

    /// <summary>Resident MB with some tags, where a tenth of the stations moves.</summary>
    /// <param name="tags">The tags.</param>
    /// <param name="program">The program; null: <see cref="BridgeProcess.Tested"/>.</param>
    public static async Task<double?> MegabytesAsync(ScaleTags tags, string? program) =>
        (await RestAsync(tags, moving: 10, program)).Resident / 1e6;

    /// <summary>Resident MB that recording all of 100,000 tags adds, of which a tenth changes every second.</summary>
    public static async Task<double?> MegabytesOfHistoryAsync()
    {
        const int Many = 100_000,
            AllMove = 100;
        var (without, _) = await RestAsync(new ScaleTags(Many, Plcs), AllMove);
        var (with, _) = await RestAsync(new ScaleTags(Many, Plcs) { Recorded = true }, AllMove);
        Console.WriteLine($"     {without / 1e6:0} MB without, {with / 1e6:0} MB with");
        return (with - without) / 1e6;
    }

    private static async Task<(double Few, double Many, double Peak)> TagsAsync(int many)
    {
        var (few, _) = await RestAsync(Few);
        var (most, peak) = await RestAsync(many);
        return (few, most, peak);
    }

    private static Task<(double Resident, double Peak)> RestAsync(int tags) => RestAsync(new ScaleTags(tags, Plcs), moving: 1);

    private static async Task<(double Resident, double Peak)> RestAsync(ScaleTags tags, int moving, string? program = null)
    {
        await using var bench = await ScaleBench.StartAsync(tags, moving, program: program);
        return (await bench.Bridge.SettledAsync(), bench.Bridge.Peak);
    }

    private static async Task<(double Few, double Many, double Peak)> ItemsAsync(int many, int sessions)
    {
        var tags = new ScaleTags(many, Plcs);
        await using var bench = await ScaleBench.StartAsync(tags, moving: 1);
        var clients = new ScaleClient[sessions];
        for (var i = 0; i < sessions; i++)
            clients[i] = await ScaleClient.ConnectAsync(bench.Port, many, 1000);
        await clients[0].SubscribeAsync(tags, 0, Few);
        var few = await bench.Bridge.SettledAsync();
        for (var i = 0; i < sessions; i++)
            await clients[i].SubscribeAsync(tags, i == 0 ? Few : 0, many);
        var most = await bench.Bridge.SettledAsync();
        foreach (var client in clients)
            await client.DisposeAsync();
        return (few, most, bench.Bridge.Peak);
    }

    private static void Add(ResultTable table, string of, List<(double Few, double Many, double Peak)> rounds, int many, double aim)
    {
        var median = rounds.OrderBy(round => Slope(round, many)).ElementAt(rounds.Count / 2);
        table.Add("", of, median.Few / 1e6, median.Many / 1e6, median.Peak / 1e6, Slope(median, many), aim);
    }

    private static double Slope((double Few, double Many, double Peak) round, int many) => (round.Many - round.Few) / (many - Few);
}
