using System.Diagnostics;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The map is changed on disk under a running bridge, with node-opcua subscribed to it.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
public sealed class ReloadTests
{
    private static readonly string Head =
        SoftPlant.Map(period: "250ms", fast: "20ms", scan: ", slow: 10s")
        + "      - { name: Still, address: DB1.DBD4, type: Real, scan: slow, unit: bar, range: [0, 10], simulate: hold }\n";

    private const string Count = "ns=2;s=Line1/Count",
        Still = "ns=2;s=Line1/Still",
        Extra = "ns=2;s=Line1/Extra";

    [Test]
    public async Task A_subscribed_client_sees_no_gap_on_untouched_tags_in_fifty_reloads(CancellationToken cancellationToken)
    {
        // It counts on when its number has been read, however busy the machine is.
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(250));
        var head = FieldPlc.Map(plc, tags: "      - { name: Still, address: DB1.DBD4, type: Real, scan: fast }\n");
        await using var bridge = await Bridge.StartAsync(head + Tag("Extra", 0), cancellationToken);
        await using var client = await ReloadObserver.WatchAsync(bridge.Endpoint, cancellationToken, Count, Still, Extra);
        await client.ChangeAsync(Count, change => change.GetProperty("status").GetString() == "Good", cancellationToken);

        for (var round = 1; round <= 50; round++)
        {
            var last = client.ChangesOf(Count)[^1].GetProperty("value").GetInt32();
            await ReloadAsync(
                bridge,
                head + (round % 2 == 0 ? Tag("Extra", round) : Tag($"Other{round}", round)),
                "The map was loaded again",
                cancellationToken
            );
            await client.ChangeAsync(Count, change => change.GetProperty("value").GetInt32() > last, cancellationToken);
        }

        // Its first value may come after the count's next one; a read in between keeps the wait short.
        while (client.ChangesOf(Extra)[^1].GetProperty("status").GetString() != "Good")
            await client.ReadAsync(Extra, cancellationToken);

