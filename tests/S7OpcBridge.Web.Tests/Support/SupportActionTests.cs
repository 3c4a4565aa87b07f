using System.Text.Json;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Logs;
using S7OpcBridge.Pages;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>The end of the log, its levels and the metrics, for whoever helps with a problem.</summary>
[CancelAfter(60_000)]
public sealed class SupportActionTests
{
    private readonly ManualClock _clock = new();
    private MapText _folder = null!;
    private RecentLog _log = null!;
    private LogLevels _levels = null!;
    private ActionRig _rig = null!;
    private (string Cookie, string Token) _anna;

    [SetUp]
    public void Start()
    {
        (_log, _levels) = (new RecentLog(_clock), new LogLevels(_clock));
        _folder = new MapText()
            .With("s7.password", "horses1\n")
            .With(
                "map.yaml",
                """
                server: { anonymous: read, security: [None], advertise: [edge01.plant.local] }
                plcs: [ { name: Line1, host: h, profile: s7-300, passwordFile: s7.password, tags: { A: MW0 Int } } ]
                """
            );
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder.PathOf("s7.password"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (map, findings) = _folder.Load();
        Assert.That(map, Is.Not.Null, string.Join('\n', findings));
        var view = NoBridge.View(_clock) with { Running = () => map! };
        _rig = new ActionRig(
            ActionRig.WithUsers() with
            {
                Support = new PageSupport(() => map!, view, _log, _levels, _clock).Commands,
            },
            shown: view
        );
        _anna = _rig.Begin("SecurityAdmin");
    }

    [TearDown]
    public void Stop() => _folder.Dispose();

    [Test]
    public async Task The_log_goes_on_where_it_ended_without_secrets_and_as_text()
    {
        Say(LogLevel.Information, "S7OpcBridge.Core", "The session password is horses1, says <script>alert(1)</script>");
        Say(LogLevel.Warning, "S7OpcBridge.Web", "password: hunter2");
        var first = await LogAsync("");
        var lines = first.GetProperty("lines").EnumerateArray().ToArray();
        Assert.That(
            lines.Select(line => line.GetProperty("text").GetString()),
            Is.EqualTo(new[] { "The session password is (left out), says <script>alert(1)</script>", "password: (left out)" })
        );
        Assert.That(
            (lines[1].GetProperty("level").GetString(), lines[1].GetProperty("category").GetString()),
            Is.EqualTo(("Warning", "S7OpcBridge.Web"))
        );
        var last = first.GetProperty("last").GetInt64();
        Assert.That((await LogAsync($"?after={last}")).GetProperty("lines").GetArrayLength(), Is.Zero);
        Say(LogLevel.Error, "S7OpcBridge.Core", "third");
        Assert.That(Texts(await LogAsync($"?after={last}")), Is.EqualTo(new[] { "third" }));
        Assert.That(Texts(await LogAsync("?level=Error")), Is.EqualTo(new[] { "third" }));
        Assert.That(Texts(await LogAsync("?search=web")), Is.EqualTo(new[] { "password: (left out)" }));
        foreach (var wrong in (string[])["?level=Loud", "?after=-1", "?count=1001"])
            Assert.That((await _rig.SendAsync("support/log" + wrong, cookie: _anna.Cookie)).Status, Is.EqualTo(400), wrong);
    }

    [Test]
    public async Task A_category_tells_more_for_a_while_and_nobody_silences_the_audit()
    {
        var answer = await SetAsync("S7OpcBridge.Core", "Debug", 5);
        Assert.That((answer.Status, answer.Text.Contains("S7OpcBridge.Core tells Debug for 5 minutes.")), Is.EqualTo((200, true)));
        Assert.That(_levels.TryGet("Logging:LogLevel:S7OpcBridge.Core", out var level) ? level : null, Is.EqualTo("Debug"));
        var shown = (await LogAsync("")).GetProperty("levels")[0];
        Assert.That(
            (shown.GetProperty("category").GetString(), shown.GetProperty("seconds").GetDouble()),
            Is.EqualTo(("S7OpcBridge.Core", 300.0))
        );
        // A reload of the map meanwhile takes nothing away, and the end does not either.
        _levels.Set(new Dictionary<string, string> { ["S7OpcBridge.Core"] = "warning", ["Default"] = "error" });
        Assert.That(_levels.TryGet("Logging:LogLevel:S7OpcBridge.Core", out level) ? level : null, Is.EqualTo("Debug"));
        _clock.Advance(TimeSpan.FromMinutes(5));
        Assert.That(_levels.TryGet("Logging:LogLevel:S7OpcBridge.Core", out level) ? level : null, Is.EqualTo("warning"));
        Assert.That((await LogAsync("")).GetProperty("levels").GetArrayLength(), Is.Zero);

        foreach (var silent in (string[])["None", "Critical", "Warning", "none", ""])
            Assert.That((await SetAsync("S7OpcBridge.Audit", silent, 5)).Status, Is.EqualTo(409), silent);
        Assert.That((await SetAsync("S7OpcBridge:Core", "Debug", 5)).Status, Is.EqualTo(409));
        Assert.That((await SetAsync(new string('x', 101), "Debug", 5)).Status, Is.EqualTo(409));
        Assert.That((await SetAsync("S7OpcBridge", "Debug", 241)).Status, Is.EqualTo(400));
        Assert.That((await SetAsync("S7OpcBridge", "Debug", 0)).Status, Is.EqualTo(400));
        for (var i = 0; i < LogLevels.MostForAWhile; i++)
            Assert.That((await SetAsync($"A{i}", "Debug", 5)).Status, Is.EqualTo(200));
        Assert.That((await SetAsync("OneMore", "Debug", 5)).Status, Is.EqualTo(409));
        Assert.That((await SetAsync("A0", "Trace", 5)).Status, Is.EqualTo(200), "one of them may change");
    }

    [Test]
    public async Task Metrics_are_told_in_words(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, simulate: true, profile: s7-1500, tags: { A: MW0 Int } }",
            cancellationToken
        );
        var rig = new ActionRig(
            ActionRig.WithUsers() with
            {
                Support = new PageSupport(null!, plant.View, _log, _levels, _clock).Commands,
            },
            shown: plant.View
        );
        var answer = await rig.SendAsync("support/metrics", cookie: rig.Begin("SecurityAdmin").Cookie);
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        var rows = JsonDocument.Parse(answer.Text).RootElement.GetProperty("figures").EnumerateArray().ToArray();
        var connected = rows.Single(row => row.GetProperty("name").GetString() == "s7opcbridge_plc_connected");
        Assert.That(connected.GetProperty("of").GetString(), Is.EqualTo("plc Line1"));
        Assert.That(rows.Select(row => row.GetProperty("about").GetString()), Is.All.EndsWith("."));
        var memory = rows.Where(row => row.GetProperty("name").GetString()!.EndsWith("_bytes", StringComparison.Ordinal));
        Assert.That(memory.Select(row => row.GetProperty("value").GetString()), Is.Not.Empty.And.All.Match("^[0-9.,]+ [kMG]B$"));
    }

    private void Say(LogLevel level, string category, string text) =>
        _log.CreateLogger(category).Log(level, new EventId(7), text, null, static (said, _) => said);

    private async Task<JsonElement> LogAsync(string query)
    {
        var answer = await _rig.SendAsync("support/log" + query, cookie: _anna.Cookie);
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        return JsonDocument.Parse(answer.Text).RootElement;
    }

    private static IEnumerable<string?> Texts(JsonElement answer) =>
        answer.GetProperty("lines").EnumerateArray().Select(line => line.GetProperty("text").GetString());

    private Task<ActionRig.Answer> SetAsync(string category, string level, int minutes) =>
        _rig.SendAsync(
            "support/level",
            $$"""{"category":"{{category}}","level":"{{level}}","minutes":{{minutes}}}""",
            _anna.Cookie,
            _anna.Token,
            ActionRig.Site
        );
}
