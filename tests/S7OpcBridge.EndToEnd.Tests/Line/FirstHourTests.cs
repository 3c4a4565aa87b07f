namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What a new user does first, with the files that the repository ships.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class FirstHourTests
{
    [Test]
    public async Task The_demo_plant_shows_moving_values_to_a_client_nobody_here_wrote(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        var map = (await File.ReadAllTextAsync(Path.Combine(Repository.Root, "config", "bridge.yaml"), cancellationToken)).Replace(
            "opc.tcp://localhost:4840",
            "{endpoint}",
            StringComparison.Ordinal
        );
        await using var bridge = await Bridge.StartAsync(map, cancellationToken);
        var nodes = await Interop.RunAsync("ua-client.js", cancellationToken, bridge.Endpoint, "browse", "ns=0;i=85");
        var tags = nodes
            .EnumerateArray()
            .Where(node => node.GetProperty("class").GetString() == "Variable" && node.GetProperty("reference").GetString() == "ns=0;i=35")
            .Select(node => node.GetProperty("id").GetString()!)
            .Distinct()
            .ToArray(); // a PLC is below Objects, and below the Server object as a notifier
        Assert.That(tags, Has.Length.GreaterThan(150), "the demo plant has some 200 tags");
        var changes = await Interop.RunAsync("ua-client.js", cancellationToken, [bridge.Endpoint, "subscribe", "8", "200", .. tags]);
        var byTag = changes
            .EnumerateArray()
            .GroupBy(change => change.GetProperty("id").GetString())
            .ToDictionary(group => group.Key!, group => group.ToArray());
        Assert.That(byTag.Keys, Is.EquivalentTo(tags), "every tag reports at least its first value");
        Assert.That(byTag.Values.Select(values => values[^1].GetProperty("status").GetString()), Is.All.EqualTo("Good"));
        Assert.That(byTag.Values.Count(values => values.Length > 2), Is.GreaterThan(tags.Length / 4), "a good part of the plant moves");
    }

    [Test]
    public async Task The_program_says_where_it_listens_and_stops_cleanly_when_asked(CancellationToken cancellationToken)
    {
        var map = (await File.ReadAllTextAsync(Path.Combine(Repository.Root, "config", "bridge.yaml"), cancellationToken)).Replace(
            "opc.tcp://localhost:4840",
            "{endpoint}",
            StringComparison.Ordinal
        );
        await using var bridge = await Bridge.StartAsync(map, cancellationToken);
        await bridge.Program.TerminateAsync();
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, bridge.Program.Output);
        Assert.That(
            bridge.Program.Output,
            Does.Contain("None").And.Not.Contain("   at "),
            "the warning about policy None, and no stack trace"
        );
    }
}
