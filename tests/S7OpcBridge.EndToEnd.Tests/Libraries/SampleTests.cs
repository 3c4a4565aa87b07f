using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The programs of samples/ do what the libraries' READMEs say, where their text stands once more.</summary>
[TestFixture, CancelAfter(300_000), Parallelizable]
public sealed partial class SampleTests
{
    [Test]
    public async Task ReadTags_prints_values_and_says_why_there_is_none(CancellationToken cancellationToken)
    {
        await using var plc = Sample.StartPlc();
        await using var program = Sample.Start("ReadTags", "127.0.0.1", $"{plc.Port}");

        Assert.That(await program.ExitAsync(Sample.Patience, cancellationToken), Is.Zero, program.Output);
        Assert.That(program.LinesFrom(0), Is.EqualTo(Sample.Printed));
        Assert.That(plc.Counters.ReadJobs, Is.EqualTo(1), "four tags fit one request");
    }

    [Test]
    public async Task ReadSymbols_prints_what_a_CPU_has(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        plc.Plus!.Set("DB_Pack.Count", [0, 0, 0, 7]);
        plc.Plus.Set("DB_Pack.State.Running", [1]);
        await using var program = Sample.Start("ReadSymbols", "127.0.0.1", $"{plc.Port}", plc.Plus.Thumbprint);

        Assert.That(await program.ExitAsync(Sample.Patience, cancellationToken), Is.Zero, program.Output);
        Assert.That(
            program.LinesFrom(0),
            Has.Member("\"DB_Pack\".Count = 7")
                .And.Member("\"DB_Pack\".State.Running = True")
                .And.Some.StartsWith("\"DB_Recipes\".Mix.Water")
        );
    }

    [Test]
    public async Task ReadSymbols_does_not_trust_another_certificate(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        await using var program = Sample.Start("ReadSymbols", "127.0.0.1", $"{plc.Port}", new string('A', 64));

        Assert.That(await program.ExitAsync(Sample.Patience, cancellationToken), Is.Not.Zero);
        Assert.That(program.Output, Does.Contain(plc.Plus!.Thumbprint));
    }

    [Test]
    public async Task ServeValues_is_read_by_a_client_that_nobody_here_wrote(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var program = Sample.Start("ServeValues", "opc.tcp://localhost:0");
        var said = await program.LineAsync(static line => line.StartsWith("Listening", StringComparison.Ordinal), cancellationToken);
        var endpoint = $"opc.tcp://localhost:{Port().Match(said).Value}";

        var nodes = await Interop.RunAsync("ua-client.js", cancellationToken, endpoint, "browse", "ns=2;s=Boiler");
        Assert.That(
            nodes.EnumerateArray().Select(static node => $"{node.GetProperty("id")} {node.GetProperty("class")}"),
            Is.EqualTo(new[] { "ns=2;s=Boiler/Temperature Variable", "ns=2;s=Boiler/Running Variable" })
        );
        var values = await Interop.RunAsync(
            "ua-client.js",
            cancellationToken,
            endpoint,
            "read",
            "ns=2;s=Boiler/Temperature",
            "ns=2;s=Boiler/Running",
            "ns=2;s=Boiler/Pressure"
        );
        Assert.That(
            values.EnumerateArray().Select(static value => $"{value.GetProperty("status")} {value.GetProperty("type")}"),
            Is.EqualTo(new[] { "Good Double", "Good Boolean", "BadNodeIdUnknown Null" })
        );
        Assert.That(values[0].GetProperty("value").GetDouble(), Is.InRange(55, 65));
    }

    [Test]
    public void The_example_of_a_README_is_a_sample_and_each_sample_is_an_example()
    {
        var samples = Directory
            .EnumerateFiles(Shipped.PathOf("samples"), "Program.cs", SearchOption.AllDirectories)
            .Select(static path => File.ReadAllText(path));
        var examples = Directory
            .EnumerateDirectories(Shipped.PathOf("src"))
            .Select(static room => Path.Combine(room, "README.md"))
            .Where(File.Exists)
            .SelectMany(static readme => Code().Matches(File.ReadAllText(readme)).Select(static match => match.Groups[1].Value));

        Assert.That(examples, Is.EquivalentTo(samples).And.Not.Empty);
    }

    [GeneratedRegex(@"\d+")]
    private static partial Regex Port();

    [GeneratedRegex(@"```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Code();
}
