using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>publish</c>: notifications per second, ours and others'.</summary>
internal static class PublishCommand
{
    public static Command Build()
    {
        var servers = new ServerOptions();
        var items = new Option<int>("--items") { Description = "Monitored items of all sessions together.", DefaultValueFactory = _ => 50_000 }.AtLeast(1000);
        var seconds = new Option<double>("--seconds") { Description = "Length of each of the measured stretches.", DefaultValueFactory = _ => 2 }.AtLeast(0.1);
        var rounds = new Option<int>("--rounds") { Description = "Stretches per server and scenario; the median counts.", DefaultValueFactory = _ => 3 }.AtLeast(1);
        return TableCommand.Build(
            "publish", "Notifications per second to 1 and to 50 sessions, and what they cost: ours, node-opcua's, and those of any server named.",
            [.. servers.All, items, seconds, rounds],
            async (parsed, _) => await PublishTable.MeasureAsync(servers.Read(parsed), servers.IsAlone(parsed), servers.Only(parsed), parsed.GetValue(items), TimeSpan.FromSeconds(parsed.GetValue(seconds)), parsed.GetValue(rounds)));
    }
}
