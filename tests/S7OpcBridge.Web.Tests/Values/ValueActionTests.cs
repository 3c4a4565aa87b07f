using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Values;

namespace S7OpcBridge.Web.Tests;

/// <summary>Values are read with their types, and written as OPC UA clients write them.</summary>
[CancelAfter(60_000)]
public sealed class ValueActionTests
{
    private const string Plc = """
          - name: Line1
            simulate: true
            profile: s7-1500
            allowOutputs: true
            timezone: UTC
            permissions:
              Recipe: { Anonymous: none, Operator: none, Engineer: [browse, read, write], Supervisor: [browse, read, write] }
            tags:
              - { name: Speed, address: DB1.DBD0, type: Real, access: readwrite, limits: [0, 3000], unit: rpm }
              - { name: Count, address: DB1.DBW4, type: Int, access: readwrite }
              - { name: Total, address: DB1.DBB8, type: LInt, access: readwrite }
              - { name: Text, address: DB1.DBB20, type: "String[20]", access: readwrite }
              - { name: "List, of three", address: DB1.DBW50, type: "Int[3]", access: readwrite }
              - { name: On, address: DB1.DBX60.0, access: readwrite }
              - { name: At, address: DB1.DBB70, type: DTL, access: readwrite }
              - { name: Valve, address: Q0.0, access: readwrite }
              - { name: Shown, address: DB1.DBW90, type: Int }
              - { name: Recipe/Dose, address: DB1.DBW92, type: Int, access: readwrite }
        """;

    private ShownPlant _plant = null!;
    private ActionRig _rig = null!;

    [OneTimeSetUp]
    public async Task Start()
    {
        _plant = await ShownPlant.StartAsync(Plc, CancellationToken.None);
        await ShownPlant.UntilAsync(
            () => _plant.View.Plcs.Map().Listed.Count(tag => _plant.View.Server.QualityOf(tag.Id).IsGood),
            static good => good == 10,
            CancellationToken.None
        );
    }

    [OneTimeTearDown]
    public async Task Stop() => await _plant.DisposeAsync();

    [SetUp]
    public void Begin() => _rig = new ActionRig(_plant.Commands, shown: _plant.View);

    [TestCase("Operator", "Count", 200)]
    [TestCase("Engineer", "Count", 200)]
    [TestCase("Observer", "Count", 403)]
    [TestCase("Supervisor", "Count", 403)]
    [TestCase("ConfigureAdmin", "Count", 403)]
    [TestCase("SecurityAdmin", "Count", 403)]
    [TestCase("Operator", "Recipe/Dose", 403)]
    [TestCase("Engineer", "Recipe/Dose", 200)]
    [TestCase("Supervisor", "Recipe/Dose", 200)]
    public async Task The_permission_of_the_tag_decides_as_over_opc_ua(string role, string tag, int expected)
    {
        var answer = await WriteAsync(role, $$"""{"plc":"Line1","tag":"{{tag}}","value":7}""");
        Assert.That(answer.Status, Is.EqualTo(expected), answer.Text);
        if (expected == 403)
            Assert.That(answer.Text, Does.StartWith($"{role} may not write Line1/{tag}"));
        Assert.That(_rig.Audit[^1], Is.EqualTo($"{role} values/write {(expected == 200 ? "Good" : "BadUserAccessDenied")}"));
        Assert.That((await ReadAsync(role, tag)).TryGetProperty("whyNoWrite", out _), Is.EqualTo(expected != 200));
    }

    [TestCase("Speed", "1234.5", "1234.5")]
    [TestCase("Count", "-32768", "-32768")]
    [TestCase("Total", "\"-9223372036854775807\"", "\"-9223372036854775807\"")]
    [TestCase("Total", "9007199254740993", "\"9007199254740993\"")]
    [TestCase("Text", "\"<b>Grün</b>\"", "\"\\u003Cb\\u003EGr\\u00FCn\\u003C/b\\u003E\"")]
    [TestCase("List, of three", "[1,-2,3]", "[1,-2,3]")]
    [TestCase("On", "true", "true")]
    [TestCase("At", "\"2026-02-28T23:59:59.5Z\"", "\"2026-02-28T23:59:59.5Z\"")]
    public async Task A_value_arrives_in_the_plc_and_comes_back_with_its_type(string tag, string value, string back)
    {
        var answer = await WriteAsync("Operator", $$"""{"plc":"Line1","tag":"{{tag}}","value":{{value}}}""");
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        var row = await Poll.UntilAsync(
            () => ReadAsync("Operator", tag),
            seen => seen.GetProperty("value").GetRawText() == back,
            TestContext.CurrentContext.CancellationToken
        );
        Assert.That(row.GetProperty("quality").GetString(), Is.EqualTo("Good"));
        Assert.That(row.GetProperty("code").GetUInt32(), Is.Zero);
        Assert.That(row.GetProperty("changed").GetDateTime().Kind, Is.EqualTo(DateTimeKind.Utc));
    }

    [TestCase("Count", "32768", "a whole number from -32768 to 32767")]
    [TestCase("Count", "1.5", "a whole number")]
    [TestCase("Count", "\"7\"", "a whole number")]
    [TestCase("Count", "null", "a whole number")]
    [TestCase("Count", "[1]", "a whole number")]
    [TestCase("Speed", "1e39", "a number")]
    [TestCase("On", "1", "true or false")]
    [TestCase("Text", "5", "a text")]
    [TestCase("At", "\"yesterday\"", "a time as")]
    [TestCase("List, of three", "7", "an array of 3 elements")]
    [TestCase("Total", "\"1e5\"", "a whole number of 64 bits")]
    public async Task A_value_of_another_type_is_refused_in_words(string tag, string value, string what)
    {
        var answer = await WriteAsync("Operator", $$"""{"plc":"Line1","tag":"{{tag}}","value":{{value}}}""");
        Assert.That((answer.Status, answer.Text), Is.EqualTo((400, answer.Text)));
        Assert.That(answer.Text, Does.Contain(what));
    }

