using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>Alarms are acknowledged, confirmed, commented and shelved from the page as by the methods of their conditions.</summary>
[CancelAfter(60_000)]
public sealed class AlarmActionTests
{
    private const string Overload = "Line1/Motor/_Alarm",
        Jam = "Line1/Belt/_Alarm",
        Script = "<script>alert('text')</script>";

    private ShownPlant _plant = null!;
    private ActionRig _rig = null!;

    [SetUp]
    public async Task Start()
    {
        _plant = await ShownPlant.StartAsync(
            $$"""
              - name: Line1
                simulate: true
                profile: s7-1500
                scan: { normal: 50ms }
                tags:
                  - { name: Motor, address: DB1.DBX0.0, access: readwrite, alarm: { text: "{{Script}}" } }
                  - { name: Belt, address: DB1.DBX0.1, access: readwrite, alarm: { class: Warnings, text: Belt jam } }
            """,
            CancellationToken.None,
            keys: "alarms: { default: Errors, system: false, classes: { Errors: { severity: 800, confirm: true }, Warnings: { severity: 300 } } }"
        );
        _rig = new ActionRig(_plant.Commands, shown: _plant.View);
    }

    [TearDown]
    public async Task Stop() => await _plant.DisposeAsync();

    [TestCase("Observer", 403, 403)]
    [TestCase("Operator", 200, 403)]
    [TestCase("Engineer", 200, 200)]
    [TestCase("Supervisor", 200, 200)]
    [TestCase("ConfigureAdmin", 403, 403)]
    [TestCase("SecurityAdmin", 403, 403)]
    public async Task Roles_may_what_they_may_over_opc_ua(string role, int operating, int shelving)
    {
        await RaiseAsync("Motor");
        var may = (await RowAsync(Overload, role)).GetProperty("acts").EnumerateArray().Select(act => act.GetString());
        string[] operate = operating == 200 ? ["acknowledge", "comment"] : [];
        string[] shelve = shelving == 200 ? ["shelve"] : [];
        Assert.That(may, Is.EqualTo(operate.Concat(shelve)), "what the page offers");
        Assert.That(
            (await DoAsync(role, "comment", $$"""{"alarms":[{"id":"{{Overload}}"}],"comment":"seen"}""")).Status,
            Is.EqualTo(operating)
        );
        Assert.That((await DoAsync(role, "acknowledge", Only(Overload))).Status, Is.EqualTo(operating));
        Assert.That((await DoAsync(role, "confirm", Only(Overload))).Status, Is.EqualTo(operating));
        Assert.That((await DoAsync(role, "shelve", Only(Overload))).Status, Is.EqualTo(shelving));
        Assert.That((await DoAsync(role, "unshelve", Only(Overload))).Status, Is.EqualTo(shelving));
        Assert.That(_rig.Audit[^1], Is.EqualTo($"{role} alarms/unshelve {(shelving == 200 ? "Good" : "BadUserAccessDenied")}"));
        if (operating == 200)
        {
            var row = await RowAsync(Overload, role);
            Assert.That((row.GetProperty("comment").GetString(), row.GetProperty("user").GetString()), Is.EqualTo(("seen", role)));
            Assert.That(row.GetProperty("state").GetString(), Is.EqualTo("active"));
        }
    }

    [Test]
    public async Task Several_are_done_at_once_and_each_says_why_not()
    {
        await RaiseAsync("Motor");
        await RaiseAsync("Belt");
        var answer = await DoAsync(
            "Operator",
            "acknowledge",
            $$"""{"alarms":[{"id":"{{Overload}}"},{"id":"Line1/No/_Alarm"},{"id":"{{Jam}}"}],"comment":"both"}"""
        );
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        Assert.That(
            Sentences(answer),
            Is.EqualTo(new[] { $"Acknowledged: {Overload}.", "There is no alarm Line1/No/_Alarm, or no longer.", $"Acknowledged: {Jam}." })
        );
        Assert.That(_rig.Audit[^1], Is.EqualTo("Operator alarms/acknowledge BadNodeIdUnknown"), "not all of it was done");
        answer = await DoAsync("Operator", "acknowledge", Only(Jam));
        Assert.That((answer.Status, answer.Text), Is.EqualTo((409, $"{Jam} is acknowledged already.\n")));
        answer = await DoAsync("Operator", "confirm", Only(Jam));
        Assert.That((answer.Status, answer.Text), Is.EqualTo((409, $"{Jam} needs no confirmation: its class says so.\n")));
    }

    [Test]
    public async Task What_came_after_the_user_looked_is_not_acknowledged_unseen()
    {
        await RaiseAsync("Belt");
        var seen = (await RowAsync(Jam, "Operator")).GetProperty("event").GetString();
        await WriteAsync("Belt", false);
        await Poll.UntilAsync(
            () => RowAsync(Jam, "Operator"),
            row => row.GetProperty("state").GetString() == "gone, unacknowledged",
            default
        );
        await RaiseAsync("Belt");
        var answer = await DoAsync("Operator", "acknowledge", $$"""{"alarms":[{"id":"{{Jam}}","event":"{{seen}}"}]}""");
        Assert.That((answer.Status, answer.Text), Is.EqualTo((409, $"{Jam} has changed since you looked: look again, then decide.\n")));
        answer = await DoAsync("Operator", "acknowledge", $$"""{"alarms":[{"id":"{{Jam}}","event":"no digits"}]}""");
        Assert.That(answer.Status, Is.EqualTo(409));
        var now = (await RowAsync(Jam, "Operator")).GetProperty("event").GetString();
        Assert.That(
            (await DoAsync("Operator", "acknowledge", $$"""{"alarms":[{"id":"{{Jam}}","event":"{{now}}"}]}""")).Status,
            Is.EqualTo(200)
        );
    }

