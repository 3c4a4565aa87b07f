using System.Text.Json;

namespace S7OpcBridge.Tests;

/// <summary><c>tags</c>: the forms that other programs import.</summary>
[CancelAfter(30_000)]
public sealed class TagListTests
{
    private const string Map = """
        server: { name: edge;01, advertise: [edge01.plant.local] }
        plcs:
          - name: Line1
            host: 10.0.0.1
            profile: s7-1500
            scan: { fast: 100ms }
            tags:
              - { name: Motor/Speed, address: DB10.DBD4, type: Real, scan: fast, unit: rpm, range: [0, 3000], description: "=cmd|'/c calc'!A1, \"quoted\"" }
              - { name: Motor.Speed, address: DB10.DBW8, type: Word, access: readwrite }
              - { name: "Motor?Speed", address: "DB10.DBW10", type: "Int(0..2)", access: write, nodeId: old.id }
              - { name: Since, address: DB10.DBD20, type: Time, description: "two\nlines" }
          - { name: Pack, host: 10.0.0.2, profile: s7-1500, protocol: s7plus, tags: [ { name: State, symbol: '"DB_Pack".State' } ] }
        """;

    [Test]
    public async Task Csv_has_a_line_per_tag_with_quoted_texts_and_no_formula()
    {
        var shell = await RunAsync("csv");
        Assert.That(
            shell.Output.Split("\r\n"),
            Is.EqualTo(
                new[]
                {
                    "NodeId,NamespaceUri,Plc,Name,DataType,ArrayLength,S7Type,Access,Unit,Low,High,Address,Scan,ScanMs,Description",
                    "\"ns=2;s=Line1/Motor/Speed\",urn:s7opcbridge:edge%3B01:tags,Line1,Motor/Speed,Float,,Real,read,rpm,0,3000,DB10.DBD4,fast,100,\"'=cmd|'/c "
                        + "calc'!A1, \"\"quoted\"\"\"",
                    "\"ns=2;s=Line1/Motor.Speed\",urn:s7opcbridge:edge%3B01:tags,Line1,Motor.Speed,UInt16,,Word,readwrite,,,,DB10.DBW8,normal,1000,",
                    "\"ns=2;s=old.id\",urn:s7opcbridge:edge%3B01:tags,Line1,Motor?Speed,Int16,3,Array[0..2] of Int,write,,,,DB10.DBW10,normal,1000,",
                    "\"ns=2;s=Line1/Since\",urn:s7opcbridge:edge%3B01:tags,Line1,Since,Duration,,Time,read,,,,DB10.DBD20,normal,1000,\"two\nlines\"",
                    "\"ns=2;s=Pack/State\",urn:s7opcbridge:edge%3B01:tags,Pack,State,,,,read,,,,\"\"\"DB_Pack\"\".State\",normal,1000,",
                    "",
                }
            )
        );
        Assert.That(
            shell.Error,
            Does.Contain("1 tag by symbol is listed without a type, which only the CPU knows; download the list from the status page")
        );
    }

    [Test]
    public async Task Json_says_null_where_only_the_CPU_knows_the_type()
    {
        using var json = JsonDocument.Parse((await RunAsync("json")).Output);
        Assert.That(json.RootElement.GetProperty("endpointUrls")[0].GetString(), Is.EqualTo("opc.tcp://edge01.plant.local:4840"));
        var tags = json.RootElement.GetProperty("tags");
        Assert.That(tags[0].GetProperty("unit").GetString(), Is.EqualTo("rpm"));
        Assert.That(tags[2].GetProperty("arrayLength").GetInt32(), Is.EqualTo(3));
        Assert.That(tags[4].GetProperty("dataType").ValueKind, Is.EqualTo(JsonValueKind.Null));
        Assert.That(tags[4].TryGetProperty("s7Type", out _), Is.False);
    }

    [Test]
    public async Task Published_nodes_have_an_entry_per_scan_class_without_what_cannot_be_read()
    {
        using var json = JsonDocument.Parse((await RunAsync("publishednodes")).Output);
        var entries = json.RootElement.EnumerateArray().ToArray();
        Assert.That(
            entries.Select(entry => entry.GetProperty("DataSetWriterId").GetString()),
            Is.EqualTo(new[] { "Line1/fast", "Line1/normal", "Pack/normal" })
        );
        Assert.That(entries[0].GetProperty("UseSecurity").GetBoolean(), Is.True);
        Assert.That(entries[0].GetProperty("DataSetPublishingInterval").GetInt32(), Is.EqualTo(100));
        Assert.That(
            entries[0].GetProperty("OpcNodes")[0].GetProperty("Id").GetString(),
            Is.EqualTo("nsu=urn:s7opcbridge:edge%253B01:tags;s=Line1/Motor/Speed")
        );
        Assert.That(entries[1].GetProperty("OpcNodes").GetArrayLength(), Is.EqualTo(2));
    }

    [Test]
    public async Task Ignition_gets_folders_names_that_it_takes_and_no_tag_without_a_type()
    {
        var shell = await RunAsync("ignition");
        using var json = JsonDocument.Parse(shell.Output);
        var plcs = json.RootElement.GetProperty("tags").EnumerateArray().ToArray();
        Assert.That(plcs.Select(plc => plc.GetProperty("name").GetString()), Is.EqualTo(new[] { "Line1" }));
        var line = plcs[0].GetProperty("tags");
        Assert.That(
            line.EnumerateArray().Select(tag => tag.GetProperty("name").GetString()),
            Is.EqualTo(new[] { "Motor", "Motor_Speed", "Motor_Speed_2", "Since" })
        );
        var speed = line[0].GetProperty("tags")[0];
        Assert.That(
            (
                speed.GetProperty("opcItemPath").GetString(),
                speed.GetProperty("dataType").GetString(),
                speed.GetProperty("readOnly").GetBoolean()
            ),
            Is.EqualTo(("ns=2;s=Line1/Motor/Speed", "Float4", true))
        );
        Assert.That(
            (line[1].GetProperty("dataType").GetString(), line[2].GetProperty("dataType").GetString()),
            Is.EqualTo(("Int4", "Int2Array"))
        );
        Assert.That(shell.Error, Does.Contain("left out"));
    }

    [Test]
    public async Task Kepware_gets_17_columns_with_NodeIds_as_addresses()
    {
        var lines = (await RunAsync("kepware")).Output.Split("\r\n");
        Assert.That(lines[0].Split(','), Has.Length.EqualTo(17));
        Assert.That(lines[1], Does.StartWith("Line1.Motor.Speed,\"ns=2;s=Line1/Motor/Speed\",Float,1,RO,100,,,,,,,,,rpm,"));
        Assert.That(lines[2], Is.EqualTo("Line1.Motor_Speed,\"ns=2;s=Line1/Motor.Speed\",Word,1,R/W,1000,,,,,,,,,,,"));
        Assert.That(lines[3], Does.StartWith("Line1.Motor_Speed_2,\"ns=2;s=old.id\",Short Array,1,WO,1000,"));
        Assert.That(lines[5], Does.StartWith("Pack.State,\"ns=2;s=Pack/State\",Default,"));
    }

    private static async Task<Shell> RunAsync(string format)
    {
        using var map = new MapText().With("map.yaml", Map);
        var shell = await Shell.RunAsync("tags", map.PathOf("map.yaml"), "--format", format);
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        return shell;
    }
}
