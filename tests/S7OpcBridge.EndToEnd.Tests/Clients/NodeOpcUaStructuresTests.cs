using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// UDTs between programs that nobody here wrote: Snap7 holds the bytes, node-opcua learns the types from the server and decodes, the built bridge is between
/// them.
/// </summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class NodeOpcUaStructuresTests
{
    private const string Motor = "ns=2;s=Line1/Motor",
        Pairs = "ns=2;s=Line1/Pairs";

    private Snap7Line _line = null!;

    [OneTimeSetUp]
    public async Task StartTheLine()
    {
        _line = await Snap7Line.StartAsync(port =>
            $$"""
                server:
                  name: udts
                  endpoint: {endpoint}
                  security: [None]
                  anonymous: write
                types:
                  Pair: { Low: Int, High: "Int, °C" }
                  Recipe: { Name: "String[20]", Reserve: "Array[0..2] of Int", Offset: Time, Spare: "Array[0..2] of Int", Steps: "Array[1..5] of Pair" }
                  Motor: { Speed: { type: Real, description: Drehzahl }, Torque: Int, Running: Bool, Fault: Bool, B2: Bool, B3: Bool, B4: Bool, Ready: Bool, Position: DInt, Recipe: Recipe }
                plcs:
                  - name: Line1
                    host: 127.0.0.1
                    port: {{port}}
                    profile: s7-300
                    scan: { normal: 100ms }
                    tags:
                      - { name: Motor, address: DB1.DBB0, type: Motor, access: readwrite }
                      - { name: Pairs, address: DB1.DBB50, type: "Array[1..2] of Pair" }
                """
        );
    }

    [OneTimeTearDown]
    public async Task StopTheLine()
    {
        if (_line is not null)
            await _line.DisposeAsync();
    }

    [Test]
    public async Task A_client_learns_the_types_from_the_server_and_decodes_what_Snap7_holds(CancellationToken cancellationToken)
    {
        var shown = await ShowUntilGoodAsync(cancellationToken, Motor, Pairs, Motor + "/Recipe/Steps[2]");

        var motor = shown.GetProperty(Motor);
        Assert.That(
            Text(motor, "value"),
            Is.EqualTo(
                """
                {"speed":1487.5,"torque":-1234,"running":true,"fault":false,"B2":false,"B3":false,"B4":false,"ready":true,"position":-2000000000,"recipe":{"name":"Grün!","reserve":[0,0,0],"offset":-1500,"spare":[0,0,0],"steps":[{"low":-300,"high":-200},{"low":-100,"high":0},{"low":100,"high":200},{"low":300,"high":400},{"low":500,"high":600}]}}
                """
            )
        );
        Assert.That(Text(shown.GetProperty(Pairs), "value"), Is.EqualTo("""[{"low":-300,"high":-200},{"low":-100,"high":0}]"""));
        Assert.That(Text(shown.GetProperty(Motor + "/Recipe/Steps[2]"), "value"), Is.EqualTo("""{"low":-100,"high":0}"""));

        Assert.That(
            (motor.GetProperty("dataType").GetString(), motor.GetProperty("rank").GetInt32()),
            Is.EqualTo(("ns=2;s=DT_\"Motor\"", -1))
        );
        Assert.That(
            (shown.GetProperty(Pairs).GetProperty("rank").GetInt32(), Text(shown.GetProperty(Pairs), "dimensions")),
            Is.EqualTo((1, "[2]"))
        );
        Assert.That(Text(motor, "base"), Does.Contain("ns=0;i=22"));
        Assert.That(motor.GetProperty("encodings")[0].GetProperty("name").GetString(), Is.EqualTo("Default Binary"));
        Assert.That(motor.GetProperty("encodingOf")[0].GetProperty("id").GetString(), Is.EqualTo("ns=2;s=DT_\"Motor\""));
        Assert.That(
            motor.GetProperty("components").EnumerateArray().Select(id => id.GetString()),
            Is.SupersetOf(new[] { Motor + "/Speed", Motor + "/Recipe" })
        );
        var fields = motor.GetProperty("definition").GetProperty("fields").EnumerateArray().ToArray();
        Assert.That(
            fields.Select(field => $"{field.GetProperty("name")} {field.GetProperty("type")}").Take(3),
            Is.EqualTo(new[] { "Speed ns=0;i=10", "Torque ns=0;i=4", "Running ns=0;i=1" })
        );
        Assert.That(fields[0].GetProperty("description").GetString(), Is.EqualTo("Drehzahl"));
    }

    [Test]
    public async Task A_client_that_subscribes_to_a_structure_sees_each_change_of_a_member(CancellationToken cancellationToken)
    {
        var subscription = Interop.RunAsync("ua-structures.js", cancellationToken, _line.Bridge.Endpoint, "subscribe", "3", Motor);
        // The client needs a moment to connect; the value changes often enough to be seen whenever that is.
        for (var value = 1; !subscription.IsCompleted; value++)
        {
            await _line.Plc.SendLineAsync($"word 4 {value}");
            await Task.WhenAny(subscription, Task.Delay(TimeSpan.FromMilliseconds(300), TimeProvider.System, cancellationToken));
        }
        var changes = (await subscription).EnumerateArray().ToArray();
        await _line.Plc.SendLineAsync($"word 4 {unchecked((ushort)-1234)}");
        Assert.That(changes, Has.Length.GreaterThan(3));
        var good = changes
            .Where(change => change.GetProperty("status").GetString() == "Good")
            .Select(change => change.GetProperty("value"))
            .ToArray();
        Assert.That(good.Select(value => value.GetProperty("torque").GetInt32()).Skip(1), Is.Ordered.And.Unique);
        Assert.That(good.Select(value => value.GetProperty("position").GetInt32()), Is.All.EqualTo(-2000000000));
    }

    [Test]
    public async Task A_client_writes_a_structure_and_Snap7_holds_it(CancellationToken cancellationToken)
    {
        var known = Text((await ShowUntilGoodAsync(cancellationToken, Motor)).GetProperty(Motor), "value");
        var value = known
            .Replace("1487.5", "12.5")
            .Replace("\"fault\":false", "\"fault\":true")
            .Replace("Grün!", "Öl")
            .Replace("\"high\":600", "\"high\":-601");
        Assert.That(await WriteAsync(cancellationToken, Motor, value), Is.EqualTo(("Good", value)));
        Assert.That(
            await WriteAsync(cancellationToken, Motor, value.Replace("Öl", "a text of more than twenty characters")),
            Is.EqualTo(("BadOutOfRange", value))
        );
        var (refused, pairs) = await WriteAsync(cancellationToken, Pairs, """[{"low":1,"high":2},{"low":3,"high":4}]""");
        Assert.That((refused, pairs), Is.EqualTo(("BadNotWritable", """[{"low":-300,"high":-200},{"low":-100,"high":0}]""")));
        Assert.That(
            await WriteAsync(cancellationToken, Motor + "/Recipe/Steps", """[{"low":7,"high":8},{"low":9,"high":10}]""", "1:2"),
            Is.EqualTo(
                (
                    "Good",
                    """[{"low":-300,"high":-200},{"low":7,"high":8},{"low":9,"high":10},{"low":300,"high":400},{"low":500,"high":-601}]"""
                )
            )
        );
        Assert.That(await WriteAsync(cancellationToken, Motor, known), Is.EqualTo(("Good", known)));
    }

    [Test]
    public async Task Read_and_monitored_items_agree_on_encodings(CancellationToken cancellationToken)
    {
        await ShowUntilGoodAsync(cancellationToken, Motor);
        Assert.That(
            await EncodingsAsync(cancellationToken, Motor),
            Is.EqualTo(
                """[["","Good","Good"],["Default Binary","Good","Good"],["Default XML","BadDataEncodingUnsupported","BadDataEncodingUnsupported"],["Mine","BadDataEncodingInvalid","BadDataEncodingInvalid"]]"""
            )
        );
        Assert.That(
            await EncodingsAsync(cancellationToken, Motor + "/Speed"),
            Is.EqualTo(
                """[["","Good","Good"],["Default Binary","BadDataEncodingInvalid","BadDataEncodingInvalid"],["Default XML","BadDataEncodingInvalid","BadDataEncodingInvalid"],["Mine","BadDataEncodingInvalid","BadDataEncodingInvalid"]]"""
            )
        );
    }

    private async Task<JsonElement> ShowUntilGoodAsync(CancellationToken cancellationToken, params string[] nodes)
    {
        while (true)
        {
            var shown = await Interop.RunAsync("ua-structures.js", cancellationToken, [_line.Bridge.Endpoint, "show", .. nodes]);
            if (shown.EnumerateObject().All(node => node.Value.GetProperty("status").GetString() == "Good"))
                return shown;
        }
    }

    private async Task<(string? Status, string Value)> WriteAsync(
        CancellationToken cancellationToken,
        string node,
        string value,
        params string[] range
    )
    {
        var result = await Interop.RunAsync("ua-structures.js", cancellationToken, [_line.Bridge.Endpoint, "write", node, value, .. range]);
        return (result.GetProperty("written").GetString(), Text(result, "value"));
    }

    private async Task<string> EncodingsAsync(CancellationToken cancellationToken, string node) =>
        (
            await Interop.RunAsync(
                "ua-structures.js",
                cancellationToken,
                _line.Bridge.Endpoint,
                "encodings",
                node,
                "",
                "Default Binary",
                "Default XML",
                "Mine"
            )
        ).GetRawText();

    private static string Text(JsonElement element, string property) => element.GetProperty(property).GetRawText();
}
