using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The page of <c>import --browse</c> in a real browser, with 20,000 tags. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class ImportPageTests
{
    private const string Chromium = "/usr/bin/chromium";
    private static readonly int[] Rates = [200, 1000, 5000];
    private static readonly string[] Values =
    [
        "Speed",
        "Torque",
        "Current",
        "Temperature",
        "Pressure",
        "Flow",
        "Level",
        "Setpoint",
        "Output",
        "Hours",
    ];

    [Test]
    public async Task Blocks_and_members_of_20000_tags_are_chosen_with_their_load_in_sight_and_become_a_map(
        CancellationToken cancellationToken
    )
    {
        Interop.RequireProgram(Chromium, "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder, "hall.json"), Source(), cancellationToken);
            var first = await ChooseAsync(folder, "first", cancellationToken);
            var (tree, search, choose) = (first.GetProperty("tree"), first.GetProperty("search"), first.GetProperty("choose"));
            Assert.Multiple(() =>
            {
                Assert.That(
                    Texts(tree, "first"),
                    Is.EqualTo(new[] { "Hall <b>" }.Concat(Enumerable.Range(1, 10).Select(line => $"Line{line}")))
                );
                Assert.That(tree.GetProperty("isWriteOff").GetBoolean(), Is.True, "nothing is ticked");
                Assert.That(tree.GetProperty("mixed").GetString(), Is.EqualTo("mixed"), "a block of which one member is ticked");
                Assert.That(search.GetProperty("elements").GetInt32(), Is.LessThan(100), "of 20,211 rows");
                Assert.That(search.GetProperty("last").GetString(), Does.Contain("Real · DB200.DBD396 · Hours of drive 10 · hall.json:"));
                Assert.That(Texts(search, "found"), Does.Contain("Station150").And.Not.Contain("Station151"));
                Assert.That(
                    (double[])[Number(tree, "one"), Number(choose, "faster"), Number(choose, "line"), Number(choose, "all")],
                    Is.Ordered.And.Unique.And.All.GreaterThan(0),
                    "requests a second"
                );
                Assert.That(Texts(choose, "shares").Single(), Does.Match(@"^\d.* % of the load ceiling"));
                Assert.That(choose.GetProperty("complaint").GetString(), Does.Contain("100ms, 1s or 5min"));
                var reasons = first.GetProperty("reasons");
                Assert.That(
                    Texts(reasons, "reasons").Single(),
                    Does.Contain("Left out, 1 tag").And.Contain("Wrong").And.Contain("hall.json:")
                );
                Assert.That(reasons.GetProperty("phone").GetInt32(), Is.EqualTo(360), "no wider than a phone");
                Assert.That(first.GetProperty("injected").GetInt32(), Is.Zero, "a name is text");
                Assert.That(first.GetProperty("write").GetProperty("told").GetString(), Does.Contain("plant.yaml is written"));
                Assert.That(
                    first.GetProperty("write").GetProperty("difference").GetString(),
                    Does.Contain("Station150"),
                    "the whole map is new"
                );
                var edit = first.GetProperty("edit");
                Assert.That(
                    Texts(edit, "views").Select(view => view.Split(' ')[0]),
                    Is.EqualTo(new[] { "Found", "Edit", "Map", "Left" }),
                    "the console without what asks a running bridge"
                );
                Assert.That(edit.GetProperty("bar").GetString(), Is.EqualTo("1 change not saved"));
                Assert.That(edit.GetProperty("peek").GetBoolean(), Is.False);
                Assert.That(edit.GetProperty("text").GetString(), Does.Contain("Station150").And.Contain("rpm"));
                Assert.That(Texts(first, "complaints"), Is.Empty, "the browser's console");
                Assert.That(Texts(first, "elsewhere"), Is.Empty, "requests to other machines");
            });
            var map = await File.ReadAllTextAsync(Path.Combine(folder, "plant.yaml"), cancellationToken);
            Assert.That(Regex.Count(map, @"^ +\w+\d+: \d+\.0 Real", RegexOptions.Multiline), Is.EqualTo(100), map);
            Assert.That(map, Does.Contain("50ms").And.Contain("Station150"));
            Assert.That(
                map,
                Does.Match("Setpoint1: .*280.0.*rpm").And.Contain("Setpoint2: 284.0 Real, readwrite, \""),
                "the one is read only, and has the unit that was written in the table"
            );
            var again = await ChooseAsync(folder, "again", cancellationToken);
            Assert.That(again.GetProperty("write").GetProperty("difference").GetString(), Does.Contain("Station151"));
            Assert.That(Texts(again, "complaints"), Is.Empty);
            map = await File.ReadAllTextAsync(Path.Combine(folder, "plant.yaml"), cancellationToken);
            Assert.That(map, Does.Contain("Station150").And.Contain("Station151").And.Contain("rpm"));
            await using var validate = Bridge.Start(folder, "validate", "plant.yaml");
            Assert.That(await validate.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, validate.Output);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<JsonElement> ChooseAsync(string folder, string what, CancellationToken cancellationToken)
    {
        await using var import = Bridge.Start(folder, "import", "hall.json", "-o", "plant.yaml", "--browse");
        var line = await import.LineAsync(text => text.Contains("http://127.0.0.1:", StringComparison.Ordinal), cancellationToken);
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "import-page")).FullName;
        var address = line[line.IndexOf("http://", StringComparison.Ordinal)..].Trim();
        var seen = await Interop.RunAsync("import-page.js", cancellationToken, address, pictures, what);
        foreach (var picture in Directory.EnumerateFiles(pictures, "*.png"))
            TestContext.AddTestAttachment(picture);
        Assert.That(
            await import.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken),
            Is.Zero,
            "the program ends with the map: " + import.Output
        );
        return seen;
    }

    // A Kepware project: one PLC, 200 blocks with 100 members each, and an address that nobody can read.
    private static string Source()
    {
        var lines = Enumerable
            .Range(1, 10)
            .Select(line =>
                Group(
                    $"Line{line}",
                    "tag_groups",
                    Enumerable
                        .Range(20 * line - 19, 20)
                        .Select(block =>
                            Group(
                                string.Create(CultureInfo.InvariantCulture, $"Station{block:000}"),
                                "tags",
                                Enumerable.Range(0, 100).Select(member => Tag(block, member))
                            )
                        )
                )
            );
        var device = Named("Hall <b>");
        device["servermain.DEVICE_MODEL"] = 4;
        device["servermain.DEVICE_ID_STRING"] = "10.0.0.5";
        device["tags"] = (Dictionary<string, object>[])[Tag("Wrong", "", "XYZ", 0, 1000)];
        device["tag_groups"] = lines;
        var channel = Named("Siemens");
        channel["servermain.MULTIPLE_TYPES_DEVICE_DRIVER"] = "Siemens TCP/IP Ethernet";
        channel["devices"] = (Dictionary<string, object>[])[device];
        return JsonSerializer.Serialize(new { project = new { channels = (Dictionary<string, object>[])[channel] } });
    }

    private static Dictionary<string, object> Tag(int block, int member) =>
        Tag(
            $"{Values[member / 10]}{member % 10 + 1}",
            $"{Values[member / 10]} of drive {member % 10 + 1}",
            $"DB{block},REAL{4 * member}",
            Values[member / 10] == "Setpoint" ? 1 : 0,
            Rates[member % 3]
        );

    private static Dictionary<string, object> Tag(string name, string comment, string address, int access, int rate)
    {
        var tag = Named(name);
        tag["common.ALLTYPES_DESCRIPTION"] = comment;
        tag["servermain.TAG_ADDRESS"] = address;
        tag["servermain.TAG_DATA_TYPE"] = 8;
        tag["servermain.TAG_READ_WRITE_ACCESS"] = access;
        tag["servermain.TAG_SCAN_RATE_MILLISECONDS"] = rate;
        return tag;
    }

    private static Dictionary<string, object> Group(string name, string what, IEnumerable<Dictionary<string, object>> members)
    {
        var group = Named(name);
        group[what] = members;
        return group;
    }

    private static Dictionary<string, object> Named(string name) => new() { ["common.ALLTYPES_NAME"] = name };

    private static double Number(JsonElement element, string name) => element.GetProperty(name).GetDouble();

    private static string[] Texts(JsonElement element, string name) =>
        [.. element.GetProperty(name).EnumerateArray().Select(text => text.GetString()!.Trim())];
}
