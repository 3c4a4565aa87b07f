using System.Net;
using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Audit;

/// <summary>Many lines about one and the same are told together in the log: whose, how many, which PLC.</summary>
[CancelAfter(60_000)]
public sealed class LineSumsTests
{
    private readonly ManualClock _clock = new();
    private readonly List<string> _told = [];

    [SetUp]
    public void Forget() => _told.Clear();

    [Test]
    public void A_hundred_writes_of_a_minute_are_told_and_the_others_at_its_end()
    {
        using var sums = Sums();
        Assert.That(Enumerable.Range(0, 6000).Count(i => sums.MayLog("mes", "Line1", default, Status(i))), Is.EqualTo(100));
        Assert.That(_told, Is.Empty);
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(_told, Is.EqualTo(new[] { "mes Line1 5900 590" }));
        Assert.That(sums.MayLog("mes", "Line1", default), Is.True, "the next minute begins");
        _clock.Advance(TimeSpan.FromMinutes(10));
        Assert.That(_told, Has.Count.EqualTo(1), "nothing was left out");
    }

    [Test]
    public void Each_user_and_each_PLC_has_lines_of_its_own()
    {
        using var sums = Sums();
        foreach (var (user, plc) in new[] { ("mes", "Line1"), ("mes", "Line2"), ("anna", "Line1"), (null, "Line1") })
            Assert.That(Enumerable.Range(0, 101).Count(_ => sums.MayLog(user, plc, default)), Is.EqualTo(100));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(_told, Is.EquivalentTo(new[] { "mes Line1 1 0", "mes Line2 1 0", "anna Line1 1 0", " Line1 1 0" }));
    }

    [Test]
    public void What_is_not_told_yet_is_told_at_the_end()
    {
        using (var sums = Sums())
        {
            for (var i = 0; i < 150; i++)
                sums.MayLog("mes", "Line1", default);
        }

        Assert.That(_told, Is.EqualTo(new[] { "mes Line1 50 0" }));
    }

    [Test]
    public void The_memory_for_names_is_bounded_and_nothing_is_left_out()
    {
        using (var sums = Sums())
        {
            for (var i = 0; i < 5000; i++)
                sums.MayLog($"user {i}", "Line1", default);
        }

        Assert.That(_told, Is.EqualTo(new[] { "several users  3900 0" }), "those beyond a thousand count together");
    }

    [Test]
    public async Task Writes_of_a_client_are_summed_up_by_PLC(CancellationToken token)
    {
        var lines = new AuditTests.Lines();
        await using (
            var plant = await ServedPlant.StartAsync(
                tags => tags.Class("fast", 20).Tag("Limited", "DB1.DBW22", "Int", new TagDetails { Limits = new TagRange(0, 100) }),
                token,
                loggers: lines
            )
        )
        {
            await plant.UntilAsync("Limited", StatusCodes.Good, token);
            await plant.WriteAsync(token, [.. Enumerable.Repeat(("Limited", Variant.From((short)101)), 130)]);
        }

        Assert.That(lines.Of(323), Has.Count.EqualTo(100));
        Assert.That(
            lines.Of(330).Select(line => $"{line["User"]} {line["Count"]} {line["Plc"]} {line["Refused"]}"),
            Is.EqualTo(new[] { "anonymous 30 Line1 30" })
        );
    }

    [Test]
    public async Task Calls_without_end_have_a_hundred_lines_in_a_minute_and_a_sum(CancellationToken token)
    {
        var lines = new AuditTests.Lines();
        await using (
            var plant = await ServedPlant.StartAsync(tags => tags.Class("fast", 20).Tag("Int", "DB1.DBW2", "Int"), token, loggers: lines)
        )
        {
            await plant.UntilAsync("Int", StatusCodes.Good, token);
            for (var i = 0; i < 105; i++)
                await plant.CallAsync(token, "_Status", "Release", Variant.From(-1.0));
        }

        Assert.That(lines.Of(324), Has.Count.EqualTo(100));
        Assert.That(
            lines.Of(331).Select(line => $"{line["What"]} {line["User"]} {line["Count"]}"),
            Is.EqualTo(new[] { "CALL anonymous 5" })
        );
    }

    [Test]
    public void Refusals_are_counted_by_the_address_whatever_names_a_stranger_has()
    {
        var lines = new AuditTests.Lines();
        using (var audit = new AuditLog(lines, _clock, static _ => ""))
        {
            for (var i = 0; i < 1000; i++)
            {
                audit.Tell(new SessionRejected(Remote(1, i), "refused", StatusCodes.BadUserAccessDenied, $"name {i}"));
                audit.Page($"page {i}", Remote(1, i), isAdmitted: false);
            }

            audit.Tell(new SessionRejected(Remote(2, 1), "refused", StatusCodes.BadUserAccessDenied, "anna"));
            for (var i = 0; i < 1000; i++)
                audit.Tell(new AccessDenied(Remote(1, 1), "mes may not", Caller("mes")));
        }

        Assert.That(lines.Of(321), Has.Count.EqualTo(AuditLog.RefusalsPerMinute + 1), "one address does not hide another");
        Assert.That(lines.Of(322), Has.Count.EqualTo(AuditLog.LinesPerMinute));
        Assert.That(
            lines.Of(331).Select(line => $"{line["What"]} {line["User"]} {line["Count"]}"),
            Is.EquivalentTo(new[] { "REFUSED 10.0.0.1 1980", "DENIED 'mes' 900" })
        );
    }

    [Test]
    public void However_many_addresses_strangers_have_the_log_stays_short()
    {
        var lines = new AuditTests.Lines();
        using var log = new ServerLog(lines, _clock);
        for (var i = 0; i < 20_000; i++)
            log.Log(new GarbageReceived(Remote(i % 200, i), "no OPC UA", StatusCodes.BadTcpMessageTypeInvalid));
        Assert.That(lines.Of(302), Has.Count.EqualTo(21 * ServerLog.LinesPerMinute));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(
            lines.Of(304).Sum(line => (long)line["Count"]!),
            Is.EqualTo(20_000 - 21 * ServerLog.LinesPerMinute),
            "nothing is left out of the sums"
        );
        log.Log(new GarbageReceived(Remote(1, 1), "no OPC UA", StatusCodes.BadTcpMessageTypeInvalid));
        Assert.That(lines.Of(302), Has.Count.EqualTo(21 * ServerLog.LinesPerMinute + 1), "the next minute begins");
    }

    [Test]
    public void What_fails_inside_and_tells_names_of_clients_stays_on_one_line()
    {
        var lines = new AuditTests.Lines();
        using var log = new ServerLog(lines, _clock);
        log.Log(new RequestFailed(null, "failed: a\nWRITE by 'root'\u001b[2J", new InvalidOperationException()));
        Assert.That(lines.Texts, Is.EqualTo(new[] { "failed: a?WRITE by 'root'?[2J" }));
    }

    private static IPEndPoint Remote(int host, int port) => new(new IPAddress([10, 0, 0, (byte)host]), 1024 + port % 60_000);

    private LineSums Sums() =>
        new(
            _clock,
            AuditLog.LinesPerMinute,
            1000,
            sum => _told.Add(string.Join(' ', sum.IsMixed ? "several users" : sum.Who, sum.What, sum.Count, sum.Refused))
        );

    private static bool Status(int i) => i % 10 != 0;

    private static UaCaller Caller(string? user) => new(default, "test", user, [], "urn:client", null, true);
}
