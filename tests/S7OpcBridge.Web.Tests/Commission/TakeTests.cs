using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Tests.Maps;

namespace S7OpcBridge.Web.Tests;

/// <summary>Dropped files for a map that is there: their tags come with groups, templates, scan classes and alarms, and harm nothing that it has.</summary>
[CancelAfter(60_000)]
public sealed class TakeTests : IDisposable
{
    private const string Tags = """
        Name;Path;Connection;PLC tag;DataType;Length;Access Method;Address
        Faults;;HMI_1;;Word;2;Absolute access;%DB40.DBW2
        """;

    private const string Alarms = """
        ID;Name;Event text [en-US], Event text;FieldInfo;Class;Trigger tag;Trigger bit
        1;A1;Door open;;Errors;Faults;0
        2;A2;Overload;;Faults;Faults;1
        """;

    private readonly MapRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Test]
    public async Task Groups_of_the_same_members_come_with_their_template_which_gets_a_name_of_its_own()
    {
        _rig.Write("map.yaml", MapRig.PlantText + "templates:\n  Motor: { tags: { Other: 0.0 Bool } }\n");
        var taken = (await TakeAsync("Hall", MotorNames(), ("hall.json", Kepware()))).Json();
        var edits = JsonNode.Parse(taken.GetProperty("edits").GetRawText())!.AsArray();
        Assert.That(
            edits.Select(static edit => $"{edit!["kind"]} {edit["path"]} {edit["name"]}"),
            Is.EqualTo(new[] { "insert templates Motor_2", "insert plcs[Line1]/scan 5s" })
        );
        Assert.That(taken.GetProperty("texts").GetArrayLength(), Is.Zero);
        var saved = await SaveAsync(taken, "Line1");
        Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
        var map = Load();
        Assert.That(map.Tags.Tags.Select(static tag => tag.Name), Is.SupersetOf(MotorNames()).And.Contains("Speed").And.Contains("Own"));
        Assert.That(_rig.Read("map.yaml"), Does.StartWith("# the plant").And.Contain("as it is").And.Contain("Other: 0.0 Bool"));
    }

    [Test]
    public async Task Alarms_come_in_a_file_beside_the_map_and_classes_of_the_map_stay()
    {
        _rig.Write("map.yaml", "alarms: { classes: { Errors: { severity: 123 } } }\n" + MapRig.PlantText);
        _rig.Write("Line1-alarms.csv", "somebody's own\n");
        var taken = (
            await TakeAsync(
                "HMI_1",
                ["Faults"],
                ("HMITags.csv", Encoding.UTF8.GetBytes(Tags)),
                ("HMIAlarms.csv", Encoding.UTF8.GetBytes(Alarms))
            )
        ).Json();
        var file = taken.GetProperty("texts")[0].GetProperty("file").GetString()!;
        Assert.That(Path.GetDirectoryName(file), Is.EqualTo(Path.GetDirectoryName(_rig.PathOf("map.yaml"))));
        Assert.That(Path.GetFileName(file), Is.Not.EqualTo("Line1-alarms.csv").And.EndsWith("-alarms.csv"));
        var saved = await SaveAsync(taken, "Line1");
        Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
        var alarms = Load().Tags.Tags.First(static tag => tag.Name == "Faults").Details!.Alarms!.All;
        Assert.That(alarms.Select(static alarm => $"{alarm.Id} {alarm.Class.Name}"), Is.EqualTo(new[] { "0 Errors", "1 Faults" }));
        Assert.That(alarms[0].Severity, Is.EqualTo(123), "the class of the map");
        Assert.That(_rig.Read("Line1-alarms.csv"), Is.EqualTo("somebody's own\n"));
    }

    [TestCase("", "insert plcs[Line1] alarms")]
    [TestCase("alarms: { plc: true }", "insert plcs[Line1]/alarms texts")]
    [TestCase("alarms: { plc: true, texts: own.csv }", "")]
    public async Task Texts_of_messages_come_in_a_file_that_the_PLC_names_unless_it_has_one(string own, string edits)
    {
        _rig.Write("own.csv", "id;text\n162;Own\n");
        var plc = own.Length == 0 ? "profile: s7-400" : $"profile: s7-400\n    {own}";
        _rig.Write("map.yaml", MapRig.PlantText.Replace("profile: s7-1500", plc, StringComparison.Ordinal));
        var taken = (
            await TakeAsync(
                "HMI_1",
                ["Faults"],
                ("HMITags.csv", Encoding.UTF8.GetBytes(Tags)),
                ("messages.csv", "id;text\n161;Pump @1%d@\n"u8.ToArray())
            )
        ).Json();
        var made = JsonNode.Parse(taken.GetProperty("edits").GetRawText())!.AsArray();
        Assert.That(string.Join('|', made.Select(static edit => $"{edit!["kind"]} {edit["path"]} {edit["name"]}")), Is.EqualTo(edits));
        Assert.That(taken.TryGetProperty("alarms", out _), Is.False, "the PLC is there already");
        var texts = taken.GetProperty("texts");
        Assert.That(texts.GetArrayLength(), Is.EqualTo(edits.Length == 0 ? 0 : 1));
        var file = edits.Length == 0 ? "own.csv" : Path.GetFileName(texts[0].GetProperty("file").GetString()!);
        var saved = await SaveAsync(taken, "Line1");
        Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
        Assert.That(_rig.Read("map.yaml"), Does.Contain("texts: ").And.Contain(file));
        Assert.That(Load().Tags.Plcs[0].Alarms!.Texts.Single().Value.Texts[0].Text, Is.EqualTo(file == "own.csv" ? "Own" : "Pump @1%d@"));
    }

    [Test]
    public async Task A_new_PLC_gets_the_texts_of_its_messages_with_its_keys()
    {
        var taken = (
            await TakeAsync(
                "HMI_1",
                ["Faults"],
                "Line2",
                ("HMITags.csv", Encoding.UTF8.GetBytes(Tags)),
                ("messages.csv", "id;text\n161;Pump\n"u8.ToArray())
            )
        ).Json();
        Assert.That(taken.GetProperty("alarms").GetRawText(), Is.EqualTo("""{"plc":true,"texts":"Line2-texts.csv"}"""));
        Assert.That(taken.GetProperty("edits").GetArrayLength(), Is.Zero);
        Assert.That(taken.GetProperty("texts")[0].GetProperty("file").GetString(), Does.EndWith("Line2-texts.csv"));
    }

    [Test]
    public async Task What_is_not_there_is_refused_and_nothing_is_written()
    {
        var before = _rig.Read("map.yaml");
        Assert.That((await TakeAsync("Nobody", ["Speed"], ("hall.json", Kepware()))).Status, Is.EqualTo(400));
        Assert.That((await TakeAsync("Hall", ["Speed"])).Status, Is.EqualTo(400), "no files");
        var none = (await TakeAsync("Hall", ["No such tag"], ("hall.json", Kepware()))).Json();
        Assert.That(none.GetProperty("tags").GetArrayLength(), Is.Zero);
        Assert.That(_rig.Read("map.yaml"), Is.EqualTo(before));
    }

    private static string[] MotorNames() =>
        [.. Enumerable.Range(1, 3).SelectMany(static n => (string[])[$"Motor{n}/Speed", $"Motor{n}/Torque", $"Motor{n}/Current"])];

    private BridgeMap Load()
    {
        var findings = new FindingList();
        return MapLoader.Load(_rig.PathOf("map.yaml"), findings) ?? throw new AssertionException(string.Join('\n', findings.Sorted));
    }

    private Task<ActionRig.Answer> TakeAsync(string plc, string[] tags, params (string Name, byte[] Bytes)[] files) =>
        TakeAsync(plc, tags, "Line1", files);

    private Task<ActionRig.Answer> TakeAsync(string plc, string[] tags, string name, params (string Name, byte[] Bytes)[] files) =>
        _rig.PostAsync(
            "plcs/take",
            new JsonObject
            {
                ["files"] = new JsonArray([
                    .. files.Select(static file => new JsonObject
                    {
                        ["name"] = file.Name,
                        ["content"] = Convert.ToBase64String(file.Bytes),
                    }),
                ]),
                ["plc"] = plc,
                ["tags"] = new JsonArray([.. tags.Select(static tag => (JsonNode)tag)]),
                ["name"] = name,
                ["edits"] = new JsonArray(),
                ["texts"] = new JsonArray(),
            }
        );

    // As the page does.
    private Task<ActionRig.Answer> SaveAsync(System.Text.Json.JsonElement taken, string plc)
    {
        var edits = JsonNode.Parse(taken.GetProperty("edits").GetRawText())!.AsArray();
        foreach (var tag in JsonNode.Parse(taken.GetProperty("tags").GetRawText())!.AsArray())
            edits.Add(
                new JsonObject
                {
                    ["kind"] = "insert",
                    ["path"] = $"plcs[{plc}]/tags",
                    ["value"] = tag!.DeepClone(),
                }
            );
        var texts = JsonNode.Parse(taken.GetProperty("texts").GetRawText())!.AsArray();
        var bases = new JsonObject(texts.Select(static text => KeyValuePair.Create(text!["file"]!.ToString(), (JsonNode?)null)));
        return _rig.PostAsync(
            "map/save",
            new JsonObject
            {
                ["edits"] = edits,
                ["texts"] = texts,
                ["bases"] = bases,
            }
        );
    }

    private static byte[] Kepware()
    {
        var groups = Enumerable
            .Range(1, 3)
            .Select(static n => new JsonObject
            {
                ["common.ALLTYPES_NAME"] = $"Motor{n}",
                ["tags"] = new JsonArray(
                    Tag("Speed", $"DB{10 + n},REAL0"),
                    Tag("Torque", $"DB{10 + n},REAL4"),
                    Tag("Current", $"DB{10 + n},REAL8")
                ),
            });
        var device = new JsonObject
        {
            ["common.ALLTYPES_NAME"] = "Hall",
            ["servermain.DEVICE_MODEL"] = 4,
            ["servermain.DEVICE_ID_STRING"] = "10.0.0.5",
            ["tag_groups"] = new JsonArray([.. groups]),
        };
        var channel = new JsonObject
        {
            ["common.ALLTYPES_NAME"] = "Siemens",
            ["servermain.MULTIPLE_TYPES_DEVICE_DRIVER"] = "Siemens TCP/IP Ethernet",
            ["devices"] = new JsonArray(device),
        };
        return Encoding.UTF8.GetBytes(
            new JsonObject { ["project"] = new JsonObject { ["channels"] = new JsonArray(channel) } }.ToJsonString()
        );
    }

    private static JsonObject Tag(string name, string address) =>
        new()
        {
            ["common.ALLTYPES_NAME"] = name,
            ["servermain.TAG_ADDRESS"] = address,
            ["servermain.TAG_DATA_TYPE"] = 8,
            ["servermain.TAG_READ_WRITE_ACCESS"] = 0,
            ["servermain.TAG_SCAN_RATE_MILLISECONDS"] = name == "Current" ? 5000 : 200,
        };
}
