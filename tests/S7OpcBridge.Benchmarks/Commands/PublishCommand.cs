using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>publish</c>: notifications per second, ours and others'.</summary>
internal static class PublishCommand
{
    public static Command Build()
    {
        var servers = new ServerOptions();
        var items = new Option<int>("--items")
        {
            Description = "Monitored items of all sessions together.",
            DefaultValueFactory = _ => 50_000,
        }.AtLeast(1000);
        var seconds = new Option<double>("--seconds")
        {
            Description = "Length of a server's turn; half of it goes before to warm up.",
            DefaultValueFactory = _ => 1,
        }.AtLeast(0.1);
        var rounds = new Option<int>("--rounds")
        {
            Description =
                "Turns of each server in each scenario; medians count, and quartiles of the ratios within a round say how far they can be trusted.",
            DefaultValueFactory = _ => 7,
        }.AtLeast(1);
        return TableCommand.Build(
            "publish",
            "Notifications per second to 1 and to 50 sessions, and what they cost: ours, node-opcua's, and those of any server named, in turns, so that a "
                + "busy machine is the same for all.",
            [.. servers.All, items, seconds, rounds],
            async (parsed, _) =>
                await PublishTable.MeasureAsync(
                    servers.Read(parsed),
                    servers.IsAlone(parsed),
                    servers.Only(parsed),
                    parsed.GetValue(items),
                    TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                    parsed.GetValue(rounds)
                )
        );
    }
}