    [TestCase("Speed", "3000.5", "outside what Line1/Speed may get: 0 to 3000")]
    [TestCase("Shown", "1", "is read only")]
    [TestCase("Text", "\"longer than twenty characters\"", "Line1/Text")]
    [TestCase("List, of three", "[1,2]", "Line1/List, of three")]
    public async Task What_the_map_or_the_plc_does_not_take_is_not_written(string tag, string value, string what)
    {
        var answer = await WriteAsync("Operator", $$"""{"plc":"Line1","tag":"{{tag}}","value":{{value}}}""");
        Assert.That(answer.Status, Is.EqualTo(409), answer.Text);
        Assert.That(answer.Text, Does.Contain(what));
    }

    [Test]
    public async Task An_output_has_to_be_confirmed()
    {
        var asked = await WriteAsync("Operator", """{"plc":"Line1","tag":"Valve","value":true}""");
        Assert.That((asked.Status, asked.Text.Contains("is an output (Q0.0)")), Is.EqualTo((409, true)));
        var confirmed = await WriteAsync("Operator", """{"plc":"Line1","tag":"Valve","value":true,"confirm":true}""");
        Assert.That(confirmed.Status, Is.EqualTo(200), confirmed.Text);
        Assert.That((await ReadAsync("Operator", "Valve")).GetProperty("isOutput").GetBoolean());
    }

    [Test]
    public async Task A_tag_that_is_not_there_is_named_and_a_list_keeps_its_order()
    {
        Assert.That((await WriteAsync("Operator", """{"plc":"Line1","tag":"Nothing","value":1}""")).Status, Is.EqualTo(404));
        var (cookie, _) = _rig.Begin("Observer");
        var answer = await _rig.SendAsync(
            "values?tags=Line1/Count,Line2/X,Line1/List,%20of%20three&tags=Line1/List,%20of%20three",
            cookie: cookie
        );
        Assert.That(
            JsonDocument
                .Parse(answer.Text)
                .RootElement.GetProperty("values")
                .EnumerateArray()
                .Select(row => row.GetProperty("quality").GetString()),
            Is.EqualTo(new[] { "Good", "BadNodeIdUnknown", "BadNodeIdUnknown", "BadNodeIdUnknown", "Good" })
        );
        Assert.That((await _rig.SendAsync("values", cookie: cookie)).Status, Is.EqualTo(400));
        Assert.That(
            (await _rig.SendAsync($"values?plc=Line1&tags={string.Join(',', Enumerable.Repeat("A", 201))}", cookie: cookie)).Status,
            Is.EqualTo(400)
        );
    }

    [Test]
    public async Task What_a_role_may_not_read_is_not_shown_to_it()
    {
        var row = await ReadAsync("Operator", "Recipe/Dose");
        Assert.That(
            (row.GetProperty("quality").GetString(), row.GetProperty("value").ValueKind),
            Is.EqualTo(("BadUserAccessDenied", JsonValueKind.Null))
        );
        Assert.That((await ReadAsync("Engineer", "Recipe/Dose")).GetProperty("quality").GetString(), Is.EqualTo("Good"));
    }

    [Test]
    public async Task Writes_that_wait_hold_up_only_their_user(CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<StatusCode>();
        _rig = new ActionRig(
            _plant.Commands with
            {
                Values = _plant.Commands.Values with
                {
                    WriteAsync = (caller, _, _, _) =>
                        caller.User == "Operator"
                            ? new ValueTask<StatusCode>(answer.Task)
                            : ValueTask.FromResult<StatusCode>(StatusCodes.Good),
                },
            },
            shown: _plant.View
        );
        const string body = """{"plc":"Line1","tag":"Count","value":1}""";
        var waiting = Enumerable.Range(0, ValueActions.AtOnce).Select(_ => WriteAsync("Operator", body)).ToList();
        var refused = await WriteAsync("Operator", body);
        Assert.That(
            (refused.Status, refused.Text),
            Is.EqualTo((503, "Too many of these wait for an answer; nothing was done. Try again in a moment.\n"))
        );
        Assert.That((await WriteAsync("Engineer", body)).Status, Is.EqualTo(200));
        answer.SetResult(StatusCodes.BadTimeout);
        foreach (var late in waiting)
            Assert.That(
                (await late.WaitAsync(cancellationToken)).Text,
                Does.Contain("did not answer in time; the value may have been written")
            );
        Assert.That((await WriteAsync("Operator", body)).Text, Does.Contain("did not answer in time"), "there is a place again");
    }

    private Task<ActionRig.Answer> WriteAsync(string role, string body)
    {
        var (cookie, token) = _rig.Begin(role);
        return _rig.SendAsync("values/write", body, cookie, token, ActionRig.Site);
    }

    private async Task<JsonElement> ReadAsync(string role, string tag)
    {
        var (cookie, _) = _rig.Begin(role);
        var answer = await _rig.SendAsync($"values?plc=Line1&tags={Uri.EscapeDataString(tag)}", cookie: cookie);
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        return JsonDocument.Parse(answer.Text).RootElement.GetProperty("values")[0];
    }
}
