using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// From an empty folder to an encrypted client with values of a soft PLC, in a real browser, Debian's Chromium. The pictures are beside the test's results.
/// </summary>
[TestFixture, CancelAfter(600_000)]
public sealed class CommissionTests
{
    private const string Classic = """
        web: false
        plcs:
          - name: Soft
            simulate: true
            profile: s7-300
            tags:
              - { name: Motor/Speed, address: DB10.DBD4, type: Real, simulate: { kind: sine, period: 3s } }
              - { name: Motor/Running, address: DB10.DBX0.0 }
        """;

    private const string BySymbol = """
        web: false
        plcs:
          - name: Soft
            simulate: true
            profile: s7-1500
            protocol: s7plus
            tags:
              - { name: Motor/Speed, symbol: '"Motor".Speed', type: Real, simulate: { kind: sine, period: 3s } }
              - { name: Motor/Running, symbol: '"Motor".Running', type: Bool }
        """;

    // What Kepware keeps of a device with two tags.
    private const string Kepware = """
        {"project":{"channels":[{"common.ALLTYPES_NAME":"Siemens","servermain.MULTIPLE_TYPES_DEVICE_DRIVER":"Siemens TCP/IP Ethernet","devices":[
          {"common.ALLTYPES_NAME":"Hall","servermain.DEVICE_MODEL":0,"servermain.DEVICE_ID_STRING":"10.0.0.5","tag_groups":[
            {"common.ALLTYPES_NAME":"Motor","tags":[
              {"common.ALLTYPES_NAME":"Speed","servermain.TAG_ADDRESS":"DB10,REAL4","servermain.TAG_DATA_TYPE":8,
               "servermain.TAG_READ_WRITE_ACCESS":0,"servermain.TAG_SCAN_RATE_MILLISECONDS":200},
              {"common.ALLTYPES_NAME":"Running","servermain.TAG_ADDRESS":"DB10,X0.0","servermain.TAG_DATA_TYPE":1,
               "servermain.TAG_READ_WRITE_ACCESS":0,"servermain.TAG_SCAN_RATE_MILLISECONDS":200}]}]}]}]}}
        """;

    [TestCase("typed")]
    [TestCase("file")]
    [TestCase("symbols")]
    public async Task From_an_empty_folder_to_a_client_with_values(string way, CancellationToken cancellationToken)
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        await Interop.RequireAsync("node-opcua-client");
        var (soft, plant) = (
            Directory.CreateTempSubdirectory("s7opcbridge-").FullName,
            Directory.CreateTempSubdirectory("s7opcbridge-").FullName
        );
        var (plcPort, uaPort) = (FreePort.Next(), FreePort.Next());
        await File.WriteAllTextAsync(Path.Combine(soft, "soft.yaml"), way == "symbols" ? BySymbol : Classic, cancellationToken);
        await File.WriteAllTextAsync(Path.Combine(soft, "hall.json"), Kepware, cancellationToken);
        await using var plc = Bridge.Start(soft, "simulate", "soft.yaml", "--port", $"{plcPort}");
        await plc.LineAsync(static line => line.Contains("running", StringComparison.Ordinal), cancellationToken);
        await using var bridge = ChildProgram.Start(
            "env",
            plant,
            [$"S7OPCBRIDGE_FIRST_START=http://127.0.0.1:{FreePort.Next()}", .. TestedProgram.Command, "run", "."]
        );
        var line = await bridge.LineAsync(static text => text.Contains("/#", StringComparison.Ordinal), cancellationToken);
        var url = line[line.IndexOf("http://", StringComparison.Ordinal)..line.IndexOf(';')];
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "commission-page")).FullName;
        var seen = await Interop.RunAsync(
            "commission-page.js",
            cancellationToken,
            url,
            pictures,
            $"{uaPort}",
            $"{plcPort}",
            way,
            Path.Combine(soft, "hall.json")
        );
        foreach (var picture in Directory.EnumerateFiles(pictures, $"{way}-*.png"))
            TestContext.AddTestAttachment(picture);
        TestContext.Out.WriteLine($"{way}: {seen.GetProperty("clicks")} clicks");
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("clicks").GetInt32(), Is.LessThanOrEqualTo(25));
            Assert.That(PageUsers.TextsOf(seen, "stages"), Has.Some.EqualTo("ok"));
            Assert.That(PageUsers.TextsOf(seen, "ways"), way == "symbols" ? Has.Some.Contains("by symbol") : Has.One.EqualTo("s7-300"));
            Assert.That(seen.GetProperty("identity").GetString(), Does.Contain(way == "symbols" ? "6ES7 5" : "6ES7 315"));
            Assert.That(seen.GetProperty("refused").GetString(), Is.Not.Empty, "nobody trusted the client yet");
            Assert.That(seen.GetProperty("values").GetArrayLength(), Is.EqualTo(2), "the value moves");
            Assert.That(PageUsers.TextsOf(seen, "again"), Is.Not.Empty.And.All.EqualTo("ok"));
            Assert.That(seen.GetProperty("released").GetString(), Does.Contain("15 min"));
            Assert.That(
                seen.GetProperty("changes").GetRawText(),
                Is.EqualTo(
                    """[{"kind":"set","path":"plcs[PLC1]/host","value":"127.0.0.2"},{"kind":"rename","path":"plcs[PLC1]","name":"Press"}]"""
                )
            );
            Assert.That(seen.GetProperty("removed").GetRawText(), Is.EqualTo("""[{"kind":"remove","path":"plcs[Press]"}]"""));
            Assert.That((seen.GetProperty("phone").GetInt32(), seen.GetProperty("phoneDialog").GetInt32()), Is.EqualTo((360, 0)));
            // While the bridge starts, nobody answers.
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Has.All.Contain("ERR_CONNECTION_REFUSED"));
            Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty);
        });
        if (way == "file")
            Assert.That(
                seen.GetProperty("dropped")
                    .EnumerateArray()
                    .Select(static edit => $"{edit.GetProperty("kind")} {edit.GetProperty("path")}"),
                Is.Not.Empty.And.All.Matches(@"^insert plcs\[\W?PLC1\W?\]/(tags|scan)$"),
                "files for a PLC that is there change nothing else of it"
            );
        Assert.That(
            bridge.Output,
            Does.Contain("PAGE plcs/examine by 'anna'").And.Contain("PAGE map/save by 'anna'").And.Not.Contain("secret of anna")
        );
        Directory.Delete(soft, recursive: true);
        Directory.Delete(plant, recursive: true);
    }
}