    [Test]
    public async Task An_alarm_is_shelved_for_a_time_or_until_it_is_gone_and_says_so()
    {
        await RaiseAsync("Belt");
        Assert.That((await DoAsync("Supervisor", "unshelve", Only(Jam))).Text, Is.EqualTo($"{Jam} is not shelved.\n"));
        Assert.That((await DoAsync("Supervisor", "shelve", $$"""{"alarms":[{"id":"{{Jam}}"}],"minutes":30}""")).Status, Is.EqualTo(200));
        var row = await RowAsync(Jam, "Supervisor");
        Assert.That(row.GetProperty("state").GetString(), Does.EndWith("shelved"));
        Assert.That(
            row.GetProperty("acts").EnumerateArray().Select(act => act.GetString()),
            Does.Contain("unshelve").And.Not.Contain("shelve")
        );
        Assert.That(
            (await DoAsync("Supervisor", "shelve", $$"""{"alarms":[{"id":"{{Jam}}"}],"minutes":30}""")).Text,
            Does.Contain("shelved already")
        );
        Assert.That((await DoAsync("Supervisor", "unshelve", Only(Jam))).Status, Is.EqualTo(200));
    }

    [TestCase("acknowledge", """{"alarms":[]}""")]
    [TestCase("acknowledge", """{"alarms":[{"id":"x"}],"minutes":5}""")]
    [TestCase("comment", """{"alarms":[{"id":"x"}]}""")]
    [TestCase("comment", """{"alarms":[{"id":"x"}],"comment":"  "}""")]
    [TestCase("shelve", """{"alarms":[{"id":"x"}],"minutes":0}""")]
    [TestCase("shelve", """{"alarms":[{"id":"x"}],"minutes":10081}""")]
    [TestCase("shelve", """{"alarms":[{"id":"x"}],"comment":"why"}""")]
    [TestCase("unshelve", """{"alarms":[null]}""")]
    public async Task What_makes_no_sense_is_refused_before_anything_is_done(string action, string body) =>
        Assert.That((await DoAsync("Engineer", action, body)).Status, Is.EqualTo(400));

    [Test]
    public async Task More_than_a_hundred_at_once_and_a_comment_without_end_are_refused()
    {
        var many = string.Join(',', Enumerable.Repeat("""{"id":"x"}""", 101));
        Assert.That((await DoAsync("Engineer", "acknowledge", $$"""{"alarms":[{{many}}]}""")).Status, Is.EqualTo(400));
        await RaiseAsync("Belt");
        var answer = await DoAsync("Engineer", "comment", $$"""{"alarms":[{"id":"{{Jam}}"}],"comment":"{{new string('x', 4001)}}"}""");
        Assert.That((answer.Status, answer.Text), Is.EqualTo((409, "The comment is too long.\n")));
    }

    private static string Only(string alarm) => $$"""{"alarms":[{"id":"{{alarm}}"}]}""";

    private static IEnumerable<string?> Sentences(ActionRig.Answer answer) =>
        JsonDocument
            .Parse(answer.Text)
            .RootElement.GetProperty("results")
            .EnumerateArray()
            .Select(each => each.GetProperty("sentence").GetString());

    private Task<ActionRig.Answer> DoAsync(string role, string action, string body)
    {
        var (cookie, token) = _rig.Begin(role);
        return _rig.SendAsync($"alarms/{action}", body, cookie, token, ActionRig.Site);
    }

    private async Task WriteAsync(string tag, bool value)
    {
        var (cookie, token) = _rig.Begin("Operator");
        var body = $$"""{"plc":"Line1","tag":"{{tag}}","value":{{(value ? "true" : "false")}}}""";
        var answer = await Poll.UntilAsync(
            () => _rig.SendAsync("values/write", body, cookie, token, ActionRig.Site),
            written => written.Status == 200,
            TestContext.CurrentContext.CancellationToken
        );
        Assert.That(answer.Status, Is.EqualTo(200));
    }

    private async Task RaiseAsync(string tag)
    {
        await WriteAsync(tag, true);
        await Poll.UntilAsync(
            () => RowAsync($"Line1/{tag}/_Alarm", "Observer"),
            row => row.GetProperty("state").GetString()!.StartsWith("active", StringComparison.Ordinal),
            TestContext.CurrentContext.CancellationToken
        );
    }

    private async Task<JsonElement> RowAsync(string alarm, string role)
    {
        var (cookie, _) = _rig.Begin(role);
        var answer = await _rig.SendAsync("alarms?state=all", cookie: cookie);
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        return JsonDocument
            .Parse(answer.Text)
            .RootElement.GetProperty("rows")
            .EnumerateArray()
            .Single(row => row.GetProperty("id").GetString() == alarm);
    }
}