        var counts = client.ChangesOf(Count);
        Assert.That(counts.Select(change => change.GetProperty("status").GetString()), Is.All.EqualTo("Good"));
        var values = counts.Select(change => change.GetProperty("value").GetInt32()).ToArray();
        Assert.That(values, Is.EqualTo(Enumerable.Range(values[0], values.Length)), "every value once, none left out");
        Assert.That(values, Has.Length.GreaterThanOrEqualTo(50));
        Assert.That(client.ChangesOf(Still), Has.Length.EqualTo(1), "what stands is not told again");
        Assert.That(
            client.ChangesOf(Extra).Count(change => change.GetProperty("status").GetString() == "BadNodeIdUnknown"),
            Is.EqualTo(25),
            "gone in every second round"
        );
        Assert.That(
            client.All("EVENT").Count(told => told.GetProperty("type").GetString() == "ns=0;i=2133"),
            Is.EqualTo(50),
            "a GeneralModelChangeEvent each time"
        );
        Assert.That(await client.EndAsync(cancellationToken), Is.Zero);
        Assert.That(
            bridge.Program.Output.Split('\n').Count(line => line.Contains("Line1: connected to")),
            Is.EqualTo(1),
            "the PLC was connected once"
        );
    }

    [Test]
    public async Task A_removed_tag_ends_with_BadNodeIdUnknown_and_an_added_one_browses_and_reads_at_once(
        CancellationToken cancellationToken
    )
    {
        await using var bridge = await Bridge.StartAsync(Head + Tag("Extra", 0), cancellationToken);
        await using var client = await ReloadObserver.WatchAsync(bridge.Endpoint, cancellationToken, Extra, Still);
        await client.ChangeAsync(Extra, change => change.GetProperty("status").GetString() == "Good", cancellationToken);

        var change = Head.Replace("[0, 10]", "[0, 20]") + Tag("Deep/New", 3);
        await ReloadAsync(bridge, change, "The map was loaded again", cancellationToken);

        await client.ChangeAsync(Extra, seen => seen.GetProperty("status").GetString() == "BadNodeIdUnknown", cancellationToken);
        Assert.That((await client.ReadAsync(Extra, cancellationToken)).GetProperty("status").GetString(), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That(
            await client.BrowseAsync("ns=2;s=Line1", cancellationToken),
            Is.SupersetOf(new[] { "Count", "Still", "Deep" }).And.No.Member("Extra")
        );
        Assert.That(
            (await client.ReadAsync("ns=2;s=Line1/Deep/New", cancellationToken)).GetProperty("status").GetString(),
            Is.EqualTo("Good")
        );
        await client.ChangeAsync(Still, seen => (seen.GetProperty("code").GetUInt32() & 0x4000) != 0, cancellationToken);
        var told = await client.SaidAsync("EVENT", seen => seen.GetProperty("type").GetString() == "ns=0;i=2133", cancellationToken);
        Assert.That(
            told.GetProperty("changes").EnumerateArray().Select(one => one.GetProperty("affected").GetString()),
            Is.EqualTo(new[] { "ns=2;s=Line1" })
        );
        var log = bridge.Program.Output;
        Assert.That(
            log,
            Does.Contain("Tags +1 −1 ~1.")
                .And.Contain("+ Line1/Deep/New")
                .And.Contain("− Line1/Extra")
                .And.Contain("~ Line1/Still: range 0..10 → 0..20")
        );
    }

    [Test]
    public async Task A_wrong_map_is_refused_with_every_finding_and_the_old_one_runs_on(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(Head, cancellationToken);
        await using var client = await ReloadObserver.WatchAsync(bridge.Endpoint, cancellationToken, Count);

        await ReloadAsync(
            bridge,
            Head + "      - { name: A, adress: DB1.DBW0, type: Int }\n      - { name: B, address: DB1.DBW0, type: Itn }\n",
            "was not applied",
            cancellationToken
        );

        Assert.That(bridge.Program.Output, Does.Contain("map.yaml:9:20: error: unknown key 'adress'").And.Contain("Itn"));
        var findings = await client.ReadAsync("ns=2;s=_Status/MapFindings", cancellationToken);
        while (findings.GetProperty("value").GetArrayLength() == 0)
            findings = await client.ReadAsync("ns=2;s=_Status/MapFindings", cancellationToken);
        Assert.That(findings.GetProperty("value").GetArrayLength(), Is.GreaterThanOrEqualTo(2));
        await client.SaidAsync(
            "EVENT",
            told => told.GetProperty("message").GetString()!.StartsWith("The changed tag map has errors", StringComparison.Ordinal),
            cancellationToken
        );
        var seen = client.ChangesOf(Count).Length;
        while (client.ChangesOf(Count).Length < seen + 3)
            await client.ReadAsync(Count, cancellationToken);

        await ReloadAsync(bridge, Head, "nothing in it changed", cancellationToken);
        while (
            findings.GetProperty("value").ValueKind == System.Text.Json.JsonValueKind.Array
            && findings.GetProperty("value").GetArrayLength() > 0
        )
            findings = await client.ReadAsync("ns=2;s=_Status/MapFindings", cancellationToken);
    }

    [Test]
    public async Task A_file_that_a_link_leads_to_is_watched_and_a_changed_link_is_a_change(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(
            Head + "      - more.csv\n",
            cancellationToken,
            before: folder =>
            {
                // As Kubernetes lays a ConfigMap out: the files are links into a folder that is a link itself.
                Directory.CreateDirectory(Path.Combine(folder, "one"));
                File.WriteAllText(Path.Combine(folder, "one", "more.csv"), "name;address;type\nFrom/One;DB1.DBW20;Int\n");
                Directory.CreateDirectory(Path.Combine(folder, "two"));
                File.WriteAllText(Path.Combine(folder, "two", "more.csv"), "name;address;type\nFrom/Two;DB1.DBW20;Int\n");
                File.SetLastWriteTimeUtc(
                    Path.Combine(folder, "two", "more.csv"),
                    File.GetLastWriteTimeUtc(Path.Combine(folder, "one", "more.csv"))
                );
                Directory.CreateSymbolicLink(Path.Combine(folder, "data"), "one");
                File.CreateSymbolicLink(Path.Combine(folder, "more.csv"), Path.Combine("data", "more.csv"));
            }
        );

        Directory.CreateSymbolicLink(Path.Combine(bridge.Folder, "data.new"), "two");
        using (var swap = Process.Start("mv", ["-T", Path.Combine(bridge.Folder, "data.new"), Path.Combine(bridge.Folder, "data")]))
            await swap.WaitForExitAsync(cancellationToken);

        await bridge.Program.LineAsync(
            line => line.Contains("The map was loaded again (a file has changed)", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That(bridge.Program.Output, Does.Contain("+ Line1/From/Two").And.Contain("− Line1/From/One"));
    }

    private static string Tag(string name, int round) =>
        $"      - {{ name: {name}, address: DB1.DBW{8 + round % 5 * 2}, type: Int, scan: fast }}\n";

    private static async Task ReloadAsync(Bridge bridge, string map, string answer, CancellationToken cancellationToken)
    {
        await bridge.WriteMapAsync(map, cancellationToken);
        await bridge.Program.HangUpAsync();
        await bridge.Program.LineAsync(line => line.Contains(answer, StringComparison.Ordinal), cancellationToken);
    }
}
